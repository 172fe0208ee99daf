import type { ReplyOf } from '#core/http/endpoint.ts'
import type { AcquisitionRestriction } from '#src/catalog/allowlist/allowlist.shared.ts'
import type { getAsset } from '#src/catalog/asset/asset.shared.ts'
import type { SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { mustWait } from '#src/sales/waiting-room/waiting-room.tsx'
import type { WaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import type { SaleWindow } from './sale-window.tsx'

/** The conditions under which the reader can buy a copy that is for sale. */
export interface Terms {
  sale: SaleWindow
  /** The reader's restriction, possibly slightly outdated. Guests have none. */
  restriction: AcquisitionRestriction | undefined
  /** The waiting room of the title's first sale, if it has one. */
  waitingRoom: WaitingRoom | null
}

/** The reason why the reader cannot buy a copy: for good, or until their turn or the start. */
export type PurchaseObstacle = 'region' | 'ended' | 'full' | 'waiting_room' | 'before'

export interface ObstacleProps {
  asset: ReplyOf<typeof getAsset>
  copy: SerialOfTitle
  terms: Terms
  now: string
}

/** Returns the first obstacle to a purchase. The server refuses an order for the same reasons. */
export function purchaseObstacle({
  asset,
  copy,
  terms,
  now,
}: ObstacleProps): PurchaseObstacle | undefined {
  const { sale, restriction, waitingRoom } = terms
  if (!asset.available_here) return 'region'
  if (sale === 'ended') return 'ended'
  if (restriction?.remaining === 0) return 'full'
  if (waitingRoom && copy.is_primary && copy.status === 'buyable') {
    const isEarly = sale === 'open' && Date.parse(now) < Date.parse(waitingRoom.starts_at)
    if (mustWait(waitingRoom, isEarly)) return 'waiting_room'
  }
  return sale === 'before' ? 'before' : undefined
}

/** Returns the obstacle to getting a copy in a trade. The server refuses an offer for the same reasons. */
export function tradeObstacle({
  asset,
  terms: { sale },
}: Pick<ObstacleProps, 'asset' | 'terms'>): PurchaseObstacle | undefined {
  if (!asset.available_here) return 'region'
  return sale === 'open' ? undefined : sale
}
