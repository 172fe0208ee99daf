import { type RawBuilder, sql } from 'kysely'
import { brandFacts } from './brand-facts.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { byKeys } from '#core/database/prepared.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import type { Asset } from './asset.shared.ts'
import { editableFields, type FieldName, fieldOf } from './title-fields.shared.ts'

type Sql = RawBuilder<unknown>
const NUMBERS_MAX = sql.lit(100)
const NOBODY = '00000000-0000-0000-0000-000000000000'

interface Reading {
  db: Db | Tx
  now: Date
}
/** The list that a title is read for, or `title` if it is read alone. */
export type AssetContext =
  | 'title'
  | 'market'
  | `market_${string}` // one of its selections
  | 'owned'
  | 'started'
  | 'created'
  | 'brand'
  | 'brand_rentals'
  | 'brand_created'
  | 'brand_owned'
  | 'group'
  | 'rented'
  | 'rented_before'

interface Choice {
  /** Makes the titles' `unique_id` differ from that of the same title in another list. */
  context: AssetContext
  /** The account that views the titles; counts that start with `my_` or `owned_` are about it. */
  viewer: string | undefined
  /** The SQL condition on `asset` and `offer`. */
  where: Sql
  orderBy?: Sql
  /** The maximum number of titles; without it, only the first match is selected. */
  limit?: number
  offset?: number
  /** More columns, about each `asset`. */
  columns?: Sql
}

/**
 * Selects titles as a viewer sees them. A list's titles are chosen first; the viewer's own copies
 * are counted after, each by its own index. Counting while choosing would read the whole catalogue.
 * The database maintains the counts of offers that everybody sees in `asset_offer`. `More` are the
 * columns that the choice adds.
 */
export async function assetRows<More = unknown>(
  { db, now }: Reading,
  choice: Choice,
): Promise<(Asset & More)[]> {
  const titles = await titlesOf(db, choice)
  const viewer = sql`${choice.viewer ?? NOBODY}::uuid`
  const { rows } = await sql<Asset & More>`${byKeys}
    with asset as (${titles})
    select asset.kid, coalesce(own.token, cheapest.token, first.token) as asset_token_id,
      asset.kid || ':' || ${choice.context}::text as unique_id, ${fieldColumns},
      ${brandFacts} as brand,
      held.group_key, asset.asset_type, asset.media_type, ${pictures},
      latest.batch, asset.creator as creator_account_id, creator.username as creator_username,
      jsonb_build_object('secondary_sale_enabled', asset.secondary_sale_enabled,
        'trade_enabled', asset.trade_enabled,
        'secondary_rental_enabled', asset.secondary_rental_enabled) as asset_kid_setting,
      asset.copies_count, asset.first_number,
      case when offer.other > 0 and ${isAuctioned} then 'auction'
        when offer.sale > 0 and offer.rental > 0 then 'both' when offer.sale > 0 then 'sale'
        when offer.rental > 0 then 'rent'
        when free.n > 0 or mine.gifts > 0 then 'transfer' else 'unknown' end as type_of_listing,
      asset.published_at is not null
        and ${listedCopies} = 0 and not exists (
        select from serial where serial.owner = asset.creator and serial.kid = asset.kid
      ) as is_sold_out,
      asset.duration_seconds, asset.created_at, asset.published_at,
      asset.published_at is not null and not asset.is_public as is_hidden,
      asset.edited_at, asset.withdrawn_at,
      own.n as owned_copies_count, previous.n as previous_owned_copies_count,
      buying.copies as purchase_processing_copies_count, buying.rentals as renting_processing_copies_count,
      asset.copies_count as total_copies_count, offer.sale as sale_listing_copies_count,
      ${openToTrade} as trade_listing_copies_count, offer.rental as rental_listing_copies_count,
      greatest(offer.rental - offer.rented + over.n, 0) as rentable_copies_count,
      offer.preparing as preparing_copies_count, free.n as free_copies_count,
      mine.sale as my_sale_listing_copies_count, mine.trade as my_trade_listing_copies_count,
      mine.rental as my_rental_listing_copies_count,
      mine.min_price as my_min_sale_price, mine.max_price as my_max_sale_price, renting.n as my_rented_copies_count,
      lent.n as my_rented_out_copies_count,
      offer.min_sale_price, offer.max_sale_price,
      offer.min_rent_price as min_rental_price, offer.max_rent_price as max_rental_price,
      renting.number as my_rented_number,
      renting.max_expiry as my_max_expiry, renting.start_by as my_start_by, own.numbers as my_numbers,
      previous.numbers as my_previous_numbers, own.since as my_owned_since,
      stopped.seconds as my_position_seconds, coming.upload
      ${choice.columns ? sql`, ${choice.columns}` : sql``}
    from asset
    join asset_offer offer using (kid)
    join account creator on creator.id = asset.creator
    left join brand on brand.id = asset.brand_id
    left join group_content held on held.kid = asset.kid
    ${countsFor(viewer, isRunningAt(now))}
    order by asset.place
  `.execute(db)
  return rows
}

/** Returns the statement that finds the chosen titles by their keys, with the place of each. */
async function titlesOf(db: Db | Tx, { where, orderBy, limit, offset }: Choice): Promise<Sql> {
  const matching = (columns: Sql) => sql<{ kid: string }>`
    select ${columns} from asset join asset_offer offer using (kid) where ${where}
    order by ${orderBy ?? sql`asset.kid`} limit ${limit ?? 1} offset ${offset ?? 0}`
  if (limit === undefined) return matching(sql`asset.*, 1 as place`)
  const { rows } = await matching(sql`asset.kid`).execute(db)
  return sql`
    select asset.*, place
    from unnest(${rows.map(({ kid }) => kid)}::uuid[]) with ordinality as chosen (kid, place)
    join asset using (kid)`
}

