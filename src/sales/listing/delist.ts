import type { Tx } from '#core/database/db.ts'
import { moveAll } from '#core/database/events.ts'
import { type Ctx, me } from '#core/http/http.ts'
import { listingMoves } from './listing.shared.ts'

/** Step: the caller's own listings end, their copies being locked. */
export async function delistByOwner(tx: Tx, ctx: Ctx, ids: string[]) {
  const owner = { by: 'owner', account: me(ctx).account_id, at: ctx.now } as const
  const also = { closed_at: ctx.now.toISOString() }
  await moveAll(tx, listingMoves, ids, { act: 'delist', ...owner, also })
}

/** Step: these listings end without their owners' doing, their copies being locked. */
export async function delistByHouse(tx: Tx, ids: string[], at: Date) {
  const also = { closed_at: at.toISOString() }
  await moveAll(tx, listingMoves, ids, { act: 'delist', by: 'house', at, also })
}

/** Step: nobody can have these copies any more, their locks being held. */
export async function takeOffAll(tx: Tx, asset_token_ids: string[], at: Date) {
  const rows = await tx
    .selectFrom('listing')
    .select('id')
    .where('asset_token_id', 'in', asset_token_ids)
    .where('status', 'in', ['preparing', 'open'])
    .execute()
  await delistByHouse(
    tx,
    rows.map(({ id }) => id),
    at,
  )
}
