import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { INT_MAX, paging } from '#core/http/paging.shared.ts'
import { currency, localCurrency } from '#src/platform/currency/currency.shared.ts'
import { picture } from '#src/platform/pictures/picture.shared.ts'
import { rentalClock } from '#src/catalog/rental-period/rental-period.shared.ts'
import { editableFields, locks, schemasOf } from './title-fields.shared.ts'

export const WITHDRAWN_KEPT_DAYS = 30 // until its files are deleted

/** The paging parameters of a brand's lists, which also accept pages counted from 0. */
export const eitherPaging = {
  ...paging,
  page_number: z.coerce.number().int().min(0).max(INT_MAX).optional(),
  page_size: z.coerce.number().int().min(1).max(100).optional(),
}
type EitherPaging = z.output<z.ZodObject<typeof eitherPaging>>

/** Converts either way of paging to a limit and an offset. */
export function rangeOfPage({ page_number, page_size, offset, limit }: EitherPaging) {
  const size = page_size ?? limit
  return { limit: size, offset: page_number === undefined ? offset : page_number * size }
}

export const page = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), total: z.int() })

const nullable = { int: z.int().nullable(), time: z.iso.datetime().nullable() }
export const mediaTypes = ['image', 'video', 'audio', 'unknown'] as const

/** Describes a brand as it is shown beside a title. */
export const brandFacts = z.strictObject({
  name: z.string(),
  account: z.string(),
  is_verified: z.boolean(),
})

/**
 * A title as one viewer sees it. Counts of the viewer's own copies and listings start with `my_`.
 */
export const asset = z.strictObject({
  kid: z.uuid(),
  asset_token_id: z.uuid().nullable(), // the viewer's own copy, else the cheapest, else the first
  unique_id: z.string(), // the title's id and its list: one card has the same on every refetch
  ...schemasOf(editableFields, 'reply'),
  brand: brandFacts.nullable(),
  group_key: z.string().nullable(),
  asset_type: z.enum(['image', 'video', 'unknown']),
  media_type: z.enum(mediaTypes),
  poster_url: z.string().nullable(),
  poster: picture.nullable(),
  preview_url: z.string(), // `None`, or JSON with the trailer's HLS and DASH manifests
  batch: z.uuid().nullable(),
  creator_account_id: z.uuid(),
  creator_username: z.string(),
  asset_kid_setting: z.strictObject(
    schemasOf(['secondary_sale_enabled', 'trade_enabled', 'secondary_rental_enabled'], 'reply'),
  ),
  copies_count: z.int(),
  first_number: z.int(),
  type_of_listing: z.enum(['sale', 'rent', 'auction', 'transfer', 'both', 'unknown']),
  is_sold_out: z.boolean(),
  duration_seconds: nullable.int,
  created_at: z.iso.datetime(),
  published_at: nullable.time,
  is_hidden: z.boolean(), // by an administrator, after a report
  edited_at: nullable.time, // by its creator
  withdrawn_at: nullable.time, // by its creator, who alone sees the title since then
  owned_copies_count: z.int(),
  previous_owned_copies_count: z.int(),
  purchase_processing_copies_count: z.int(),
  renting_processing_copies_count: z.int(),
  total_copies_count: z.int(),
  sale_listing_copies_count: z.int(),
  trade_listing_copies_count: z.int(),
  rental_listing_copies_count: z.int(),
  rentable_copies_count: z.int(),
  preparing_copies_count: z.int(), // listings that are not open yet
  free_copies_count: z.int(), // of free distributions from which everybody may claim
  my_sale_listing_copies_count: z.int(),
  my_trade_listing_copies_count: z.int(),
  my_rental_listing_copies_count: z.int(),
  my_min_sale_price: nullable.int, // of the viewer's own copies for sale
  my_max_sale_price: nullable.int,
  my_rented_copies_count: z.int(),
  my_rented_out_copies_count: z.int(), // own copies that others rent now, which cannot be watched
  my_rented_number: nullable.int, // the number of the copy that the viewer rents now
  min_sale_price: nullable.int,
  max_sale_price: nullable.int,
  min_rental_price: nullable.int,
  max_rental_price: nullable.int,
  my_max_expiry: nullable.time, // of the viewer's rentals; `my_start_by` until one is started
  my_start_by: nullable.time, // set while the viewer rents the title and has not started
  my_numbers: z.array(z.int()), // of the viewer's own copies, lowest first, at most 100
  my_previous_numbers: z.array(z.int()), // of the copies the viewer gave up
  my_owned_since: nullable.time, // of the viewer's newest copy
  my_position_seconds: nullable.int, // where the viewer stopped watching, on any device
  // until copies are issued
  upload: z.strictObject({ uuid: z.uuid(), total_copies: z.int() }).nullable(),
})
asset.register(z.globalRegistry, { id: 'Title' })

/** The facts of a title that the tile of a copy shows, without a price. */
export const tileFacts = asset.pick({
  kid: true,
  title: true,
  brand: true,
  obi: true,
  poster: true,
  media_type: true,
  copies_count: true,
  first_number: true,
})
export type Asset = z.output<typeof asset>

export const sorts = ['newest', 'oldest', 'price_low', 'price_high', 'title'] as const
const filters = {
  ...paging,
  listing_type: z.enum(['sale', 'rental', 'trade', 'auction']).optional(),
  on_sale: z.literal('now').optional(), // leaves out titles of which no copy can be bought yet or any more
  media_type: z.enum(mediaTypes).optional(),
  asset_type: z.enum(['image', 'video', 'unknown']).optional(),
  sort_by: z.enum(sorts).default('newest'),
  q: z.string().trim().max(80).optional(),
  price_min: z.coerce.number().int().min(0).max(INT_MAX).optional(),
  price_max: z.coerce.number().int().min(0).max(INT_MAX).optional(),
}
export type AssetFilters = z.input<z.ZodObject<typeof filters>>

