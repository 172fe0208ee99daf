import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link } from 'react-router'
import {
  ask,
  askOptional,
  nowContext,
  REFETCH_MS,
  useRefetchAll,
  useLiveQuery,
} from '#core/http/ask.ts'
import { Facts } from '#src/ui/shares-bar.tsx'
import { Section } from '#src/ui/section.tsx'
import { useServerClock } from '#src/ui/server-clock.ts'
import { Picture } from '#src/ui/picture.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import { formatCount } from '#src/ui/yen.ts'
import type { Route } from './+types/waiting-page.ts'
import { DrawVerification } from './draw-verification.tsx'
import { WaitingStatus } from './waiting-status.tsx'
import { isYourTurn, salePath } from './turn.tsx'
import { getWaitingResults, getWaitingRoom, type WaitingRoom } from './waiting.shared.ts'

/** Loads the waiting room of a title or group, with the results once places are drawn, but without all entries. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { id } = params
  const [room, results] = await Promise.all([
    ask(context, getWaitingRoom, { id }),
    askOptional(context, ['not_found'], getWaitingResults, { id, limit: 1 }),
  ])
  return { id, room, results, now: context.get(nowContext).toISOString() }
}

export default function WaitingPage({ loaderData }: Route.ComponentProps) {
  const { id, results } = loaderData
  const { t } = useLingui()
  const clock = useServerClock(loaderData.now)
  const room = useLiveQuery(
    getWaitingRoom,
    { id },
    { initial: loaderData.room, refetchInterval: REFETCH_MS.status },
  )
  const { name, brand, picture, drawn_count } = room
  const refetchAll = useRefetchAll()
  const isDrawn = drawn_count !== null
  useEffect(() => {
    if (isDrawn && !results) void refetchAll() // the places were drawn meanwhile
  }, [isDrawn, results, refetchAll])
  return (
    <div className="wrap-narrow grid gap-6 pt-6 pb-16 sm:pt-8">
      <title>
        {isYourTurn(room)
          ? t`It is your turn: ${name} · Renban`
          : t`Waiting room: ${name} · Renban`}
      </title>
      <SocialTags
        title={t`Waiting room: ${name}`}
        description={t`When the sale starts, everyone in the waiting room gets a random place. Arriving early makes no difference. People who join later come after them.`}
        path={`/waiting/${room.id}`}
        picture={picture}
      />
      {/* Announced to screen readers, as the tab's title is to others: people look elsewhere meanwhile. */}
      <output className="sr-only">{isYourTurn(room) && <Trans>It is your turn</Trans>}</output>
      <header className="flex items-center gap-5">
        {picture && (
          <div className="w-24 shrink-0 sm:w-32">
            <Picture source={picture} alt="" sizes="128px" eager shape="wide" />
          </div>
        )}
        <div className="min-w-0">
          <p className="text-small text-ink-2">
            {brand && (
              <Link
                to={`/brand/${brand.account}`}
                className="inline-flex min-h-6 items-center wrap-anywhere"
              >
                <NameOfBrand brand={brand} />
              </Link>
            )}
          </p>
          <h1 className="text-h1 wrap-anywhere">
            <Trans>Waiting room</Trans>
          </h1>
          <p>
            <Link to={salePath(room)} className="inline-flex min-h-6 items-center wrap-anywhere">
              {name}
            </Link>
          </p>
        </div>
      </header>
      <WaitingStatus room={room} now={clock()} />
      <div className="grid items-start gap-6 lg:auto-cols-fr lg:grid-flow-col">
        <Numbers room={room} />
        <DrawVerification room={room} results={results} />
      </div>
    </div>
  )
}

/** Shows the public facts of the sale and the queue. */
function Numbers({ room }: { room: WaitingRoom }) {
  const { state, people, admitted, copies_left, starts_at, people_per_minute } = room
  if (state === 'ended') return null
  const isAhead = state === 'announced' || state === 'open'
  return (
    <Section title={<Trans>This sale</Trans>}>
      <Facts
        facts={[
          [
            isAhead ? <Trans key="n">Sale starts</Trans> : <Trans key="n">Sale started</Trans>,
            <DateTime key="v" at={starts_at} />,
          ],
          [<Trans key="n">People waiting</Trans>, formatCount(people)],
          [<Trans key="n">Choosing a number now</Trans>, formatCount(admitted)],
          [<Trans key="n">Copies left</Trans>, formatCount(copies_left)],
          [
            <Trans key="n">Admission rate</Trans>,
            <Plural
              key="v"
              value={people_per_minute}
              one="# person a minute"
              other="# people a minute"
            />,
          ],
        ]}
      />
    </Section>
  )
}
