import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { ownName } from '#core/language.shared.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { localCurrencyOf } from '#src/platform/currency/currency.ts'
import { isBoughtAsGift } from '#src/catalog/gift/gift.ts'
import { clockIn, isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import type { RentalClock } from '#src/catalog/rental-period/rental-period.shared.ts'
import { rangeOfPage } from './asset.shared.ts'
import type * as schema from './asset.shared.ts'
import { type AssetContext, assetRows, countAssets } from './asset-rows.ts'
import { descriptionHtml } from './description.ts'
import { locksOf } from './edit.ts'
import { filterConditions, marketConditions, priceColumn } from './filter-conditions.ts'
import { isVisibleTo } from './visible.ts'
import { editableFields, fieldOf, locks } from './title-fields.shared.ts'
import { cached, cachedForGuests } from '#src/platform/guest-cache/answer-cache.ts'

type Filters = BodyOf<typeof schema.listListedAssets>
interface TitleMore extends Pick<
  ReplyOf<typeof schema.getAsset>,
  'group' | 'issues' | 'recent_sales'
> {
  sound_languages: string[]
  subtitle_languages: string[]
}
type BrandQuery = BodyOf<typeof schema.listBrandAssets>
const RECENT_SALES = 24
const LATEST_SALES = sql.lit(1_000) // of the platform, among which resales count as recent
const COUNT_CACHED_ABOVE = 1_000 // titles
const COUNT_CACHED_MS = 10_000

/**
 * Lists the marketplace: published titles that were ever offered, sold-out ones included. A search
 * for rentals leaves out titles whose copies are all rented out.
 */
export function listListed(ctx: Ctx, query: BodyOf<typeof schema.listListedAssets>) {
  const { selection, ...filters } = query
  const selected = selection && selectionOf(ctx, selection)
  return cachedForGuests(ctx, query, (reader) =>
    pageOf(
      reader,
      selection ? `market_${selection}` : 'market',
      filters,
      [...marketConditions(filters), ...(selected ? [selected.is] : [])],
      selected && { newest: selected.order },
    ),
  )
}

type Selection = NonNullable<BodyOf<typeof schema.listListedAssets>['selection']>

/** Returns the condition and the order of a selection of the marketplace. */
function selectionOf({ now }: Ctx, selection: Selection): { is: Sql; order: Sql } {
  if (selection === 'opening_soon')
    return {
      is: sql`asset.sale_starting_at > ${now}`,
      order: sql`asset.sale_starting_at, asset.kid`,
    }
  const isResale = sql`kind = 'secondary' and transfers_copy`
  return {
    is: sql`asset.secondary_sale_enabled and asset.kid in (
      select kid from (
        select kid, kind, transfers_copy from purchase where status = 'settled'
        order by settled_at desc limit ${LATEST_SALES}
      ) latest where ${isResale})`,
    order: sql`(
      select settled_at from purchase
      where purchase.kid = asset.kid and status = 'settled' and ${isResale}
      order by settled_at desc limit 1
    ) desc, asset.kid`,
  }
}

/** Lists a brand's published titles. */
export const listOfBrand = (ctx: Ctx, query: BrandQuery) =>
  cachedForGuests(ctx, query, (reader) =>
    pageOfBrand(reader, 'brand', query, [sql`asset.is_public`]),
  )

/** Lists a brand's published titles that are offered for rent. */
export const listRentalsOfBrand = (ctx: Ctx, query: BrandQuery) =>
  cachedForGuests(ctx, query, (reader) =>
    pageOfBrand(reader, 'brand_rentals', { ...query, listing_type: 'rental' }, [
      sql`asset.is_public`,
    ]),
  )

/** Lists the caller's own titles in a brand, drafts included. */
export const listCreatedOfBrand = (ctx: Ctx, query: BrandQuery) =>
  pageOfBrand(ctx, 'brand_created', query, ownConditions(ctx), BY_CREATION)

function pageOfBrand(
  ctx: Ctx,
  context: AssetContext,
  query: BrandQuery,
  conditions: Sql[],
  order?: Order,
) {
  const where = [sql`brand_id = ${query.brand_id}`, ...conditions]
  return pageOf(ctx, context, { ...query, ...rangeOfPage(query) }, where, order)
}

/**
 * Lists the titles of which the caller owns, owned or is buying a copy. The query starts from the
 * caller's copies, not from every title of the catalogue.
 */
export const listOwned = (ctx: Ctx, { held, ...filters }: BodyOf<typeof schema.listOwnedAssets>) =>
  pageOf(ctx, 'owned', filters, [held ? isHeld(ctx) : isInCollection(ctx)])

/** Returns a title of the caller's collection; refuses every other title as `not_found`. */
export async function getOwned(ctx: Ctx, { id }: BodyOf<typeof schema.getOwnedAsset>) {
  const viewer = currentPerson(ctx).account_id
  const where = sql`asset.kid = ${id} and ${isInCollection(ctx)}`
  const [asset] = await assetRows(ctx, { context: 'owned', viewer, where })
  if (!asset) fail('not_found')
  return { ...asset, description_html: descriptionHtml(asset.description) }
}

const isInCollection = (ctx: Ctx) => sql`asset.kid in (${heldBy(ctx)}
  union select kid from holding join asset using (kid)
  where owner = ${currentPerson(ctx).account_id} and creator <> ${currentPerson(ctx).account_id})`

const isHeld = (ctx: Ctx) => sql`asset.kid in (${heldBy(ctx)})`

/** Selects the titles by others of which the caller owns or is buying a copy. */
function heldBy(ctx: Ctx): Sql {
  const { account_id } = currentPerson(ctx)
  return sql`
    select kid from serial join asset using (kid)
    where owner = ${account_id} and creator <> ${account_id}
    union select kid from purchase
    where buyer = ${account_id} and status = 'reserved' and transfers_copy`
}

/**
 * Lists the titles that the caller began and may watch now: own works, own copies that are not rented
 * out, and rentals.
 */
export async function listStarted(
  ctx: Ctx,
  { limit, offset }: BodyOf<typeof schema.listStartedAssets>,
) {
  const { account_id } = currentPerson(ctx)
  const runs = isRunningAt(ctx.now)
  const where = sql`removed_at is null and asset.kid in (
    select kid from playback_position where account_id = ${account_id})
    and (creator = ${account_id}
      or exists (select from rental where rental.kid = asset.kid and renter = ${account_id} and ${runs})
      or exists (select from serial where serial.kid = asset.kid and owner = ${account_id}
        and not exists (select from rental
          where rental.asset_token_id = serial.asset_token_id and ${runs})))`
  const orderBy = sql`(select updated_at from playback_position began
    where began.account_id = ${account_id} and began.kid = asset.kid) desc, asset.kid`
  const choice = { context: 'started', viewer: account_id, where, orderBy, limit, offset } as const
  const [items, total] = await Promise.all([assetRows(ctx, choice), countAssets(ctx.db, where)])
  return { items, total }
}

/** Lists the caller's own works, drafts included. */
export const listCreated = (ctx: Ctx, filters: Filters) =>
  pageOf(ctx, 'created', filters, ownConditions(ctx), BY_CREATION)

const ownConditions = (ctx: Ctx) => [
  sql`creator = ${currentPerson(ctx).account_id}`,
  sql`removed_at is null`,
]

async function pageOf(
  ctx: Ctx,
  context: AssetContext,
  filters: Filters,
  conditions: Sql[],
  order: Order = {},
) {
  if (filters.listing_type === 'trade' && !(await settingsFor(ctx)).trade_enabled)
    return { items: [], total: 0 }
  const where = sql`${sql.join([...conditions, ...filterConditions(filters, ctx.now)], sql` and `)}`
  const [items, total] = await Promise.all([
    assetRows(ctx, {
      context,
      viewer: ctx.person?.account_id,
      where,
      orderBy: order[filters.sort_by] ?? sortOrder(filters),
      limit: filters.limit,
      offset: filters.offset,
    }),
    count(ctx, where),
  ])
  return { items, total }
}

/** Counts titles; a count above 1,000 is cached for 10 seconds. */
function count({ db }: Ctx, where: Sql): Promise<number> {
  const { sql: text, parameters } = where.compile(db)
  const rule = { ms: COUNT_CACHED_MS, if: (n: number) => n > COUNT_CACHED_ABOVE }
  return cached(db, JSON.stringify([text, parameters]), rule, () => countAssets(db, where))
}

type Sql = ReturnType<typeof sql>
type Order = Partial<Record<Filters['sort_by'], Sql>>

// Drafts have no publication date, so a creator's own titles are sorted by creation.
const BY_CREATION: Order = {
  newest: sql`asset.created_at desc, asset.kid`,
  oldest: sql`asset.created_at, asset.kid`,
}
/** Returns the sort order; a search for one kind of offer sorts by its price. */
function sortOrder({ sort_by, listing_type }: Filters): Sql {
  const least = sql.ref(`offer.min_${priceColumn(listing_type)}`)
  const orders = {
    newest: sql`asset.published_at desc nulls last, asset.kid`,
    oldest: sql`asset.published_at, asset.kid`,
    price_low: sql`${least}, asset.kid`,
    price_high: sql`${least} desc nulls last, asset.kid`,
    title: sql`asset.title, asset.kid`,
  }
  return orders[sort_by]
}

/** Returns a title's page; only the creator sees a draft. */
export function get(ctx: Ctx, query: BodyOf<typeof schema.getAsset>) {
  const { country, lang } = ctx // they choose the currency
  return cachedForGuests(
    ctx,
    { ...query, country, lang },
    (reader) => fullPage(reader, query),
    query.id,
  )
}

async function fullPage(ctx: Ctx, { id, user_currency, as }: BodyOf<typeof schema.getAsset>) {
  const page = await cachedForGuests(ctx, { id }, (reader) => titlePage(reader, id, as), id)
  const available_here = !page.only_japan_accessible || ctx.country === 'JP'
  return { ...page, available_here, local_currency: await localCurrencyOf(ctx, user_currency) }
}

/** Returns the part of the page that does not depend on the visitor's country or currency. */
async function titlePage(ctx: Ctx, id: string, as?: 'guest') {
  const more = { as, columns: moreColumns }
  const { issues, recent_sales, sound_languages, subtitle_languages, ...asset } =
    await visibleAsset<TitleMore>(ctx, id, more)
  return {
    ...asset,
    description_html: descriptionHtml(asset.description),
    sounds: sound_languages.map(withName),
    subtitles: subtitle_languages.map(withName),
    issues: issues.map((issue) => ({ ...issue, at: isoTime(issue.at) })),
    recent_sales: recent_sales.map((sale) => ({ ...sale, settled_at: isoTime(sale.settled_at) })),
  }
}

const withName = (language: string) => ({ language, label: ownName(language) })

// The rows have names that no column has: PostgreSQL would take a column of the outer query instead.
/** Selects a title's issues, its last sales, the languages of its sound and subtitles, and its group unless the group's brand is hidden. */
const moreColumns = sql`
  (select jsonb_build_object('name', title_group.name, 'encrypted_id', encrypted_id)
    from group_content join title_group on title_group.key = group_key
      join brand of_group on of_group.id = title_group.brand_id
    where group_content.kid = asset.kid and of_group.hidden_at is null) as "group",
  (select coalesce(jsonb_agg(issue_row order by n), '[]') from (
    select n, first_number, copies, title, description, at from issue_batch
    where issue_batch.kid = asset.kid
  ) issue_row) as issues,
  (select coalesce(jsonb_agg(sale_row order by settled_at desc), '[]') from (
    select number, price, settled_at from purchase
    where purchase.kid = asset.kid and status = 'settled' and transfers_copy
      and not ${isBoughtAsGift}
    order by settled_at desc limit ${RECENT_SALES}
  ) sale_row) as recent_sales,
  array(
    select sound_language from rendition
    where rendition.kid = asset.kid and rendition.of = 'asset' and sound_language is not null
    group by sound_language order by min(name)
  ) as sound_languages,
  coalesce((
    select subtitle_languages from upload where upload.kid = asset.kid and upload.of = 'title'
  ), '[]') as subtitle_languages`

/** Returns a time in PostgreSQL's JSON in the form that calls have. */
const isoTime = (at: string) => new Date(at).toISOString()

/** Selects what the period of a listing for rent counts from; null for one for sale. */
const rentalClockOf = sql<RentalClock | null>`
  case when rent_price is not null then ${clockIn('listing')} end`.as('rental_clock')

/** Returns a title with its copies on offer, cheapest first: those for sale, then those for rent. */
export const getListed = (ctx: Ctx, query: BodyOf<typeof schema.getListedAsset>) =>
  cachedForGuests(ctx, query, (reader) => withOffers(reader, query), query.id)

async function withOffers(ctx: Ctx, { id }: BodyOf<typeof schema.getListedAsset>) {
  const asset = await visibleAsset(ctx, id)
  const listed_serials = await ctx.db
    .selectFrom('listing')
    .innerJoin('serial', 'serial.asset_token_id', 'listing.asset_token_id')
    .select(['serial.number', 'serial.asset_token_id', 'seller as owner_account_id'])
    .select(['sale_price', 'rent_price', 'rental_period_seconds', 'listing.batch'])
    .select(rentalClockOf)
    .where('listing.kid', '=', id)
    .where('listing.status', '=', 'open')
    .where('listing.kind', 'in', ['sale', 'rental'])
    .orderBy('sale_price')
    .orderBy('rent_price')
    .orderBy('serial.number')
    .execute()
  return { ...asset, listed_serials }
}

/** Returns a title to its creator. Refuses everybody else as `forbidden`, or as `not_found` if they do not see it. */
export async function getCreated(ctx: Ctx, { id }: BodyOf<typeof schema.getCreatedAsset>) {
  const asset = await visibleAsset(ctx, id)
  if (asset.creator_account_id !== currentPerson(ctx).account_id) fail('forbidden')
  const now = await locksOf(ctx.db, id)
  const locked_fields = Object.fromEntries(
    editableFields.flatMap((name) => {
      const { lock } = fieldOf(name)
      return lock && now.includes(lock) ? [[name, locks[lock]]] : []
    }),
  )
  return { ...asset, description_html: descriptionHtml(asset.description), locked_fields }
}

/**
 * Returns a title if the caller may see it, with more columns if asked; a preview as a guest shows nothing
 * as the caller's own.
 */
async function visibleAsset<More = unknown>(
  ctx: Ctx,
  kid: string,
  { as, columns }: { as?: 'guest' | undefined; columns?: Sql } = {},
) {
  const viewer = ctx.person?.account_id
  const [asset] = await assetRows<More>(ctx, {
    context: 'title',
    viewer: as === 'guest' ? undefined : viewer,
    where: sql`asset.kid = ${kid} and ${isVisibleTo(ctx.person)}`,
    ...(columns && { columns }),
  })
  return asset ?? fail('not_found')
}
