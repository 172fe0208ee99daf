import { Trans, useLingui } from '@lingui/react/macro'
import { type RouterContextProvider } from 'react-router'
import { askOptional, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { getWaitingRoom, type WaitingRoom } from './waiting.shared.ts'

/** Loads, in a route loader, the waiting room of a title or group; null if it has none. */
export const loadWaitingRoom = async (context: Readonly<RouterContextProvider>, id: string) =>
  (await askOptional(context, ['not_found'], getWaitingRoom, { id })) ?? null

/** Keeps the waiting room of a title or group up to date on a page; null if it has none. */
export const useWaitingRoom = (id: string, initial: WaitingRoom | null): WaitingRoom | null =>
  useLiveQuery(getWaitingRoom, { id }, { initial, refetchInterval: REFETCH_MS.status })

/**
 * Returns true if the reader must wait before buying from the first sale. People with early access to
 * a title (`isEarly`) buy without waiting until the sale starts for everybody.
 */
export function mustWait({ state, kid, mine }: WaitingRoom, isEarly: boolean): boolean {
  if (state === 'ended') return false
  if (kid !== null && isEarly && (state === 'announced' || state === 'open')) return false
  return state !== 'admitting' || mine?.status !== 'admitted' || mine.is_ordered
}

/** Links to the waiting room, with the reader's place if they have one. */
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
        <Trans>Go to the waiting room</Trans>
      ) : (
        <Trans>Join the waiting room</Trans>
      )}
    </LinkButton>
  )
}
