import { Trans } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { send } from '#core/http/ask.ts'
import { HashList } from '#src/sales/commitment/hash-list.tsx'
import { commitmentOf } from '#src/sales/commitment/commitment.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { formText } from '#src/ui/form-text.ts'
import { drawPlaces, hashOfEntries } from './draw-places.shared.ts'
import {
  getWaitingResults,
  RESULTS_MAX,
  type WaitingResults,
  type WaitingRoom,
} from './waiting.shared.ts'

/** Explains how the places are drawn. After the draw, repeats it in the browser from the published seed. */
export function DrawVerification({
  room,
  results,
}: {
  room: WaitingRoom
  results?: WaitingResults
}) {
  const { commitment, mine } = room
  if (results) return <DrawnPlaces room={room} results={results} own={mine?.entry_id} />
  return (
    <Section
      title={<Trans>How the places are drawn</Trans>}
      hint={
        <Trans>
          We fix a secret seed when the waiting room opens and show its SHA-256 hash here. After the
          draw we publish the seed and all entries, without names, so that your browser can repeat
          the draw.
        </Trans>
      }
    >
      {commitment && <p className="font-mono text-hint break-all">{commitment}</p>}
    </Section>
  )
}

type Check = 'fits' | 'other_seed' | 'other_entries' | 'other_places'

/** Repeats the draw from every entry and returns what does not match, if anything. */
async function check(drawn: WaitingResults, seed: string, entries: string[]): Promise<Check> {
  if ((await commitmentOf(seed)) !== drawn.commitment) return 'other_seed'
  if ((await hashOfEntries(entries)) !== drawn.entries_hash) return 'other_entries'
  const again = await drawPlaces({ seed, entries: entries.toSorted() })
  return again.join() === entries.join() ? 'fits' : 'other_places'
}

/** Fetches all entries by place. `drawn` has the first of them. */
async function allEntries(id: string, drawn: WaitingResults): Promise<string[]> {
  const entries = [...drawn.items]
  while (entries.length < drawn.total) {
    const part = { id, offset: entries.length, limit: RESULTS_MAX }
    const { items } = await send(getWaitingResults, part)
    if (items.length === 0) return entries
    entries.push(...items)
  }
  return entries
}

function DrawnPlaces(props: {
  room: WaitingRoom
  results: WaitingResults
  own: string | undefined
}) {
  const { room, results, own } = props
  const { drawn_place = null } = room.mine ?? {}
  const { found, error, isBusy, draw } = useDrawing(room.id, results)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    await draw(formText(new FormData(event.currentTarget), 'seed'))
  }
  return (
    <Section
      title={<Trans>How the places were drawn</Trans>}
      hint={
        <Trans>
          Your browser recalculates everyone’s place from our seed. If you change one character, the
          result no longer matches.
        </Trans>
      }
    >
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Facts
          facts={[
            [<Trans key="n">People in the draw</Trans>, results.total],
            [<Trans key="n">People who joined later</Trans>, results.later_count],
            [<Trans key="n">People who bought</Trans>, results.bought_count],
            ...(drawn_place === null
              ? []
              : ([[<Trans key="n">Your place in the draw</Trans>, drawn_place]] as const)),
          ]}
        />
        <HashList
          hashes={[
            ...(own ? ([[<Trans key="n">Your entry</Trans>, own]] as const) : []),
            [
              <Trans key="n">Hash shown before the draw (SHA-256 of the seed)</Trans>,
              results.commitment,
            ],
            [<Trans key="n">Hash of all entries</Trans>, results.entries_hash],
          ]}
        />
        <TextField label={<Trans>Our seed</Trans>} name="seed" defaultValue={results.seed} />
        <div>
          <Button look="other" type="submit" busy={isBusy}>
            <Trans>Repeat the draw</Trans>
          </Button>
        </div>
        <RefusalMessage error={error} />
        <output className="empty:hidden">{found && <CheckResult found={found} />}</output>
      </form>
    </Section>
  )
}

function useDrawing(id: string, results: WaitingResults) {
  const [found, setFound] = useState<Check>()
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function draw(seed: string) {
    setBusy(true)
    setError(null)
    try {
      setFound(await check(results, seed, await allEntries(id, results)))
    } catch (failed) {
      setError(failed as Error)
    }
    setBusy(false)
  }
  return { found, error, isBusy, draw }
}

function CheckResult({ found }: { found: Check }) {
  if (found === 'fits')
    return (
      <Note>
        <Trans>Match: our seed gives everyone the same place.</Trans>
      </Note>
    )
  return (
    <Note tone="bad">
      {found === 'other_seed' ? (
        <Trans>No match: this seed does not have the hash shown before the draw.</Trans>
      ) : found === 'other_entries' ? (
        <Trans>No match: these are not the entries in the draw.</Trans>
      ) : (
        <Trans>No match: this seed gives other places.</Trans>
      )}
    </Note>
  )
}
