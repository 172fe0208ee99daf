import { sql } from 'kysely'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { type ErrorCode, fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { bringBack, withdrawTitle } from '#src/catalog/asset/draft.ts'
import { ownTitle } from '#src/catalog/asset/edit.ts'
import { lockSerials } from '#src/catalog/serial/give.ts'
import { runsAt } from '#src/catalog/rental-period/rental-period.ts'
import { delistByOwner } from './delist.ts'
import type { restoreAsset, withdrawAsset } from './listing.shared.ts'

/**
 * Takes a title back: its copies go off the market and only its creator sees it. Refused once
 * anybody else owns, owned or was promised a copy, and while anybody rents one. Said again, it is
 * withdrawn since the first time.
 */
export function withdraw(ctx: Ctx, { kid }: BodyOf<typeof withdrawAsset>) {
  return inTx(ctx, async (tx) => {
    const asset = await ownTitle(tx, ctx, kid)
    if (asset.withdrawn_at) return { kid, withdrawn_at: asset.withdrawn_at }
    if (!asset.published_at) fail('title_not_out')
    const copies = await tx
      .selectFrom('serial')
      .select('asset_token_id')
      .where('kid', '=', kid)
      .execute()
    await lockSerials(
      tx,
      copies.map(({ asset_token_id }) => asset_token_id),
    )
    const no = await whyNot(tx, kid, ctx.now)
    if (no) fail(no)
    await delistAll(tx, ctx, kid)
    await withdrawTitle(tx, kid, ctx.now)
    return { kid, withdrawn_at: ctx.now.toISOString() }
  })
}

/** Undoes it while the title's files are there: it is out as before, with nothing on offer. */
export function restore(ctx: Ctx, { kid }: BodyOf<typeof restoreAsset>) {
  return inTx(ctx, async (tx) => {
    const { published_at, was_published_at } = await ownTitle(tx, ctx, kid)
    await bringBack(tx, kid)
    return { kid, published_at: was_published_at ?? published_at ?? fail('title_not_out') }
  })
}

/** What stands in the way; looked at after the copies were locked, as buyers lock them too. */
async function whyNot(tx: Tx, kid: string, at: Date): Promise<ErrorCode | undefined> {
  const { rows } = await sql<
    Record<'is_owned' | 'is_rented' | 'is_wanted' | 'is_promised', boolean>
  >`
    select
      exists (select from serial where serial.kid = asset.kid and owner <> creator)
        or exists (select from holding where holding.kid = asset.kid) as is_owned,
      exists (select from rental where rental.kid = asset.kid and ${runsAt(at)})
        or exists (select from purchase where purchase.kid = asset.kid and status = 'reserved'
          and rental_period_seconds > 0) as is_rented,
      exists (select from purchase where purchase.kid = asset.kid
        and status = 'reserved') as is_wanted,
      exists (select from coupon join serial using (asset_token_id) where serial.kid = asset.kid
        and status in ('valid', 'occupied')) as is_promised
    from asset where kid = ${kid}
  `.execute(tx)
  const { is_owned, is_rented, is_wanted, is_promised } = rows[0]!
  if (is_owned) return 'title_is_owned'
  if (is_rented) return 'serial_rented'
  if (is_wanted) return 'serial_being_purchased'
  return is_promised ? 'serial_reserved' : undefined
}

async function delistAll(tx: Tx, ctx: Ctx, kid: string) {
  const listings = await tx
    .selectFrom('listing')
    .select('id')
    .where('kid', '=', kid)
    .where('status', 'in', ['preparing', 'open'])
    .execute()
  const ids = listings.map(({ id }) => id)
  await delistByOwner(tx, ctx, ids)
}
