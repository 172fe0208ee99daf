import { Trans, useLingui } from '@lingui/react/macro'
import { type RouterContextProvider } from 'react-router'
import { askUnless, REFRESH, useLive } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { getWaitingRoom, type WaitingRoom } from './waiting.shared.ts'

/** In a loader: the room that something is sold through, if it has one. */
export const roomOf = async (context: Readonly<RouterContextProvider>, id: string) =>
  (await askUnless(context, ['not_found'], getWaitingRoom, { id })) ?? null

/** In a screen: the same while one looks; `null` where there is none. */
export const useRoom = (id: string, initial: WaitingRoom | null): WaitingRoom | null =>
  useLive(getWaitingRoom, { id }, { initial, every: REFRESH.status })

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
export function WaitingLink({ room, wide }: { room: WaitingRoom; wide?: boolean }) {
  const { t } = useLingui()
  const { id, state, mine } = room
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