/**
 * Lists the marketplace: published titles that have, or had, a copy on offer. The selection
 * `opening_soon` has titles whose sale has not begun, the next one first; `recently_resold` has
 * titles of the platform's latest sales that their owners sold again, the latest first.
 */
export const listListedAssets = endpoint('GET', '/assets/listed', {
  query: z.strictObject({
    ...filters,
    selection: z.enum(['opening_soon', 'recently_resold']).optional(),
  }),
  reply: page(asset),
})

/** Returns a title with its copies on offer, cheapest first, and the terms of those for rent. */
export const getListedAsset = endpoint('GET', '/assets/listed/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: asset.extend({
    listed_serials: z.array(
      z.strictObject({
        number: z.int(),
        asset_token_id: z.uuid(),
        owner_account_id: z.uuid(),
        sale_price: nullable.int,
        rent_price: nullable.int,
        rental_period_seconds: nullable.int,
        rental_clock: rentalClock.nullable(), // what the period counts from
        batch: z.uuid(),
      }),
    ),
  }),
})

/**
 * An issue of copies of a title; `title` and `description` are null if they are the title's own.
 */
const issueBatch = z.strictObject({
  n: z.int(),
  first_number: z.int(),
  copies: z.int(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  at: z.iso.datetime(),
})
export type IssueBatch = z.output<typeof issueBatch>

/** The parameter by which a creator previews their own title as a guest sees it. */
export const viewAs = { as: z.literal('guest').optional() }

/** A BCP 47 tag, and the language's own name. */
const namedLanguage = z.strictObject({ language: z.string(), label: z.string() })

/**
 * Returns a title's page: the title, its description as safe HTML, its issues, and its latest
 * sales.
 */
export const getAsset = endpoint('GET', '/assets/{id}', {
  query: z.strictObject({ id: z.uuid(), user_currency: currency.optional(), ...viewAs }),
  reply: asset.extend({
    available_here: z.boolean(), // false outside Japan for a title for Japan only
    local_currency: localCurrency, // for display only; buyers pay in yen
    description_html: z.string(),
    group: z.strictObject({ name: z.string(), encrypted_id: z.string() }).nullable(), // of which the title is part, unless its brand is hidden
    sounds: z.array(namedLanguage), // of a film whose file names the languages of its sound
    subtitles: z.array(namedLanguage),
    issues: z.array(issueBatch),
    recent_sales: z.array(
      z.strictObject({ number: z.int(), price: z.int(), settled_at: z.iso.datetime() }),
    ),
  }),
})

/**
 * Lists the titles of which the caller owns, owned or is buying a copy, except the caller's own
 * works.
 */
export const listOwnedAssets = endpoint('GET', '/assets/owned', {
  query: z.strictObject({
    ...filters,
    held: z.literal('true').optional(), // leaves out titles whose copies the caller gave up
  }),
  reply: page(asset),
})
/** Returns a title of which the caller owns, owned or is buying a copy. */
export const getOwnedAsset = endpoint('GET', '/assets/owned/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: asset.extend({ description_html: z.string() }),
})
/** Lists the titles that the caller began and may watch now, the latest first. */
export const listStartedAssets = endpoint('GET', '/assets/started', {
  query: z.strictObject(paging),
  reply: page(asset),
})
/** Lists the caller's own works, drafts included. */
export const listCreatedAssets = endpoint('GET', '/assets/created', {
  query: z.strictObject(filters),
  reply: page(asset),
})
/** Returns one of the caller's own works, and which of its fields cannot be changed now. */
export const getCreatedAsset = endpoint('GET', '/assets/created/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: asset.extend({
    description_html: z.string(),
    locked_fields: z.partialRecord(z.enum(editableFields), z.enum(Object.values(locks))),
  }),
})

const ofBrand = {
  query: z.strictObject({ ...filters, ...eitherPaging, brand_id: z.uuid() }),
  reply: page(asset),
}
/** Lists a brand's published titles, sold-out ones included. */
export const listBrandAssets = endpoint('GET', '/brands/sale_assets', ofBrand)
/** Lists a brand's titles with a copy offered for rent. */
export const listBrandRentals = endpoint('GET', '/brands/rental_assets', ofBrand)
/** Lists the caller's own titles in a brand, drafts included. */
export const listBrandCreated = endpoint('GET', '/brands/created_assets', ofBrand)

/** Changes a title. A minimum price under the platform's lowest price is raised to it. */
export const updateAsset = endpoint('PATCH', '/assets/update', {
  body: z.strictObject({
    kid: z.uuid(),
    edited_at: nullable.time.optional(), // as the form loaded it; `changed_elsewhere` if it differs
    ...z.object(schemasOf(editableFields, 'schema')).partial().shape,
    description: z.string().trim().max(10_000).optional(), // empty: `description_empty`
  }),
  reply: asset.extend({ raised_to_minimum: z.boolean() }),
})

/**
 * Returns the state of the newest provenance record of a title or copy. Records are `pending` until a job
 * seals them; `finalized`, `executed`, `expired` and `failed` are for ledgers that can lose a record.
 */
export const getFlowStatus = endpoint('GET', '/assets/flow_status/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({
    status: z.enum(['unknown', 'failed', 'done']),
    transaction_status: z
      .enum(['pending', 'finalized', 'executed', 'sealed', 'expired'])
      .nullable(),
    kind: z.string().nullable(),
    at: nullable.time,
    sealed_at: nullable.time,
  }),
})
