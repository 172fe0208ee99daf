import { sql } from 'kysely'
import { likePattern } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { localCurrencyOf } from '#src/platform/currency/currency.ts'
import { rangeOfPage } from './asset.shared.ts'
import type * as schema from './asset.shared.ts'
import { assetRows, countAssets, isAuctioned } from './asset-rows.ts'
import { descriptionHtml } from './description.ts'
import { cachedForGuests } from './guests.ts'
import { cached } from './answer-cache.ts'

type Filters = BodyOf<typeof schema.listListedAssets>
type OfBrand = BodyOf<typeof schema.listBrandAssets>
const RECENT_SALES = 24
const COUNTED = 1_000 // titles, that are counted each time
const COUNT_MS = 10_000

/**
 * The marketplace: what is out and was ever offered, sold out or not; asked what is to rent, not what
 * is rented out to its last copy. Guests all see the same.
 */
export function listListed(ctx: Ctx, filters: Filters) {
  return cachedForGuests(ctx, filters, () =>
    pageOf(ctx, filters, [
      sql`published_at is not null`,
      sql`offer.preparing + offer.sale + offer.rental + offer.trade + offer.other + offer.sold > 0`,
      ...(filters.listing_type === 'rental' ? [sql`offer.rental > offer.rented`] : []),
    ]),
  )
}

/** A brand's titles that are out. */
export const listOfBrand = (ctx: Ctx, asked: OfBrand) =>
  cachedForGuests(ctx, asked, () => pageOfBrand(ctx, asked, [sql`published_at is not null`]))

/** Those of them that are offered for rent. */
export const listRentalsOfBrand = (ctx: Ctx, asked: OfBrand) =>
  cachedForGuests(ctx, asked, () =>
    pageOfBrand(ctx, { ...asked, listing_type: 'rental' }, [sql`published_at is not null`]),
  )

export const listCreatedOfBrand = (ctx: Ctx, asked: OfBrand) =>
  pageOfBrand(ctx, asked, ownOf(ctx), BY_MAKING)

function pageOfBrand(ctx: Ctx, asked: OfBrand, conditions: Sql[], order?: Order) {
  const where = [sql`brand_id = ${asked.brand_id}`, ...conditions]
  return pageOf(ctx, { ...asked, ...rangeOfPage(asked) }, where, order)
}

/**
 * What is mine, was mine, or is on its way to me: found by what I have, not by asking every title of
 * the catalogue.
 */
export function listOwned(ctx: Ctx, filters: Filters) {
  const { account_id } = currentPerson(ctx)
  return pageOf(ctx, filters, [
    sql`asset.kid in (
      select kid from serial join asset using (kid)
      where owner = ${account_id} and creator <> ${account_id}
      union select kid from holding join asset using (kid)
      where owner = ${account_id} and creator <> ${account_id}
      union select kid from purchase
      where buyer = ${account_id} and status = 'reserved' and transfers_copy)`,
  ])
}

export const listCreated = (ctx: Ctx, filters: Filters) =>
  pageOf(ctx, filters, ownOf(ctx), BY_MAKING)

const ownOf = (ctx: Ctx) => [
  sql`creator = ${currentPerson(ctx).account_id}`,
  sql`removed_at is null`,
]

async function pageOf(ctx: Ctx, filters: Filters, conditions: Sql[], order: Order = {}) {
  const where = sql`${sql.join([...conditions, ...narrowed(filters)], sql` and `)}`
  const [items, total] = await Promise.all([
    assetRows(ctx, {
      viewer: ctx.person?.account_id,
      where,
      orderBy: order[filters.sort_by] ?? orderOf(filters),
      ...{ limit: filters.limit, offset: filters.offset },
    }),
    count(ctx, where),
  ])
  return { items, total }
}

/** Many titles are counted now and then: nobody counts thousands for each page of 16. */
function count({ db }: Ctx, where: Sql): Promise<number> {
  const { sql: text, parameters } = where.compile(db)
  const keep = { ms: COUNT_MS, if: (many: number) => many > COUNTED }
  return cached(db, JSON.stringify([text, parameters]), keep, () => countAssets(db, where))
}

type Sql = ReturnType<typeof sql>
type Order = Partial<Record<Filters['sort_by'], Sql>>

/** Of one's own titles some are not out, and these are the newest ones. */
const BY_MAKING: Order = {
  newest: sql`asset.created_at desc, asset.kid`,
  oldest: sql`asset.created_at, asset.kid`,
}
/** Who looks for what is to rent sorts by its rent. */
const orderOf = ({ sort_by, listing_type }: Filters) =>
  (listing_type === 'rental' && BY_RENT[sort_by]) || ORDER[sort_by]

const BY_RENT: Order = {
  price_low: sql`offer.min_rent_price, asset.kid`,
  price_high: sql`offer.min_rent_price desc nulls last, asset.kid`,
}
const ORDER = {
  newest: sql`asset.published_at desc nulls last, asset.kid`,
  oldest: sql`asset.published_at, asset.kid`,
  price_low: sql`offer.min_sale_price, asset.kid`,
  price_high: sql`offer.min_sale_price desc nulls last, asset.kid`,
  title: sql`asset.title, asset.kid`,
}

