import { type Selectable, sql, type Updateable } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { Asset as AssetTable } from '#core/database/tables.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { requireOwnBrand } from './own-brand.ts'
import { type Ctx, currentPerson, own } from '#core/context.ts'
import { enqueueReading } from '#src/catalog/reading/reading.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { updateAsset } from './asset.shared.ts'
import { assetRows } from './asset-rows.ts'
import {
  fieldNames,
  fieldOf,
  fieldsAboveLimit,
  type FieldName,
  type Limits,
  type Lock,
  locks,
} from './title-fields.shared.ts'

type Fields = { [N in FieldName]?: unknown }

/**
 * Changes a title. A minimum price under the platform's is raised to it, and the reply reports so.
 */
export function update(ctx: Ctx, body: BodyOf<typeof updateAsset>) {
  const { kid, edited_at, ...fields } = body
  return inTx(ctx, async (tx) => {
    const asset = await lockOwnAsset(tx, ctx, kid)
    if (edited_at !== undefined && edited_at !== asset.edited_at) fail('changed_elsewhere')
    const raised = await setFields(tx, ctx, asset, fields)
    const where = sql`kid = ${kid}`
    const [row] = await assetRows(
      { db: tx, now: ctx.now },
      { context: 'title', viewer: currentPerson(ctx).account_id, where },
    )
    return { ...row!, raised_to_minimum: raised }
  })
}

/**
 * Sets fields of the caller's own title, which is locked. Returns whether the minimum price was
 * raised to the platform's.
 */
export async function setFields(
  tx: Tx,
  ctx: Ctx,
  asset: Selectable<AssetTable>,
  fields: Omit<BodyOf<typeof updateAsset>, 'kid' | 'edited_at'>,
): Promise<boolean> {
  if (fields.description === '') fail('description_empty')
  const settings = await settingsOf(tx)
  requireWithinLimits(fields, settings)
  checkSaleTimes({ ...asset, ...fields })
  await requireUnlocked(tx, asset, fields)
  const { price_min } = settings
  const raised = (fields.min_sellable_price ?? price_min) < price_min
  if (fields.brand_id) await requireBrandIsFree(tx, ctx, asset, fields.brand_id)
  const changes = columnsOf({ ...fields, ...(raised && { min_sellable_price: price_min }) })
  if (Object.keys(changes).length > 0)
    await tx
      .updateTable('asset')
      .set({ ...changes, edited_at: ctx.time().toISOString() })
      .where('kid', '=', asset.kid)
      .execute()
  await enqueueReading(tx, fields.title)
  return raised
}

/** Refuses a number above the platform's limit. */
export function requireWithinLimits(fields: Fields, limits: Limits) {
  const [field] = fieldsAboveLimit(fields, limits)
  if (field) fail('input_invalid', { field })
}

/** Names fields as their columns, and converts rates to basis points. */
const columnsOf = (fields: Fields): Updateable<AssetTable> =>
  Object.fromEntries(
    (Object.entries(fields) as [FieldName, unknown][]).map(([name, value]) => {
      const { kind, column = name } = fieldOf(name)
      return [column, kind === 'rate' ? Math.round(Number(value) * 100) : value]
    }),
  )

/** Refuses to change a field while it is locked. */
async function requireUnlocked(tx: Tx, asset: Selectable<AssetTable>, fields: Fields) {
  const wanted = locksOfChange(asset, fields)
  if (wanted.length === 0) return
  const [lock] = (await locksOf(tx, asset.kid)).filter((one) => wanted.includes(one))
  if (lock) fail(locks[lock])
}

interface Times {
  sale_starting_at: string | null
  sale_ending_at: string | null
  waiting_room: boolean
}

/** Refuses a sale that ends before it starts, and a waiting room for a sale without a start. */
export function checkSaleTimes({ sale_starting_at, sale_ending_at, waiting_room }: Times) {
  if (waiting_room && sale_starting_at === null) fail('input_invalid', { field: 'waiting_room' })
  if (sale_starting_at === null || sale_ending_at === null) return
  if (Date.parse(sale_starting_at) >= Date.parse(sale_ending_at))
    fail('input_invalid', { field: 'sale_ending_at' })
}

