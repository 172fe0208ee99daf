import type { Tx } from '#core/database/db.ts'
import { transitionAll } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { listingTransitions } from './listing.shared.ts'

/** Step: the caller's own listings end, their copies being locked. */
export async function delistByOwner(tx: Tx, ctx: Ctx, ids: string[]) {
  const owner = { by: 'owner', account: currentPerson(ctx).account_id, at: ctx.now } as const
  const also = { closed_at: ctx.now.toISOString() }
  await transitionAll(tx, listingTransitions, ids, { action: 'delist', ...owner, also })
}

/** Step: these listings end without their owners' doing, their copies being locked. */
export async function delistByPlatform(tx: Tx, ids: string[], at: Date) {
  const also = { closed_at: at.toISOString() }
  await transitionAll(tx, listingTransitions, ids, { action: 'delist', by: 'platform', at, also })
}

/** Step: nobody can have these copies any more, their locks being held. */
export async function takeOffAll(tx: Tx, asset_token_ids: string[], at: Date) {
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
