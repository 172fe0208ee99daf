import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'

/**
 * Replaces a group's titles with `kids`, in their order; without `kids`, checks that the present
 * ones belong to its brand. The caller has locked the group. Titles that join or leave are locked
 * by ascending id, so that neither their brand nor their group changes meanwhile. Refuses as
 * `not_found`, `content_not_in_brand` or `content_has_group`.
 */
export async function setGroupContents(
  tx: Tx,
  ctx: Ctx,
  group: { key: string; brand_id: string },
  kids?: string[],
) {
  const held = await tx
    .selectFrom('group_content')
    .innerJoin('asset', 'asset.kid', 'group_content.kid')
    .select('asset.kid')
    .where('group_key', '=', group.key)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
  const before = held.map(({ kid }) => kid)
  const after = kids ?? before
  const brandOf = await lockTitles(tx, ctx, [...new Set([...before, ...after])])
  for (const kid of after) {
    if (!brandOf.has(kid)) fail('not_found')
    if (brandOf.get(kid) !== group.brand_id) fail('content_not_in_brand')
  }
  const elsewhere = await tx
    .selectFrom('group_content')
    .select('kid')
    .where(sql<boolean>`kid = any(${after}::uuid[])`)
    .where('group_key', '<>', group.key)
    .executeTakeFirst()
  if (elsewhere) fail('content_has_group')
  await tx.deleteFrom('group_content').where('group_key', '=', group.key).execute()
  await sql`
    insert into group_content (kid, group_key, position)
    select kid, ${group.key}, position
    from unnest(${after}::uuid[]) with ordinality as wanted (kid, position)
  `.execute(tx)
}

/** Locks the caller's own titles, and returns the brand of each. */
async function lockTitles(tx: Tx, ctx: Ctx, kids: string[]) {
  if (kids.length === 0) return new Map<string, string | null>()
  const rows = await tx
    .selectFrom('asset')
    .select(['kid', 'brand_id'])
    .where('kid', 'in', kids)
    .where('creator', '=', currentPerson(ctx).account_id)
    .where('removed_at', 'is', null)
    .orderBy('kid')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ kid, brand_id }) => [kid, brand_id]))
}
