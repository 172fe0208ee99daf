import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { Link } from 'react-router'
import { ask } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { HashList } from '#src/sales/commitment/hash-list.tsx'
import { commitmentOf } from '#src/sales/commitment/commitment.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Section } from '#src/ui/section.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { formText } from '#src/ui/form-text.ts'
import { DateTime } from '#src/ui/date-time.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import type { Route } from './+types/draw-result-page.ts'
import { getDrawResult } from './draw.shared.ts'
import { drawCopies } from './draw-copies.shared.ts'

type Drawn = ReplyOf<typeof getDrawResult>

/** Loads a finished draw, which anybody can repeat in the browser. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return ask(context, getDrawResult, { id: params.id })
}

export default function DrawnPage({ loaderData: draw }: Route.ComponentProps) {
  const { t } = useLingui()
  const { group_name, drawn_at, commitment, seed, lots, drawn } = draw
  const titles = new Map(lots.map(({ kid, title }) => [kid, title]))
  return (
    <div className="wrap-narrow grid gap-6 pt-6 pb-16 sm:pt-8">
      <title>{t`Draw from ${group_name} · Renban`}</title>
      <SocialTags title={t`Draw from ${group_name}`} />
      <div>
        <h1 className="text-h1">
          <Trans>Draw from {group_name}</Trans>
        </h1>
        <p className="mt-1.5 text-ink-2">
          <DateTime at={drawn_at} />
        </p>
      </div>
      <Section title={<Trans>Drawn copies</Trans>}>
        <ul className="flex flex-wrap gap-x-10 gap-y-6">
          {drawn.map(({ kid, number }) => (
            <li key={`${kid} ${number}`}>
              <Link to={`/asset/${kid}?no=${number}`} className="grid gap-2 no-underline">
                <span aria-hidden className="number text-[3.75rem]">
                  {number}
                </span>
                <span className="underline">
                  <Trans>
                    No. {number} of {titles.get(kid)}
                  </Trans>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      {seed ? (
        <VerifyDraw draw={draw} seed={seed} />
      ) : (
        <Note>
          <span className="wrap-anywhere">
            <Trans>We publish the seed once this draw is paid. Its hash: {commitment}</Trans>
          </span>
        </Note>
      )}
      <Section
        title={<Trans>Copies that were in the draw</Trans>}
        hint={<Trans>The copies available when the draw took place.</Trans>}
      >
        <Facts
          facts={lots.flatMap(({ title, numbers }) => (numbers ? [[title, spaced(numbers)]] : []))}
        />
      </Section>
    </div>
  )
}

/** Formats ranges such as `1-3,7` for reading, with spaces for line breaks. */
const spaced = (numbers: string) => numbers.replaceAll('-', '–').replaceAll(',', ', ')

type Check = 'fits' | 'other_seed' | 'other_copies'

/** Repeats the draw: the seed must match the commitment and give the same copies. */
async function check(draw: Drawn, seed: string, client_seed: string): Promise<Check> {
  if ((await commitmentOf(seed)) !== draw.commitment) return 'other_seed'
  const again = await drawCopies({ ...draw, seed, client_seed })
  const named = (copies: Drawn['drawn']) =>
    copies.map(({ kid, number }) => `${kid} ${number}`).toSorted()
  return named(again).join() === named(draw.drawn).join() ? 'fits' : 'other_copies'
}

function VerifyDraw({ draw, seed }: { draw: Drawn; seed: string }) {
  const [found, setFound] = useState<Check>()
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setFound(await check(draw, formText(form, 'seed'), formText(form, 'word')))
  }
  return (
    <Section
      title={<Trans>Check the draw</Trans>}
      hint={
        <Trans>
          Your browser repeats the draw from our seed and the buyer’s word. If you change one
          character, the result no longer matches.
        </Trans>
      }
    >
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <HashList
          hashes={[
            [
              <Trans key="n">Hash shown before the draw (SHA-256 of the seed)</Trans>,
              draw.commitment,
            ],
          ]}
        />
        <TextField label={<Trans>Our seed</Trans>} name="seed" defaultValue={seed} />
        <TextField
          label={<Trans>The buyer’s word</Trans>}
          name="word"
          defaultValue={draw.client_seed}
        />
        <div>
          <Button look="main" type="submit">
            <Trans>Repeat the draw</Trans>
          </Button>
        </div>
        <output className="empty:hidden">
          {found === 'fits' && (
            <Note>
              <Trans>Match: our seed gives the same copies.</Trans>
            </Note>
          )}
          {found === 'other_seed' && (
            <Note tone="bad">
              <Trans>No match: this seed does not have the hash shown before the draw.</Trans>
            </Note>
          )}
          {found === 'other_copies' && (
            <Note tone="bad">
              <Trans>No match: this draw gives other copies.</Trans>
            </Note>
          )}
        </output>
      </form>
    </Section>
  )
}
