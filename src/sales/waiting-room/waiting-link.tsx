import { Trans, useLingui } from '@lingui/react/macro'
import { type RouterContextProvider } from 'react-router'
import { askOptional, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { getWaitingRoom, type WaitingRoom } from './waiting.shared.ts'

/** In a loader: the room that something is sold through, if it has one. */
export const loadWaitingRoom = async (context: Readonly<RouterContextProvider>, id: string) =>
  (await askOptional(context, ['not_found'], getWaitingRoom, { id })) ?? null

/** In a screen: the same while one looks; `null` where there is none. */
export const useWaitingRoom = (id: string, initial: WaitingRoom | null): WaitingRoom | null =>
  useLiveQuery(getWaitingRoom, { id }, { initial, refetchInterval: REFETCH_MS.status })

/**
 * Whether one has to wait there before one can buy from the first sale. Who is let into a title's
 * sale before others (`isEarly`) buys without waiting until it starts for all.
 */
export function mustWait({ state, kid, mine }: WaitingRoom, isEarly: boolean): boolean {
  if (state === 'ended') return false
  if (kid !== null && isEarly && (state === 'announced' || state === 'open')) return false
  return state !== 'admitting' || mine?.status !== 'admitted' || mine.is_ordered
}

/** The way into the room, or where one stands in it. */
export function WaitingLink({ waitingRoom, wide }: { waitingRoom: WaitingRoom; wide?: boolean }) {
  const { t } = useLingui()
  const { id, state, mine } = waitingRoom
  const before = mine?.people_before ?? null
  return (
    <LinkButton look="main" wide={wide} to={`/waiting/${id}`}>
      {mine?.status === 'waiting' || mine?.status === 'admitted' ? (
        before === null ? (
          <Trans>Your place in the waiting room</Trans>
        ) : (
          t`Your place: ${before + 1}`
        )
      ) : state === 'announced' ? (
        <Trans>To the waiting room</Trans>
      ) : (
        <Trans>Join the waiting room</Trans>
      )}
    </LinkButton>
  )
}