function narrowed({ listing_type, media_type, asset_type, q, ...price }: Filters): Sql[] {
  const like = likePattern(q ?? '')
  return given([
    listing_type && OFFERED[listing_type],
    ...priced(listing_type === 'rental' ? 'rent' : 'sale', price),
    media_type && sql`media_type = ${media_type}`,
    asset_type && sql`asset_type = ${asset_type}`,
    q &&
      sql`kid in (select kid from asset where title ilike ${like}
        union select kid from asset join brand on brand.id = brand_id where name ilike ${like})`,
  ])
}

const OFFERED = {
  sale: sql`offer.sale > 0`,
  rental: sql`offer.rental > 0`,
  trade: sql`offer.trade > 0`,
  auction: isAuctioned,
}

/** Some copy is offered at such a price; whose lowest and highest are too far off need no look. */
function priced(
  of: 'sale' | 'rent',
  { price_min, price_max }: Pick<Filters, 'price_min' | 'price_max'>,
) {
  const column = sql.ref(`${of}_price`)
  const wanted = given([
    price_min !== undefined && sql`${column} >= ${price_min}`,
    price_max !== undefined && sql`${column} <= ${price_max}`,
  ])
  if (wanted.length === 0) return []
  return given([
    price_min !== undefined && sql`${sql.ref(`offer.max_${of}_price`)} >= ${price_min}`,
    price_max !== undefined && sql`${sql.ref(`offer.min_${of}_price`)} <= ${price_max}`,
    sql`exists (select from listing where listing.kid = asset.kid
      and kind = ${of === 'rent' ? 'rental' : 'sale'} and status = 'open'
      and ${sql.join(wanted, sql` and `)})`,
  ])
}

const given = (conditions: (Sql | false | '' | undefined)[]) =>
  conditions.filter(
    (condition) => condition !== undefined && condition !== false && condition !== '',
  )

/** One title's page. What is not out yet only its creator sees. */
export async function get(ctx: Ctx, { id, user_currency, as }: BodyOf<typeof schema.getAsset>) {
  const page = await cachedForGuests(ctx, { id }, () => pageOfOne(ctx, id, as), id)
  const available_here = !page.only_japan_accessible || ctx.country === 'JP'
  return { ...page, available_here, local_currency: await localCurrencyOf(ctx, user_currency) }
}

/** What of it does not depend on where one is. */
async function pageOfOne(ctx: Ctx, id: string, as?: 'guest') {
  const asset = await seen(ctx, id, as)
  const recent_sales = await ctx.db
    .selectFrom('purchase')
    .select(['number', 'price'])
    .select((row) => row.ref('settled_at').$castTo<string>().as('settled_at'))
    .where('kid', '=', id)
    .where('status', '=', 'settled')
    .where('rental_period_seconds', 'is', null)
    .orderBy('settled_at', 'desc')
    .limit(RECENT_SALES)
    .execute()
  const issues = await ctx.db
    .selectFrom('issue_batch')
    .select(['n', 'first_number', 'copies', 'title', 'description', 'at'])
    .where('kid', '=', id)
    .orderBy('n')
    .execute()
  return { ...asset, description_html: descriptionHtml(asset.description), issues, recent_sales }
}

export async function getListed(ctx: Ctx, { id }: BodyOf<typeof schema.getListedAsset>) {
  const asset = await seen(ctx, id)
  const listed_serials = await ctx.db
    .selectFrom('listing')
    .innerJoin('serial', 'serial.asset_token_id', 'listing.asset_token_id')
    .select(['serial.number', 'serial.asset_token_id', 'seller as owner_account_id'])
    .select(['sale_price', 'rent_price'])
    .where('listing.kid', '=', id)
    .where('listing.status', '=', 'open')
    .where('listing.kind', 'in', ['sale', 'rental'])
    .orderBy('sale_price')
    .orderBy('serial.number')
    .execute()
  return { ...asset, listed_serials }
}

/** The creator's view; to anybody else it is as if the title were not there. */
export async function getCreated(ctx: Ctx, { id }: BodyOf<typeof schema.getCreatedAsset>) {
  const asset = await seen(ctx, id)
  if (asset.creator_account_id !== currentPerson(ctx).account_id) fail('not_found')
  return { ...asset, description_html: descriptionHtml(asset.description) }
}

/** With a guest's eyes nothing in it is the viewer's own; whether they may see it is asked as ever. */
async function seen(ctx: Ctx, kid: string, as?: 'guest') {
  const viewer = ctx.person?.account_id
  const [asset] = await assetRows(ctx, {
    viewer: as === 'guest' ? undefined : viewer,
    where: sql`kid = ${kid} and removed_at is null`,
  })
  if (!asset || (!asset.published_at && asset.creator_account_id !== viewer)) fail('not_found')
  return asset
}
