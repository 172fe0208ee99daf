import { sql } from 'kysely'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { type ErrorCode, fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { restoreWithdrawn, markWithdrawn } from '#src/catalog/asset/asset-lifecycle.ts'
import { lockOwnAsset } from '#src/catalog/asset/edit.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import { spoilTradesWith } from '#src/sales/trade-offer/end-offers.ts'
import { delistByOwner } from './delist.ts'
import type { restoreAsset, withdrawAsset } from './listing.shared.ts'

/**
 * Withdraws a title: delists its copies and hides it from everybody but its creator. Refuses if
 * anybody else owns or ever owned a copy (`title_is_owned`), rents one (`serial_rented`), is paying
 * for one (`serial_being_purchased`) or holds a coupon for one (`serial_reserved`). A repeat returns
 * the time of the first withdrawal.
 */
export function withdraw(ctx: Ctx, { kid }: BodyOf<typeof withdrawAsset>) {
  return inTx(ctx, async (tx) => {
    const asset = await lockOwnAsset(tx, ctx, kid)
    if (asset.withdrawn_at) return { kid, withdrawn_at: asset.withdrawn_at }
    if (!asset.published_at) fail('title_not_out')
    const copies = await tx
      .selectFrom('serial')
      .select('asset_token_id')
      .where('kid', '=', kid)
      .execute()
    const ids = copies.map(({ asset_token_id }) => asset_token_id)
    const at = await lockSerials(tx, ids, ctx.time)
    const code = await withdrawalRefusal(tx, kid, at)
    if (code) fail(code)
    await spoilTradesWith(tx, ids, at)
    await delistAll(tx, ctx, kid, at)
    await markWithdrawn(tx, kid, at)
    return { kid, withdrawn_at: at.toISOString() }
  })
}

/** Publishes a withdrawn title again while its files are stored. Its copies stay unlisted. */
export function restore(ctx: Ctx, { kid }: BodyOf<typeof restoreAsset>) {
  return inTx(ctx, async (tx) => {
    const { published_at, was_published_at } = await lockOwnAsset(tx, ctx, kid)
    await restoreWithdrawn(tx, kid)
    return { kid, published_at: was_published_at ?? published_at ?? fail('title_not_out') }
  })
}

/**
 * Returns the reason why a title cannot be withdrawn. Runs under the copy locks, which purchases take
 * too.
 */
async function withdrawalRefusal(tx: Tx, kid: string, at: Date): Promise<ErrorCode | undefined> {
  const { rows } = await sql<
    Record<'is_owned' | 'is_rented' | 'is_being_paid' | 'is_promised', boolean>
  >`
    select
      exists (select from serial where serial.kid = asset.kid and owner <> creator)
        or exists (select from holding where holding.kid = asset.kid) as is_owned,
      exists (select from rental where rental.kid = asset.kid and ${isRunningAt(at)})
        or exists (select from purchase where purchase.kid = asset.kid and status = 'reserved'
          and not transfers_copy and buyer <> seller) as is_rented,
      exists (select from purchase where purchase.kid = asset.kid
        and status = 'reserved') as is_being_paid,
      exists (select from coupon join serial using (asset_token_id) where serial.kid = asset.kid
        and status in ('valid', 'occupied')) as is_promised
    from asset where kid = ${kid}
  `.execute(tx)
  const { is_owned, is_rented, is_being_paid, is_promised } = rows[0]!
  if (is_owned) return 'title_is_owned'
  if (is_rented) return 'serial_rented'
  if (is_being_paid) return 'serial_being_purchased'
  return is_promised ? 'serial_reserved' : undefined
}

async function delistAll(tx: Tx, ctx: Ctx, kid: string, at: Date) {
  const listings = await tx
    .selectFrom('listing')
    .select('id')
    .where('kid', '=', kid)
    .where('status', 'in', ['preparing', 'open'])
    .execute()
  const ids = listings.map(({ id }) => id)
  await delistByOwner(tx, ctx, ids, at)
}
