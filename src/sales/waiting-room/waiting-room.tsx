import { type RouterContextProvider } from 'react-router'
import { askOptional, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
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
