import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { descriptionHtml } from '#src/catalog/asset/description.ts'
import type { Focal } from '#src/platform/pictures/picture.shared.ts'
import { rangeOfPage } from '#src/catalog/asset/asset.shared.ts'
import { setBrandAssets } from '#src/catalog/asset/edit.ts'
import { enqueueReading } from '#src/catalog/reading/reading.ts'
import { enqueuePictureRemoval } from '#src/platform/pictures/remove-picture.ts'
import { changedPicture, pictureColumn } from '#src/platform/pictures/store-picture.ts'
import type { Brand, createBrand, getBrand, listBrands, updateBrand } from './brand.shared.ts'
import { RESERVED_WORDS } from './brand.shared.ts'
import { lockOwnBrand } from '#src/catalog/asset/own-brand.ts'

type Changes = BodyOf<typeof updateBrand>

/**
 * Creates a brand with titles of the caller's own. Refuses `account_suspended`, which a deleted account
 * counts as: the request may have begun before.
 */
export async function create(ctx: Ctx, body: BodyOf<typeof createBrand>): Promise<Brand> {
  const { kids, hero_image, hero_focal, ...fields } = body
  refuseReserved(fields.account)
  const hero_picture = await heroOf(ctx, hero_image, hero_focal)
  const owner = currentPerson(ctx).account_id
  return inTx(ctx, async (tx) => {
    await lockActor(tx, owner)
    const { id } = await tx
      .insertInto('brand')
      .values({
        ...fields,
        hero_picture,
        owner,
        created_at: ctx.now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueueReading(tx, fields.name)
    await setBrandAssets(tx, ctx, id, kids)
    return selectBrand(tx, ctx, sql`brand.id = ${id}`)
  })
}

/**
 * Changes the given fields; `kids` is the whole list, and titles left out leave the brand. A former address
 * keeps leading to the brand, and the brand can have it back.
 */
export async function update(ctx: Ctx, body: Changes): Promise<Brand> {
  const { id, edited_at, kids, hero_image, hero_focal, ...fields } = body
  const version = { id, edited_at }
  if (fields.account !== undefined) refuseReserved(fields.account)
  await inTx(ctx, (tx) => lockOwnBrand(tx, ctx, version)) // refuses before the picture is processed
  const hero = await heroOf(ctx, hero_image, hero_focal)
  return inTx(ctx, async (tx) => {
    const before = await lockOwnBrand(tx, ctx, version)
    await tx
      .updateTable('brand')
      .set({
        ...fields,
        edited_at: ctx.now.toISOString(),
        hero_picture: changedPicture('hero_picture', hero, hero_focal),
      })
      .where('id', '=', id)
      .execute()
    await enqueueReading(tx, fields.name)
    if (hero !== undefined) await enqueuePictureRemoval(tx, ctx, before.hero_picture)
    if (kids) await setBrandAssets(tx, ctx, id, kids)
    return selectBrand(tx, ctx, sql`brand.id = ${id}`)
  })
}

/** Returns a brand by its id. */
export const get = (ctx: Ctx, { id }: BodyOf<typeof getBrand>) =>
  selectBrand(ctx.db, ctx, sql`brand.id = ${id} and ${isBrandToSee(ctx)}`)

/** Matches brands that the caller may see: hidden ones only if they are theirs, or as an administrator. */
export const isBrandToSee = ({ person }: Pick<Ctx, 'person'>) =>
  person?.role === 'ADMIN'
    ? sql`true`
    : sql`(brand.hidden_at is null or brand.owner = ${person?.account_id ?? null})`

/** Lists the brand with an address, or else the caller's own brands. */
export async function list(ctx: Ctx, { account, ...query }: BodyOf<typeof listBrands>) {
  const { limit, offset } = rangeOfPage(query)
  if (account === undefined && currentPerson(ctx).role !== 'ORH') fail('creators_only')
  const where =
    account === undefined
      ? sql`brand.owner = ${currentPerson(ctx).account_id}`
      : sql`${hasAddress(account)} and ${isBrandToSee(ctx)}`
  const items = await selectBrands(ctx.db, ctx, where, sql`limit ${limit} offset ${offset}`)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*) as n from brand where ${where}
  `.execute(ctx.db)
  return { items, total: counted[0]!.n }
}

/** Matches the brand that has or had an address; `brand` is in the query. */
export const hasAddress = (account: string) =>
  sql<boolean>`brand.id = (select brand_id from brand_address where account = ${account})`

function refuseReserved(account: string) {
  if (RESERVED_WORDS.includes(account)) fail('brand_account_reserved')
}

const heroOf = (ctx: Ctx, image?: string | null, focal?: Focal) =>
  pictureColumn(ctx, 'brands', image, focal)

async function selectBrand(
  db: Db | Tx,
  viewer: Pick<Ctx, 'person'>,
  where: ReturnType<typeof sql>,
): Promise<Brand> {
  const [brand] = await selectBrands(db, viewer, where)
  return brand ?? fail('not_found')
}

/** Selects brands. `kids` has the titles without a public page for their creator only: a change replaces the list. */
async function selectBrands(
  db: Db | Tx,
  { person }: Pick<Ctx, 'person'>,
  where: ReturnType<typeof sql>,
  part = sql``,
): Promise<Brand[]> {
  const { rows: found } = await sql<Omit<Brand, 'description_html'>>`
    select brand.id, brand.name, brand.account, brand.description,
      coalesce(titles.kids, '[]'::json) as kids,
      '/media/' || (hero_picture->>'base') || '-' || (hero_picture->'widths'->>-1) || '.jpg' as hero_image_url,
      hero_picture,
      brand.owner as owner_account_id, owner.username as owner_username,
      titles.n as titles_count, brand.created_at, brand.edited_at,
      brand.hidden_at is not null as is_hidden, brand.verified_at is not null as is_verified,
      exists (
        select from seller_notice where brand_id = brand.id and ended_at is null
      ) as has_seller_notice
    from brand join account owner on owner.id = brand.owner
    cross join lateral (
      select json_agg(kid order by published_at desc, kid) as kids,
        count(*) filter (where asset.is_public) as n
      from asset where brand_id = brand.id and asset.removed_at is null
        and (asset.is_public or brand.owner = ${person?.account_id ?? null})
    ) titles
    where ${where} order by brand.created_at desc, brand.id ${part}
  `.execute(db)
  return found.map((brand) => ({ ...brand, description_html: descriptionHtml(brand.description) }))
}
