import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inTx, type Tx } from '#core/database/db.ts'
import { hasAddress } from '#src/catalog/brand/brand.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson, own } from '#core/context.ts'
import { rangeOfPage } from '#src/catalog/asset/asset.shared.ts'
import type { Focal } from '#src/platform/pictures/picture.shared.ts'
import { assetRows, countAssets } from '#src/catalog/asset/asset-rows.ts'
import { checkSaleTimes, locksOfChange, requireNoOpenWaitingRoom } from '#src/catalog/asset/edit.ts'
import { localCurrencyOf } from '#src/platform/currency/currency.ts'
import { enqueuePictureRemoval } from '#src/platform/pictures/remove-picture.ts'
import { changedPicture, pictureColumn } from '#src/platform/pictures/store-picture.ts'
import { requireOwnBrand } from '#src/catalog/asset/own-brand.ts'
import { setGroupContents } from './contents.ts'
import { countGroups, groupRows, hasPublishedTitles, isGroupToSee } from './group-rows.ts'
import type * as schema from './group.shared.ts'

const ADDRESS_BYTES = 16

type Changes = BodyOf<typeof schema.updateGroup>

/** Creates a group with titles of the caller's own brand, at an address that cannot be guessed. */
export async function create(ctx: Ctx, body: BodyOf<typeof schema.createGroup>) {
  const { sorted_contents, cover, cover_focal, ...fields } = body
  checkSaleTimes(fields)
  await requireOwnBrand(ctx.db, ctx, fields.brand_id) // refuses before the picture is processed
  const cover_picture = await coverOf(ctx, cover, cover_focal)
  return inTx(ctx, async (tx) => {
    const { key } = await tx
      .insertInto('title_group')
      .values({
        ...fields,
        cover_picture,
        owner: currentPerson(ctx).account_id,
        encrypted_id: randomBytes(ADDRESS_BYTES).toString('base64url'),
        created_at: ctx.now.toISOString(),
      })
      .returning('key')
      .executeTakeFirstOrThrow()
    await setGroupContents(tx, ctx, { key, brand_id: fields.brand_id }, sorted_contents)
    return selectGroup(ctx, sql`key = ${key}`, tx)
  })
}

/**
 * Changes the given fields; `sorted_contents` is the whole list in its order. Of two changes at
 * once one waits for the other, so that the order is never a mixture of both.
 */
export async function update(ctx: Ctx, body: Changes) {
  const { id, key, edited_at, sorted_contents, cover, cover_focal, ...fields } = body
  const version = { id, key, edited_at }
  await inTx(ctx, (tx) => lockOwnGroup(tx, ctx, version)) // refuses before the picture is processed
  if (fields.brand_id) await requireOwnBrand(ctx.db, ctx, fields.brand_id)
  const picture = await coverOf(ctx, cover, cover_focal)
  return inTx(ctx, async (tx) => {
    const before = await lockOwnGroup(tx, ctx, version)
    checkSaleTimes({ ...before, ...fields })
    if (locksOfChange(before, fields).includes('waiting_room_open'))
      await requireNoOpenWaitingRoom(tx, id)
    await tx
      .updateTable('title_group')
      .set({
        ...fields,
        edited_at: ctx.now.toISOString(),
        cover_picture: changedPicture('cover_picture', picture, cover_focal),
      })
      .where('key', '=', before.key)
      .execute()
    if (picture !== undefined) await enqueuePictureRemoval(tx, ctx, before.cover_picture)
    const group = { key: before.key, brand_id: fields.brand_id ?? before.brand_id }
    if (sorted_contents || group.brand_id !== before.brand_id)
      await setGroupContents(tx, ctx, group, sorted_contents)
    return selectGroup(ctx, sql`key = ${group.key}`, tx)
  })
}

/** Deletes a group; its titles stay. */
export function remove(ctx: Ctx, { id }: BodyOf<typeof schema.deleteGroup>) {
  return inTx(ctx, async (tx) => {
    const { key, cover_picture } = await lockOwnGroup(tx, ctx, { id })
    await requireNoOpenWaitingRoom(tx, id)
    await tx.deleteFrom('title_group').where('key', '=', key).execute()
    await enqueuePictureRemoval(tx, ctx, cover_picture)
    return undefined
  })
}

