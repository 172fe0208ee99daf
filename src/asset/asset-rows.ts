import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#core/db.ts'
import type { Asset } from './asset.shape.ts'

type Sql = RawBuilder<unknown>
const NUMBERS_MAX = sql.lit(100)
const NOBODY = '00000000-0000-0000-0000-000000000000'

interface Choice {
  /** Who looks: counts that start with `my_` or `owned_` are theirs. */
  viewer: string | undefined
  /** Which of `asset`, and in which order. */
  where: Sql
  orderBy?: Sql
  limit?: number
  offset?: number
}

/**
 * Titles as a viewer sees them. The page's rows are chosen first and counted after, each by its own
 * index: to count while choosing costs the whole catalogue.
 */
export async function assetRows(db: Db | Tx, choice: Choice): Promise<Asset[]> {
  const viewer = sql`${choice.viewer ?? NOBODY}::uuid`
  const { rows } = await sql<Asset>`
    with asset as (
      select * from asset where ${choice.where}
      order by ${choice.orderBy ?? sql`asset.kid`}
      limit ${choice.limit ?? 1} offset ${choice.offset ?? 0}
    )
    select asset.kid, coalesce(own.token, sale.cheapest, first.token) as asset_token_id,
      asset.kid::text as unique_id, asset.title, asset.description, asset.brand_id,
      case when brand.id is null then null
        else jsonb_build_object('name', brand.name, 'account', brand.account) end as brand,
      held.group_key, asset.asset_type, asset.media_type, ${pictures},
      listed.batch, asset.creator as creator_account_id, creator.username as creator_username,
      (royalty_rate_bp / 100.0)::float8 as creator_royalty_rate,
      (rental_royalty_rate_bp / 100.0)::float8 as rental_creator_royalty_rate,
      asset.sale_starting_at, asset.sale_ending_at,
      asset.secondary_sale_enabled, asset.trade_enabled, asset.secondary_rental_enabled,
      jsonb_build_object('secondary_sale_enabled', asset.secondary_sale_enabled,
        'trade_enabled', asset.trade_enabled,
        'secondary_rental_enabled', asset.secondary_rental_enabled) as asset_kid_setting,
      asset.only_japan_accessible, asset.min_sellable_price, asset.download_enabled,
      asset.holding_limit, asset.copies_count, asset.first_number,
      case when sale.n > 0 and listed.rental > 0 then 'both' when sale.n > 0 then 'sale'
        when listed.rental > 0 then 'rent' else 'unknown' end as type_of_listing,
      asset.published_at is not null and listed.n = 0 and not exists (
        select from serial where serial.owner = asset.creator and serial.kid = asset.kid
      ) as is_sold_out,
      coalesce(asset.obi, 'sumi') as obi, asset.duration_seconds, asset.created_at, asset.published_at,
      own.n as owned_copies_count, previous.n as previous_owned_copies_count,
      buying.n as purchase_processing_copies_count, 0 as renting_processing_copies_count,
      asset.copies_count as total_copies_count, sale.n as sale_listing_copies_count,
      listed.trade as trade_listing_copies_count, listed.rental as rental_listing_copies_count,
      listed.rental as rentable_copies_count, listed.preparing as preparing_copies_count,
      listed.my_sale as my_sale_listing_copies_count,
      listed.my_trade as my_trade_listing_copies_count,
      listed.my_rental as my_rental_listing_copies_count, 0 as my_rented_copies_count,
      sale.min as min_sale_price, sale.max as max_sale_price,
      listed.min_rent as min_rental_price, listed.max_rent as max_rental_price,
      null as my_max_expiry, own.numbers as my_numbers,
      previous.numbers as my_previous_numbers, own.since as my_owned_since
    from asset
    join account creator on creator.id = asset.creator
    left join brand on brand.id = asset.brand_id
    left join group_content held on held.kid = asset.kid
    ${countsFor(viewer)}
    order by ${choice.orderBy ?? sql`asset.kid`}
  `.execute(db)
  return rows
}

export async function countAssets(db: Db | Tx, where: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from asset where ${where}`.execute(
    db,
  )
  return rows[0]!.n
}

const pictures = sql`
  '/media/' || (asset.poster->>'base') || '-' || (asset.poster->'widths'->>-1) || '.jpg' as poster_url,
  asset.poster,
  case when asset.trailer is null then 'None' else jsonb_build_object(
    'hls', '/trailers/' || asset.kid || '/master.m3u8',
    'dash', '/trailers/' || asset.kid || '/manifest.mpd')::text end as preview_url`

const countsFor = (viewer: Sql) => sql`
  cross join lateral (
    select count(*) as n, min(sale_price) as min, max(sale_price) as max,
      (array_agg(asset_token_id order by sale_price))[1] as cheapest
    from listing where listing.kid = asset.kid and kind = 'sale' and status = 'open'
  ) sale
  cross join lateral (
    select count(*) as n, count(*) filter (where status = 'preparing') as preparing,
      count(*) filter (where kind = 'trade' and status = 'open') as trade,
      count(*) filter (where kind = 'rental' and status = 'open') as rental,
      count(*) filter (where kind = 'sale' and seller = ${viewer}) as my_sale,
      count(*) filter (where kind = 'trade' and seller = ${viewer}) as my_trade,
      count(*) filter (where kind = 'rental' and seller = ${viewer}) as my_rental,
      min(rent_price) filter (where kind = 'rental' and status = 'open') as min_rent,
      max(rent_price) filter (where kind = 'rental' and status = 'open') as max_rent,
      (array_agg(batch order by created_at desc))[1] as batch
    from listing where listing.kid = asset.kid and status in ('preparing', 'open')
  ) listed
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
    select count(*) as n from purchase
    where buyer = ${viewer} and purchase.kid = asset.kid and status = 'reserved'
  ) buying
  left join lateral (
    select asset_token_id as token from serial
    where serial.kid = asset.kid order by number limit 1
  ) first on true`
