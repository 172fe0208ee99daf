import { sql } from 'kysely'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { updateAsset } from './asset.shared.ts'
import { assetRows } from './asset-rows.ts'

/**
 * Changes a title. A minimum price under the platform's is raised to it, and the reply reports so.
 */
export function update(ctx: Ctx, body: BodyOf<typeof updateAsset>) {
  const { kid, edited_at, creator_royalty_rate, rental_creator_royalty_rate, brand_id, ...fields } =
    body
  return inTx(ctx, async (tx) => {
    const asset = await lockOwnAsset(tx, ctx, kid)
    if (edited_at !== undefined && edited_at !== asset.edited_at) fail('changed_elsewhere')
    if (fields.description === '') fail('description_empty')
    const { price_min, royalty_max_bp } = await settingsOf(tx)
    const rates = [creator_royalty_rate ?? 0, rental_creator_royalty_rate ?? 0]
    if (Math.max(...rates) * 100 > royalty_max_bp)
      fail('input_invalid', { field: 'creator_royalty_rate' })
    checkSaleTimes({ ...asset, ...fields })
    await requireUnchangedWaitingRoom(tx, kid, asset, fields)
    const minimum = fields.min_sellable_price
    const raised = minimum !== undefined && minimum < price_min
    if (brand_id) await requireBrandIsFree(tx, ctx, asset, brand_id)
    const changes = {
      ...fields,
      ...(brand_id !== undefined && { brand_id }),
      ...(raised && { min_sellable_price: price_min }),
      ...basisPoints('royalty_rate_bp', creator_royalty_rate),
      ...basisPoints('rental_royalty_rate_bp', rental_creator_royalty_rate),
    }
    if (Object.keys(changes).length > 0)
      await tx
        .updateTable('asset')
        .set({ ...changes, edited_at: ctx.now.toISOString() })
        .where('kid', '=', kid)
        .execute()
    const where = sql`kid = ${kid}`
    const [row] = await assetRows(
      { db: tx, now: ctx.now },
      { viewer: currentPerson(ctx).account_id, where },
    )
    return { ...row!, raised_to_minimum: raised }
  })
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

/**
 * Refuses to move the start or change the waiting room of a locked title or group once it is open,
 * because people have come for that start. `address` identifies the waiting room.
 */
export async function requireUnchangedWaitingRoom(
  tx: Tx,
  address: string,
  before: Times,
  { waiting_room, sale_starting_at }: { [K in keyof Times]?: Times[K] | undefined },
) {
  const isOther = waiting_room !== undefined && waiting_room !== before.waiting_room
  const starts = sale_starting_at && new Date(sale_starting_at).toISOString()
  const isMoved = starts !== undefined && starts !== before.sale_starting_at
  if (isOther || isMoved) await requireNoOpenWaitingRoom(tx, address)
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

/** Refuses as `not_found` unless the title is the caller's own. */
export async function requireOwnAsset(ctx: Ctx, kid: string) {
  const title = await ctx.db
    .selectFrom('asset')
    .select('kid')
    .where('kid', '=', kid)
    .where('creator', '=', currentPerson(ctx).account_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!title) fail('not_found')
}

/** Locks the caller's own title; refuses any other title as `not_found`. */
export async function lockOwnAsset(tx: Tx, ctx: Ctx, kid: string) {
  const asset = await tx
    .selectFrom('asset')
    .selectAll()
    .where('kid', '=', kid)
    .where('creator', '=', currentPerson(ctx).account_id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return asset ?? fail('not_found')
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
  const brand = await tx
    .selectFrom('brand')
    .select('id')
    .where('id', '=', brand_id)
    .where('owner', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
  if (!brand) fail('not_found')
}

/**
 * Replaces the titles of the caller's own brand. A title of another brand must leave that brand
 * first (`content_has_brand`). All titles are locked at once, by ascending id.
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
  await sql`
    update asset set brand_id = null
    where brand_id = ${brand_id} and kid <> all(${kids}::uuid[])
  `.execute(tx)
  await sql`
    update asset set brand_id = ${brand_id}
    where kid = any(${kids}::uuid[]) and brand_id is distinct from ${brand_id}::uuid
  `.execute(tx)
}

const basisPoints = (name: string, perCent: number | undefined) =>
  perCent === undefined ? {} : { [name]: Math.round(perCent * 100) }