/** Returns the group at an address. */
export async function get(ctx: Ctx, { id, user_currency }: BodyOf<typeof schema.getGroup>) {
  const group = await selectVisible(ctx, id)
  return { ...group, local_currency: await localCurrencyOf(ctx, user_currency) }
}

/** Lists the caller's own groups, newest first, or only the group `key`. */
export function listOwn(ctx: Ctx, { key, ...paging }: BodyOf<typeof schema.listGroups>) {
  const mine = sql`owner = ${currentPerson(ctx).account_id}`
  return pageOf(ctx, key === undefined ? mine : sql`${mine} and key = ${key}`, paging)
}

/** Lists a brand's groups; a group without a published title is shown only to its owner. */
export async function listOfBrand(ctx: Ctx, query: BodyOf<typeof schema.listBrandGroups>) {
  const { id, account, sort_by } = query
  const brand = await ctx.db
    .selectFrom('brand')
    .select('id')
    .where('id', '=', id)
    .$if(account !== undefined, (brands) => brands.where(hasAddress(account!)))
    .executeTakeFirst()
  if (!brand) fail('not_found')
  const viewer = ctx.person?.account_id ?? null
  const where = sql`brand_id = ${id} and (${hasPublishedTitles} or owner = ${viewer})
    and ${isGroupToSee(ctx.person)}`
  return pageOf(ctx, where, { ...rangeOfPage(query), orderBy: ORDER[sort_by] })
}

const ORDER = {
  newest: sql`title_group.created_at desc, title_group.key`,
  oldest: sql`title_group.created_at, title_group.key`,
  name: sql`title_group.name, title_group.key`,
}

/** Lists a group's titles in its order; only their creator sees drafts. */
export async function listContents(
  ctx: Ctx,
  { id, limit, offset }: BodyOf<typeof schema.listGroupContents>,
) {
  const viewer = ctx.person?.account_id
  const { key } = await selectVisible(ctx, id)
  const where = sql`asset.kid in (select kid from group_content where group_key = ${key})
    and (is_public or creator = ${viewer ?? null}) and removed_at is null`
  const orderBy = sql`(select position from group_content where group_content.kid = asset.kid)`
  const [items, total] = await Promise.all([
    assetRows(ctx, { context: 'group', viewer, where, orderBy, limit, offset }),
    countAssets(ctx.db, where),
  ])
  return { items, total }
}

async function pageOf(
  ctx: Ctx,
  where: ReturnType<typeof sql>,
  part: { limit: number; offset: number; orderBy?: ReturnType<typeof sql> },
) {
  const [items, total] = await Promise.all([
    groupRows(ctx.db, { viewer: ctx.person?.account_id, where, ...part }),
    countGroups(ctx.db, where),
  ])
  return { items, total }
}

/** Returns the group at an address, if the caller may see it. Refuses `not_found`. */
const selectVisible = (ctx: Ctx, id: string) =>
  selectGroup(ctx, sql`encrypted_id = ${id} and ${isGroupToSee(ctx.person)}`)

async function selectGroup(
  ctx: Ctx,
  where: ReturnType<typeof sql>,
  tx?: Tx,
): Promise<schema.Group> {
  const [group] = await groupRows(tx ?? ctx.db, { viewer: ctx.person?.account_id, where })
  return group ?? fail('not_found')
}

/**
 * Locks the caller's own group. Refuses another owner's as `forbidden`, or as `not_found` if the caller
 * does not see it. Refuses a group that changed since `edited_at` as `changed_elsewhere`.
 */
async function lockOwnGroup(
  tx: Tx,
  ctx: Ctx,
  { id, key, edited_at }: Pick<Changes, 'id' | 'key' | 'edited_at'>,
) {
  const found = await tx
    .selectFrom('title_group')
    .select(['owner', 'key', 'brand_id', 'sale_starting_at', 'sale_ending_at', 'edited_at'])
    .select(['waiting_room', 'cover_picture', isGroupToSee(ctx.person).as('is_public')])
    .where('encrypted_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const group = own(ctx, 'owner', found)
  if (key !== undefined && key !== group.key) fail('input_invalid', { field: 'key' })
  if (edited_at !== undefined && edited_at !== group.edited_at) fail('changed_elsewhere')
  return group
}

const coverOf = (ctx: Ctx, image?: string | null, focal?: Focal) =>
  pictureColumn(ctx, 'groups', image, focal)
