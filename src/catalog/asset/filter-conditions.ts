import { type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '#core/http/endpoint.ts'
import type { listListedAssets } from './asset.shared.ts'
import { isAuctioned, openToTrade } from './asset-rows.ts'
import { foundTitles } from './text-search.ts'

type Sql = RawBuilder<unknown>
/** The filters of a list of titles that decide what it has, without order and page. */
export type Filters = Omit<
  BodyOf<typeof listListedAssets>,
  'selection' | 'sort_by' | 'offset' | 'limit'
>

/**
 * Returns the conditions on `asset` and `offer` of the marketplace: published titles that were ever
 * offered and that match the filters. A search for rentals wants a copy that is free.
 */
export const marketConditions = (filters: Filters): Sql[] => [
  sql`asset.is_public`,
  sql`offer.preparing + offer.sale + offer.rental + offer.trade + offer.other + offer.sold > 0`,
  ...withoutEmpty([filters.listing_type && OFFERS[filters.listing_type].inMarket]),
]

/** Returns the conditions on `asset` and `offer` of any list with filters, at `now`. */
export function filterConditions(filters: Filters, now: Date): Sql[] {
  const { listing_type, on_sale, media_type, asset_type, q } = filters
  return withoutEmpty([
    listing_type && OFFERS[listing_type].is,
    ...priceConditions(filters),
    on_sale && isOnSale(filters, now),
    media_type && sql`media_type = ${media_type}`,
    asset_type && sql`asset_type = ${asset_type}`,
    q && sql`kid in ${foundTitles(q)}`,
  ])
}

/** Returns the column of `listing` that has the price by which a list is filtered and sorted. */
export const priceColumn = (listing_type: Filters['listing_type']) =>
  OFFERS[listing_type ?? 'sale'].price

interface Offers {
  is: Sql
  /** A further condition in the marketplace: some copy is free. */
  inMarket?: Sql
  /** The kind of listing whose price counts, and the column that has it. */
  kind: string
  price: 'sale_price' | 'rent_price'
}

/** The kinds of offer by which titles can be filtered. */
const OFFERS: Record<NonNullable<Filters['listing_type']>, Offers> = {
  sale: { is: sql`offer.sale > 0`, kind: 'sale', price: 'sale_price' },
  rental: {
    is: sql`offer.rental > 0`,
    inMarket: sql`offer.rental > offer.rented`,
    kind: 'rental',
    price: 'rent_price',
  },
  trade: { is: sql`${openToTrade} > 0`, kind: 'trade', price: 'sale_price' },
  auction: { is: isAuctioned, kind: 'sale', price: 'sale_price' },
}

/**
 * Matches the listings of a title, open or not, that the filters ask for: of their kind and price.
 * Without either they ask for any that is sold or rented out. A copy that is open to trade has no
 * price, so none is asked of it.
 */
export function soughtListings({ listing_type, on_sale, price_min, price_max }: Filters): Sql {
  const { kind, price } = OFFERS[listing_type ?? 'sale']
  const isTrade = listing_type === 'trade'
  const isAny = [listing_type, on_sale, price_min, price_max].every((one) => one === undefined)
  const any = [OFFERS.sale.kind, OFFERS.rental.kind]
  const column = sql.ref(`listing.${price}`)
  const conditions = withoutEmpty([
    sql`listing.kid = asset.kid`,
    isAny ? sql`listing.kind = any(${any})` : sql`listing.kind = ${kind}`,
    price_min !== undefined && !isTrade && sql`${column} >= ${price_min}`,
    price_max !== undefined && !isTrade && sql`${column} <= ${price_max}`,
  ])
  return sql`(${sql.join(conditions, sql` and `)})`
}

/**
 * Matches titles with a copy at such a price. The lowest and the highest price tell it, unless the copy
 * must be between two.
 */
function priceConditions(filters: Filters) {
  const { listing_type, price_min, price_max } = filters
  if (price_min === undefined && price_max === undefined) return []
  const price = priceColumn(listing_type)
  const priced = listing_type === 'trade' ? { ...filters, listing_type: undefined } : filters
  return withoutEmpty([
    price_min !== undefined && sql`${sql.ref(`offer.max_${price}`)} >= ${price_min}`,
    price_max !== undefined && sql`${sql.ref(`offer.min_${price}`)} <= ${price_max}`,
    price_min !== undefined &&
      price_max !== undefined &&
      sql`exists (select from listing where status = 'open' and ${soughtListings(priced)})`,
  ])
}

/**
 * Matches titles of which everyone can buy a copy at `now`, at such a price; rents are no such price.
 * The times of a sale and reservations bind the creator's copies only.
 */
function isOnSale({ listing_type, price_min, price_max }: Filters, now: Date): Sql {
  const asked = OFFERS[listing_type ?? 'sale']
  const price = asked === OFFERS.sale ? { price_min, price_max } : {}
  // Few titles have times or reservations: only their copies are looked at one by one.
  return sql`offer.sale > 0 and (
    ${isInSale(now)} and not exists (select from allowlist where allowlist.kid = asset.kid)
    or exists (
      select from listing where status = 'open' and ${soughtListings({ listing_type: 'sale', ...price })}
        and (listing.seller <> asset.creator or ${isInSale(now)} and not exists (
          select from reserved_copy where reserved_copy.asset_token_id = listing.asset_token_id
            and early_from is null))))`
}

/** Matches titles whose sale has begun at `now` and not ended. */
export const isInSale = (now: Date | Sql): Sql => sql`(
  coalesce(asset.sale_starting_at <= ${now}, true) and coalesce(asset.sale_ending_at > ${now}, true))`

const withoutEmpty = (conditions: (Sql | false | '' | undefined)[]) =>
  conditions.filter(
    (condition) => condition !== undefined && condition !== false && condition !== '',
  )