/** Counts the titles that match the condition. */
export async function countAssets(db: Db | Tx, where: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from asset join asset_offer offer using (kid) where ${where}
  `.execute(db)
  return rows[0]!.n
}

/** Matches titles with a copy in an open auction. */
export const isAuctioned = sql`exists (select from listing where listing.kid = asset.kid
  and kind = 'auction' and status = 'open')`

/** Counts a title's copies open to trade. If owners may not trade theirs, the creator's alone count. */
export const openToTrade = sql`case when asset.trade_enabled or offer.trade = 0 then offer.trade
  else (select count(*) from listing where listing.kid = asset.kid and kind = 'trade'
    and status = 'open' and seller = asset.creator) end`

/** Counts a title's listings that are open or about to open. */
const listedCopies = sql`(offer.preparing + offer.sale + offer.rental + offer.trade + offer.other)`

/** Selects the creator's fields under their names. Until a colour is chosen it is the initial one. */
const fieldColumns = sql.join(
  editableFields.map((name) => sql`${storedValue(name)} as ${sql.ref(name)}`),
)

function storedValue(name: FieldName) {
  const { kind, column = name, initial } = fieldOf(name)
  const stored = sql.ref(`asset.${column}`)
  if (kind === 'rate') return sql`(${stored} / 100.0)::float8`
  return kind === 'colour' ? sql`coalesce(${stored}, ${initial})` : stored
}

const pictures = sql`
  '/media/' || (asset.poster->>'base') || '-' || (asset.poster->'widths'->>-1) || '.jpg' as poster_url,
  asset.poster,
  case when asset.trailer is null then 'None' else jsonb_build_object(
    'hls', '/trailers/' || asset.kid || '/master.m3u8',
    'dash', '/trailers/' || asset.kid || '/manifest.mpd')::text end as preview_url`

/** Counts a title's copies in free distributions from which everybody may claim. */
const freeCopies = sql`
  select case when offer.other = 0 then 0 else (
    select count(*) from distribution join listing using (batch)
    where distribution.kid = asset.kid and distribution.status = 'done' and allowlist_id is null
      and listing.kid = asset.kid and listing.status = 'open') end as n`

const countsFor = (viewer: Sql, runs: Sql) => sql`
  cross join lateral (
    select coalesce(
      (select asset_token_id from listing
        where listing.kid = asset.kid and kind = 'sale' and status = 'open'
        order by sale_price limit 1),
      (select asset_token_id from listing
        where listing.kid = asset.kid and listing.kind = 'rental' and status = 'open'
          and not exists (select from rental where rental.asset_token_id = listing.asset_token_id
            and ${runs})
        order by rent_price limit 1)) as token
  ) cheapest
  left join lateral (
    select batch from listing where listing.kid = asset.kid and status in ('preparing', 'open')
    order by created_at desc limit 1
  ) latest on true
  cross join lateral (
    select count(*) filter (where kind = 'sale') as sale,
      count(*) filter (where kind = 'trade') as trade,
      count(*) filter (where kind = 'rental') as rental,
      count(*) filter (where kind = 'transfer') as gifts,
      min(sale_price) filter (where kind = 'sale') as min_price,
      max(sale_price) filter (where kind = 'sale') as max_price
    from listing where seller = ${viewer} and listing.kid = asset.kid
      and status in ('preparing', 'open')
  ) mine
  cross join lateral (
    select count(*) as n, (array_agg(asset_token_id order by number))[1] as token,
      coalesce((array_agg(number order by number))[1:${NUMBERS_MAX}], '{}') as numbers,
      max(owned_since) as since
    from serial where serial.owner = ${viewer} and serial.kid = asset.kid
  ) own
  cross join lateral (
    select count(distinct number) as n,
      coalesce((array_agg(distinct number))[1:${NUMBERS_MAX}], '{}') as numbers
    from holding join serial using (asset_token_id)
    where holding.owner = ${viewer} and holding.kid = asset.kid and serial.owner <> ${viewer}
  ) previous
  cross join lateral (
    select count(*) filter (where transfers_copy) as copies,
      count(*) filter (where not transfers_copy) as rentals
    from purchase
    where buyer = ${viewer} and purchase.kid = asset.kid and status = 'reserved'
      and buyer <> seller
  ) buying
  cross join lateral (
    select count(*) filter (where ${runs}) as n, max(least(ends_at, ended_at)) as max_expiry,
      max(start_by) filter (where ${runs} and started_at is null) as start_by,
      max(number) filter (where ${runs}) as number
    from rental where renter = ${viewer} and rental.kid = asset.kid
  ) renting
  cross join lateral (
    select count(*) as n from rental join serial using (asset_token_id)
    where rental.kid = asset.kid and ${runs} and serial.kid = asset.kid and serial.owner = ${viewer}
  ) lent
  cross join lateral (
    select count(*) as n from rental join listing using (asset_token_id)
    where rental.kid = asset.kid and rental.status = 'active' and not ${runs}
      and listing.kind = 'rental' and listing.status = 'open'
  ) over
  cross join lateral (${freeCopies}) free
  left join lateral (
    select asset_token_id as token from serial
    where serial.kid = asset.kid order by number limit 1
  ) first on true
  left join playback_position stopped
    on stopped.account_id = ${viewer} and stopped.kid = asset.kid
  left join lateral (
    select jsonb_build_object('uuid', id, 'total_copies', total_copies) as upload from upload
    where asset.copies_count = 0 and upload.kid = asset.kid and upload.of = 'title'
  ) coming on true`
