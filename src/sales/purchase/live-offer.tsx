import { useLiveQuery } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { useLiveQueries } from '#core/http/live-queries.ts'
import { getAcquisitionRestriction } from '#src/catalog/allowlist/allowlist.shared.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import {
  type PurchaseObstacle,
  purchaseObstacle,
  type Terms,
} from '#src/sales/listing/purchase-obstacle.tsx'
import { saleWindow } from '#src/sales/listing/sale-window.tsx'
import { useLiveUpdates } from '#src/platform/realtime/live-updates.tsx'
import { getSerial, isToBuy, type SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { type ServerClock, useCurrentTime, useServerClock } from '#src/ui/server-clock.ts'
import { useWaitingRoom } from '#src/sales/waiting-room/waiting-room.tsx'
import type { Offer } from './confirm-page.tsx'

/** A copy named in the page's address, its terms, and the obstacle to buying it now. */
export interface Chosen extends SerialOfTitle {
  terms: Terms
  by: PurchaseObstacle | 'mine' | 'gone' | undefined
}

/** The offer of the page as it stands now. */
export interface LiveOffer {
  asset: ReplyOf<typeof getAsset>
  copies: Chosen[]
  /** The copies that can be bought, now or when their sale starts. */
  offered: Chosen[]
  /** Yen for all offered copies. */
  price: number
  /** Yen for all offered copies when the page was loaded. */
  before: number
  /** True if a price has changed since the page was loaded. */
  isChanged: boolean
  now: string
  clock: ServerClock
}

/** Keeps the offer up to date: others buy, prices change, a sale starts or ends. */
export function useLiveOffer(loaded: Offer): LiveOffer {
  const { kid } = loaded.asset
  const every = useLiveUpdates(kid)
  const asset = useLiveQuery(
    getAsset,
    { id: kid },
    { initial: loaded.asset, refetchInterval: every },
  )
  const waitingRoom = useWaitingRoom(kid, loaded.waitingRoom)
  const numbers = loaded.copies.map(({ number }) => ({ id: kid, number }))
  const latest = useLiveQueries(getSerial, numbers, {
    initial: loaded.copies,
    refetchInterval: every,
  })
  const ids = loaded.copies.map(({ asset_token_id }) => ({ asset_token_id }))
  const asked = { initial: loaded.restrictions, refetchInterval: every }
  const restrictions = useLiveQueries(getAcquisitionRestriction, ids, asked)
  const { sale_starting_at, sale_ending_at } = asset
  const early = restrictions.map(({ early_from }) => early_from)
  const clock = useServerClock(loaded.now)
  const now = useCurrentTime([sale_starting_at, sale_ending_at, ...early], clock)
  const each = latest.map((copy, i): Chosen => {
    const restriction = restrictions[i]
    const terms = { sale: saleWindow(asset, copy, restriction, now), restriction, waitingRoom }
    if (copy.mine) return { ...copy, terms, by: 'mine' }
    if (!isToBuy(copy)) return { ...copy, terms, by: 'gone' }
    return { ...copy, terms, by: purchaseObstacle({ asset, copy, terms, now }) }
  })
  const copies = withinLimits(each)
  const offered = copies.filter(isOffered)
  const firstPrice = ({ number, sale_price }: Chosen) =>
    loaded.copies.find((copy) => copy.number === number)?.sale_price ?? sale_price
  const isChanged = offered.some((copy) => firstPrice(copy) !== copy.sale_price)
  const price = offered.reduce((sum, { sale_price }) => sum + (sale_price ?? 0), 0)
  const before = offered.reduce((sum, copy) => sum + (firstPrice(copy) ?? 0), 0)
  return { asset, copies, offered, price, before, isChanged, now, clock }
}

const isOffered = ({ by }: Chosen) => by === undefined || by === 'waiting_room' || by === 'before'

/** Marks copies beyond the reader's holding limit, in the order of the copies. */
function withinLimits(copies: Chosen[]): Chosen[] {
  const counts = new Map<string, number>()
  return copies.map((copy) => {
    const { maximum, held, remaining = null, restricted } = copy.terms.restriction ?? {}
    if (!isOffered(copy) || remaining === null) return copy
    const limit = `${restricted} ${maximum} ${held}` // of the title or of an allowlist
    const count = (counts.get(limit) ?? 0) + 1
    counts.set(limit, count)
    return count > remaining ? { ...copy, by: 'full' } : copy
  })
}
