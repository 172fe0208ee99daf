import { randomUUID } from 'node:crypto'
import type { Tx } from '#core/database/db.ts'
import { isSuspended } from '#src/accounts/suspension/suspension.ts'
import { insertWithEvent, transitionAll } from '#core/database/events.ts'
import { type BoughtGift, startGifts } from '#src/catalog/gift/gift.ts'
import { endExpired } from '#src/catalog/rental-period/rental-period.ts'
import { spoilRequestsFor } from '#src/sales/trade-offer/end-offers.ts'
import { delistByPlatform, delistIdle } from './delist.ts'
import type { Copy } from './listing-rules.ts'
import { listingTransitions } from './listing.shared.ts'

interface Giveaway {
  kind: 'free_distribution' | 'free_rental' | 'transfer' | 'loan'
  giver: string
  batch: string
  /** How long each copy is lent. Free rentals only. */
  rental_period_seconds?: number
}

/** A copy to give away, with the listing that ends if it is idle. */
type Given = Pick<Copy, 'asset_token_id' | 'kid'> & Partial<Pick<Copy, 'listing_id' | 'is_idle'>>

/**
 * Step: prepares a listing for each copy that is to be given away, which locks the copy. Returns the
 * ids of the listings. The caller has locked the copies.
 */
export async function prepareGiveaway(
  tx: Tx,
  copies: readonly Given[],
  { giver, ...listing }: Giveaway,
  at: Date,
): Promise<string[]> {
  const rows = copies.map(({ asset_token_id, kid }) => ({
    id: randomUUID(),
    asset_token_id,
    kid,
    seller: giver,
    ...listing,
    created_at: at.toISOString(),
  }))
  await delistIdle(tx, copies, at)
  await endExpired(tx, [...new Set(copies.map(({ kid }) => kid))], at)
  const owner = { by: 'owner', account: giver, at } as const
  await insertWithEvent(tx, listingTransitions, rows, { action: 'prepare', ...owner })
  await spoilRequestsFor(
    tx,
    rows.map(({ asset_token_id }) => asset_token_id),
    at,
  )
  return rows.map(({ id }) => id)
}

/** Step: opens prepared listings. The caller has locked the copies. */
export async function openGiveaway(tx: Tx, ids: string[], at: Date) {
  const set = { opened_at: at.toISOString() }
  await transitionAll(tx, listingTransitions, ids, { action: 'open', by: 'platform', at, set })
}

/**
 * Step: marks listings as given. The caller holds the copy locks. Throws if a listing is not open,
 * which aborts the handover.
 */
export async function giveListings(tx: Tx, ids: string[], at: Date) {
  const set = { closed_at: at.toISOString() }
  const step = { action: 'give', by: 'platform', at, set } as const
  const given = await transitionAll(tx, listingTransitions, ids, step)
  if (given.length < ids.length) throw new Error('a listing that is being given is not open')
}

/**
 * Step: gives away copies that were bought as gifts, unless their giver was suspended before they were
 * paid. The caller has locked the giver and the copies, and sold their listings.
 */
export async function giveBought(tx: Tx, gifts: BoughtGift[], at: Date) {
  const [first] = gifts
  if (!first) return
  const giveaway = { kind: 'transfer', giver: first.giver, batch: first.batch } as const
  const listing_ids = await prepareGiveaway(tx, gifts, giveaway, at)
  await openGiveaway(tx, listing_ids, at)
  await startGifts(
    tx,
    gifts.map(({ id }, i) => ({ id, listing_id: listing_ids[i]! })),
    at,
  )
  if (await isSuspended(tx, first.giver)) await delistByPlatform(tx, listing_ids, at)
}
