import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { rangeOfPage } from '#src/catalog/asset/asset.shared.ts'
import type { Focal } from '#src/platform/pictures/picture.shared.ts'
import { assetRows, countAssets } from '#src/catalog/asset/asset-rows.ts'
import { requireNoOpenWaitingRoom, requireUnchangedWaitingRoom, checkSaleTimes } from '#src/catalog/asset/edit.ts'
import { localCurrencyOf } from '#src/platform/currency/currency.ts'
import { enqueuePictureRemoval } from '#src/platform/pictures/remove-picture.ts'
import { withFocal, pictureColumn } from '#src/platform/pictures/store-picture.ts'
import { setGroupContents } from './contents.ts'
import { countGroups, groupRows, hasTitlesOut } from './group-rows.ts'
import type * as schema from './group.shared.ts'

const ADDRESS_BYTES = 16

type Changes = BodyOf<typeof schema.updateGroup>

/** A new group with titles of one's own brand, at an address that cannot be guessed. */
export async function create(ctx: Ctx, body: BodyOf<typeof schema.createGroup>) {
  const { sorted_contents, cover, cover_focal, ...fields } = body
  checkSaleTimes(fields)
  await ownBrand(ctx, fields.brand_id) // before the work of a picture
  const cover_picture = await coverOf(ctx, cover, cover_focal)
  return inTx(ctx, async (tx) => {
    const { key } = await tx
      .insertInto('title_group')
      .values({
        ...{ ...fields, cover_picture, owner: currentPerson(ctx).account_id },
        encrypted_id: randomBytes(ADDRESS_BYTES).toString('base64url'),
        created_at: ctx.now.toISOString(),
      })
      .returning('key')
      .executeTakeFirstOrThrow()
    await setGroupContents(tx, ctx, { key, brand_id: fields.brand_id }, sorted_contents)
    return one(ctx, sql`key = ${key}`, tx)
  })
}

/**
 * What is given changes; `sorted_contents` is the whole list in its order. Of two that come at once
 * one waits, so that the order is never a mixture of both.
 */
export async function update(ctx: Ctx, body: Changes) {
  const { id, key, edited_at, sorted_contents, cover, cover_focal, ...fields } = body
  const seen = { id, key, edited_at }
  await inTx(ctx, (tx) => own(tx, ctx, seen)) // before the work of a picture
  if (fields.brand_id) await ownBrand(ctx, fields.brand_id)
  const picture = await coverOf(ctx, cover, cover_focal)
  return inTx(ctx, async (tx) => {
    const before = await own(tx, ctx, seen)
    checkSaleTimes({ ...before, ...fields })
    await requireUnchangedWaitingRoom(tx, id, before, fields)
    await tx
      .updateTable('title_group')
      .set({
        ...{ ...fields, edited_at: ctx.now.toISOString() },
        cover_picture: picture ?? withFocal('cover_picture', cover_focal),
      })
      .where('key', '=', before.key)
      .execute()
    if (picture) await enqueuePictureRemoval(tx, ctx, before.cover_picture)
    const group = { key: before.key, brand_id: fields.brand_id ?? before.brand_id }
    if (sorted_contents || group.brand_id !== before.brand_id)
      await setGroupContents(tx, ctx, group, sorted_contents)
    return one(ctx, sql`key = ${group.key}`, tx)
  })
}

/** Takes a group away; its titles stay, each for itself. */
export function remove(ctx: Ctx, { id }: BodyOf<typeof schema.deleteGroup>) {
  return inTx(ctx, async (tx) => {
    const { key, cover_picture } = await own(tx, ctx, { id })
    await requireNoOpenWaitingRoom(tx, id)
    await tx.deleteFrom('title_group').where('key', '=', key).execute()
    await enqueuePictureRemoval(tx, ctx, cover_picture)
    return undefined
  })
}

export async function get(ctx: Ctx, { id, user_currency }: BodyOf<typeof schema.getGroup>) {
  const group = await one(ctx, sql`encrypted_id = ${id}`)
  return { ...group, local_currency: await localCurrencyOf(ctx, user_currency) }
}

export function listOwn(ctx: Ctx, { key, ...paging }: BodyOf<typeof schema.listGroups>) {
  const mine = sql`owner = ${currentPerson(ctx).account_id}`
  return pageOf(ctx, key === undefined ? mine : sql`${mine} and key = ${key}`, paging)
}

/** A brand's groups; what has no title out yet only its owner sees. */
export async function listOfBrand(ctx: Ctx, asked: BodyOf<typeof schema.listBrandGroups>) {
  const { id, account, sort_by } = asked
  const brand = await ctx.db
    .selectFrom('brand')
    .select('id')
    .where('id', '=', id)
    .$if(account !== undefined, (brands) => brands.where('account', '=', account!))
    .executeTakeFirst()
  if (!brand) fail('not_found')
  const viewer = ctx.person?.account_id ?? null
  const where = sql`brand_id = ${id} and (${hasTitlesOut} or owner = ${viewer})`
  return pageOf(ctx, where, { ...rangeOfPage(asked), orderBy: ORDER[sort_by] })
}

const ORDER = {
  newest: sql`title_group.created_at desc, title_group.key`,
  oldest: sql`title_group.created_at, title_group.key`,
  name: sql`title_group.name, title_group.key`,
}

/** The titles of a group in its order; what is not out yet only their creator sees. */
export async function listContents(
  ctx: Ctx,
  { id, limit, offset }: BodyOf<typeof schema.listGroupContents>,
) {
  const viewer = ctx.person?.account_id
  const { key } = await one(ctx, sql`encrypted_id = ${id}`)
  const where = sql`asset.kid in (select kid from group_content where group_key = ${key})
    and (published_at is not null or creator = ${viewer ?? null}) and removed_at is null`
  const orderBy = sql`(select position from group_content where group_content.kid = asset.kid)`
  const [items, total] = await Promise.all([
    assetRows(ctx, { viewer, where, orderBy, limit, offset }),
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

async function one(ctx: Ctx, where: ReturnType<typeof sql>, tx?: Tx): Promise<schema.Group> {
  const [group] = await groupRows(tx ?? ctx.db, { viewer: ctx.person?.account_id, where })
  return group ?? fail('not_found')
}

/** Locks a group of one's own as it was last looked at; a stranger's is as unknown as none. */
async function own(
  tx: Tx,
  ctx: Ctx,
  { id, key, edited_at }: Pick<Changes, 'id' | 'key' | 'edited_at'>,
) {
  const group = await tx
    .selectFrom('title_group')
    .select(['key', 'brand_id', 'sale_starting_at', 'sale_ending_at', 'edited_at'])
    .select(['waiting_room', 'cover_picture'])
    .where('encrypted_id', '=', id)
    .where('owner', '=', currentPerson(ctx).account_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!group) fail('not_found')
  if (key !== undefined && key !== group.key) fail('input_invalid', { field: 'key' })
  if (edited_at !== undefined && edited_at !== group.edited_at) fail('changed_elsewhere')
  return group
}

async function ownBrand(ctx: Ctx, id: string) {
  const brand = await ctx.db
    .selectFrom('brand')
    .select('id')
    .where('id', '=', id)
    .where('owner', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
  if (!brand) fail('not_found')
}

const coverOf = (ctx: Ctx, image?: string, focal?: Focal) =>
  pictureColumn(ctx, 'groups', image, focal)
