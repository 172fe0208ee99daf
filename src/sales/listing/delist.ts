import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { transitionAll } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { leaveDistributions } from '#src/catalog/distribution/distribution.ts'
import { revokeGiftsOn, withdrawGiftsOn } from '#src/catalog/gift/gift.ts'
import { revokeLoansOn, withdrawLoansOn } from '#src/catalog/loan/loan.ts'
import { spoilTradesOn, spoilTradesWith } from '#src/sales/trade-offer/end-offers.ts'
import type { Copy } from './listing-rules.ts'
import { listingTransitions } from './listing.shared.ts'

/**
 * Ends listings on behalf of their owner, who is the caller, with the trade offers, gifts, loans and
 * distributions on them. The copies are locked already.
 */
export async function delistByOwner(tx: Tx, ctx: Ctx, ids: string[], at: Date) {
  const owner = { by: 'owner', account: currentPerson(ctx).account_id, at } as const
  const set = { closed_at: at.toISOString() }
  await spoilTradesOn(tx, ids, at)
  await withdrawGiftsOn(tx, ids, owner.account, at)
  await withdrawLoansOn(tx, ids, owner.account, at)
  await leaveDistributions(tx, ids, at)
  await transitionAll(tx, listingTransitions, ids, { action: 'delist', ...owner, set })
}

/** Ends listings on behalf of the platform, with what waits on them. The copies are locked. */
export async function delistByPlatform(tx: Tx, ids: string[], at: Date) {
  const set = { closed_at: at.toISOString() }
  await revokeOn(tx, ids, at)
  await leaveDistributions(tx, ids, at)
  await transitionAll(tx, listingTransitions, ids, { action: 'delist', by: 'platform', at, set })
}

/** Step: ends the listings of copies that are open to trade while trading is off. The copies are locked. */
export async function delistIdle(
  tx: Tx,
  copies: readonly Partial<Pick<Copy, 'listing_id' | 'is_idle'>>[],
  at: Date,
) {
  const ids = copies.flatMap(({ listing_id, is_idle }) => (is_idle && listing_id) || [])
  if (ids.length > 0) await delistByPlatform(tx, ids, at)
}

/** Ends the trades, gifts and loans that wait on these listings. The copies are locked. */
export async function revokeOn(tx: Tx, ids: string[], at: Date) {
  await spoilTradesOn(tx, ids, at)
  await revokeGiftsOn(tx, ids, at)
  await revokeLoansOn(tx, ids, at)
}

/** Ends every live listing of the same kind that was prepared together with one of these. The copies are locked. */
export async function delistBatches(tx: Tx, listings: { listing_id: string }[], at: Date) {
  const first = listings.map(({ listing_id }) => listing_id)
  const rows = await tx
    .selectFrom('listing')
    .select('id')
    .where(
      sql<boolean>`(batch, kind) in (select batch, kind from listing where id = any(${first}::uuid[]))`,
    )
    .where('status', 'in', ['preparing', 'open'])
    .execute()
  await delistByPlatform(
    tx,
    rows.map(({ id }) => id),
    at,
  )
}

/** Ends every live listing and offer to trade of these copies. The caller holds the copy locks. */
export async function delistCopies(tx: Tx, asset_token_ids: string[], at: Date) {
  await spoilTradesWith(tx, asset_token_ids, at)
  const rows = await tx
    .selectFrom('listing')
    .select('id')
    .where('asset_token_id', 'in', asset_token_ids)
    .where('status', 'in', ['preparing', 'open'])
    .execute()
  await delistByPlatform(
    tx,
    rows.map(({ id }) => id),
    at,
  )
}