/** Names the locks of the fields of a title or group that a change would set to another value. */
export const locksOfChange = (before: Fields, change: Fields) =>
  fieldNames.flatMap((name) => {
    const { kind, lock } = fieldOf(name)
    const to = change[name]
    if (!lock || to === undefined) return []
    const stored = kind === 'time' && to !== null ? new Date(to as string).toISOString() : to
    return stored === before[name] ? [] : [lock]
  })

/** Returns the locks of a title that are on now. */
export async function locksOf(db: Db | Tx, kid: string): Promise<Lock[]> {
  const { rows } = await sql<{ lock: Lock }>`
    select case when kid is null then 'group_waiting_room_open' else 'waiting_room_open' end as lock
    from waiting_room where ended_at is null and (address = ${kid}
      or group_key = (select group_key from group_content where kid = ${kid}))
  `.execute(db)
  return rows.map(({ lock }) => lock)
}

/** Refuses as `waiting_room_opened` if the waiting room of a locked title or group is open. */
export async function requireNoOpenWaitingRoom(tx: Tx, address: string) {
  const open = await tx
    .selectFrom('waiting_room')
    .select('id')
    .where('address', '=', address)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (open) fail('waiting_room_opened')
}

/** Refuses a title that is not the caller's own: as `forbidden`, or as `not_found` unless it is public. */
export async function requireOwnAsset(ctx: Ctx, kid: string) {
  const title = await ctx.db
    .selectFrom('asset')
    .select(['creator', 'is_public'])
    .where('kid', '=', kid)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  own(ctx, 'creator', title)
}

/** Locks the caller's own title. Refuses any other as `forbidden`, or as `not_found` unless it is public. */
export async function lockOwnAsset(tx: Tx, ctx: Ctx, kid: string) {
  const asset = await tx
    .selectFrom('asset')
    .selectAll()
    .where('kid', '=', kid)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return own(ctx, 'creator', asset)
}

async function requireBrandIsFree(
  tx: Tx,
  ctx: Ctx,
  asset: { title: string; brand_id: string | null },
  brand_id: string,
) {
  if (asset.brand_id && asset.brand_id !== brand_id) {
    const other = tx.selectFrom('brand').select('name').where('id', '=', asset.brand_id)
    const { name } = await other.executeTakeFirstOrThrow()
    fail('content_has_brand', { title: asset.title, brand: name })
  }
  await requireOwnBrand(tx, ctx, brand_id)
}

/**
 * Replaces the titles of the caller's own brand. A title of another brand must leave that brand
 * first (`content_has_brand`). All titles are locked at once, by ascending id. Forms of the changed
 * titles that were loaded before are refused as `changed_elsewhere`.
 */
export async function setBrandAssets(tx: Tx, ctx: Ctx, brand_id: string, kids: string[]) {
  const wanted = new Set(kids)
  const titles = await tx
    .selectFrom('asset')
    .select(['kid', 'title', 'brand_id'])
    .where(sql<boolean>`(brand_id = ${brand_id} or kid = any(${kids}::uuid[]))`)
    .where('creator', '=', currentPerson(ctx).account_id)
    .where('removed_at', 'is', null)
    .orderBy('kid')
    .forNoKeyUpdate()
    .execute()
  const joining = titles.filter(({ kid }) => wanted.has(kid))
  if (joining.length < wanted.size) fail('not_found')
  const elsewhere = joining.find((title) => title.brand_id && title.brand_id !== brand_id)
  if (elsewhere) await requireBrandIsFree(tx, ctx, elsewhere, brand_id)
  const edited_at = ctx.time().toISOString()
  await sql`
    update asset set brand_id = null, edited_at = ${edited_at}
    where brand_id = ${brand_id} and kid <> all(${kids}::uuid[])
  `.execute(tx)
  await sql`
    update asset set brand_id = ${brand_id}, edited_at = ${edited_at}
    where kid = any(${kids}::uuid[]) and brand_id is distinct from ${brand_id}::uuid
  `.execute(tx)
}
