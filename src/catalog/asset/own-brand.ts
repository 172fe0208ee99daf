import { type RawBuilder, sql } from 'kysely'
import { type Ctx, own } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'

const isPublic: RawBuilder<boolean> = sql`brand.hidden_at is null`

/** Refuses a brand that is not the caller's own: as `forbidden`, or as `not_found` if it is hidden. */
export async function requireOwnBrand(db: Db | Tx, ctx: Ctx, id: string) {
  const brand = await db
    .selectFrom('brand')
    .select(['owner', isPublic.as('is_public')])
    .where('id', '=', id)
    .executeTakeFirst()
  own(ctx, 'owner', brand)
}

/**
 * Step: locks the caller's own brand. Refuses another owner's as `forbidden`, or as `not_found` if it is
 * hidden. Refuses a brand that changed since `edited_at` as `changed_elsewhere`.
 */
export async function lockOwnBrand(
  tx: Tx,
  ctx: Ctx,
  { id, edited_at }: { id: string; edited_at?: string | null | undefined },
) {
  const found = await tx
    .selectFrom('brand')
    .select(['owner', 'edited_at', 'hero_picture', 'verified_at', isPublic.as('is_public')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const brand = own(ctx, 'owner', found)
  if (edited_at !== undefined && edited_at !== brand.edited_at) fail('changed_elsewhere')
  return brand
}
