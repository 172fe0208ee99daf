import { type RawBuilder, sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson, own } from '#core/context.ts'
import { once } from '#core/http/idempotency.ts'
import { requireOwnAsset, lockOwnAsset } from '#src/catalog/asset/edit.ts'
import { formatRanges } from '#src/catalog/asset/ranges.shared.ts'
import type * as schema from './allowlist.shared.ts'
import type { Allowlist } from './allowlist.shared.ts'

/** Lists the allowlists of the caller's own title, without those of free rentals: they reserve nothing. */
export async function list(ctx: Ctx, { kid }: BodyOf<typeof schema.listAllowlists>) {
  await requireOwnAsset(ctx, kid)
  const where = sql`kid = ${kid}
    and not exists (select from free_rental where free_rental.allowlist_id = allowlist.id)`
  return { items: await selectLists(ctx.db, where, ctx.now) }
}

/** Creates a list without people: until some are added, nobody may buy its copies. */
export function create(ctx: Ctx, body: BodyOf<typeof schema.createAllowlist>): Promise<Allowlist> {
  const { kid, name, maximum, early_from, asset_token_ids } = body
  return once(ctx, body, async (tx) => {
    const { sale_starting_at } = await lockOwnAsset(tx, ctx, kid)
    requireEarlierStart(early_from, sale_starting_at)
    const { id } = await tx
      .insertInto('allowlist')
      .values({
        kid,
        name,
        maximum,
        early_from,
        whole: !asset_token_ids,
        created_at: ctx.now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (asset_token_ids) await addCopies(tx, ctx, { id, kid }, asset_token_ids)
    return selectList(tx, id, ctx.now)
  })
}

/** Changes a list's fields and copies, and ends it or resumes it. */
export function update(ctx: Ctx, body: BodyOf<typeof schema.updateAllowlist>): Promise<Allowlist> {
  const { id, asset_token_ids, ended, ...fields } = body
  return inTx(ctx, async (tx) => {
    const { kid, whole, sale_starting_at } = await lockOwnList(tx, ctx, id)
    if (fields.early_from) requireEarlierStart(fields.early_from, sale_starting_at)
    if (asset_token_ids && whole) fail('input_invalid', { field: 'asset_token_ids' })
    if (asset_token_ids) await addCopies(tx, ctx, { id, kid }, asset_token_ids)
    const end = ended === undefined ? {} : { ended_at: ended ? ctx.now.toISOString() : null }
    const changes = { ...fields, ...end }
    if (Object.keys(changes).length > 0)
      await tx.updateTable('allowlist').set(changes).where('id', '=', id).execute()
    return selectList(tx, id, ctx.now)
  })
}

/** Step: locks the title of the caller's own list; refuses any other list as `not_found`. */
export async function lockOwnList(tx: Tx, ctx: Ctx, id: string) {
  const found = await tx
    .selectFrom('allowlist')
    .innerJoin('asset', 'asset.kid', 'allowlist.kid')
    .select(['allowlist.kid', 'whole', 'creator'])
    .where('id', '=', id)
    .executeTakeFirst()
  const { kid, whole } = own(ctx, 'creator', found)
  const { sale_starting_at } = await lockOwnAsset(tx, ctx, kid)
  return { kid, whole, sale_starting_at }
}

/** Refuses an early start unless the sale has a start and that start is later. */
function requireEarlierStart(early_from: string | null, sale_starting_at: string | null) {
  if (early_from === null) return
  if (!sale_starting_at || Date.parse(early_from) >= Date.parse(sale_starting_at))
    fail('input_invalid', { field: 'early_from' })
}

/**
 * Adds copies to the list, taking each from its former list. Refuses `not_owner` unless the caller owns
 * all, and `serial_in_distribution` if a free distribution to others gives one away.
 */
async function addCopies(
  tx: Tx,
  ctx: Ctx,
  { id, kid }: { id: string; kid: string },
  given: string[],
) {
  const ids = [...new Set(given)]
  await requireNotGivenAway(tx, id, ids)
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('allowlist_copy')
    .columns(['asset_token_id', 'allowlist_id'])
    .expression((of) =>
      of
        .selectFrom('serial')
        .select(['asset_token_id', sql<string>`${id}::uuid`.as('allowlist_id')])
        .where(sql<boolean>`asset_token_id = any(${ids}::uuid[])`)
        .where('kid', '=', kid)
        .where('owner', '=', currentPerson(ctx).account_id),
    )
    .onConflict((conflict) => conflict.column('asset_token_id').doUpdateSet({ allowlist_id: id }))
    .executeTakeFirstOrThrow()
  if (Number(added) < ids.length) fail('not_owner')
}

/** Locks the copies first: a distribution of them may begin at the same time. */
async function requireNotGivenAway(tx: Tx, id: string, asset_token_ids: string[]) {
  await sql`
    select from serial where asset_token_id = any(${asset_token_ids}::uuid[])
    order by asset_token_id for no key update
  `.execute(tx)
  const { rows } = await sql<{ number: number }>`
    select number from listing join distribution using (batch) join serial using (asset_token_id)
    where asset_token_id = any(${asset_token_ids}::uuid[]) and listing.status in ('preparing', 'open')
      and allowlist_id is distinct from ${id} order by number limit 1
  `.execute(tx)
  if (rows[0]) fail('serial_in_distribution', rows[0])
}

async function selectList(tx: Tx, id: string, at: Date): Promise<Allowlist> {
  return (await selectLists(tx, sql`id = ${id}`, at))[0]!
}

async function selectLists(
  db: Db | Tx,
  where: RawBuilder<unknown>,
  at: Date,
): Promise<Allowlist[]> {
  const { rows: found } = await sql<Omit<Allowlist, 'numbers'> & { numbers: number[] }>`
    select id, kid, name, whole, coalesce(named.numbers, '{}') as numbers, held.copies, maximum,
      early_from, people.n as people, people.arrived, created_at, ended_at
    from (select * from allowlist where ${where}) allowlist
    cross join lateral (
      select array_agg(number order by number) as numbers
      from allowlist_copy join serial using (asset_token_id) where allowlist_id = allowlist.id
    ) named
    cross join lateral (
      select count(*) as copies
      from reserved_copy where allowlist_id = allowlist.id
        and (reserved_until is null or reserved_until > ${at.toISOString()}::timestamptz)
    ) held
    cross join lateral (
      select count(*) as n,
        count(*) filter (where account_id is not null or account.id is not null) as arrived
      from allowlist_person left join account on lower(account.email) = allowlist_person.email
      where allowlist_id = allowlist.id
    ) people
    order by created_at desc, id
  `.execute(db)
  return found.map((row) => ({ ...row, numbers: formatRanges(row.numbers) }))
}
