import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { messageColumns } from '#src/catalog/moderation/messages.ts'
import { brandFacts } from '#src/catalog/asset/brand-facts.ts'
import { endings } from '#src/sales/trade-offer/trade-offer.shared.ts'
import type { OfferStatus, TradeOffer } from './trade.shared.ts'

type Sql = RawBuilder<unknown>

/** Selects the columns of a `TradeCopy` but for its owner, from `serial`, `asset` and `brand`. */
export const copyFacts = sql`
  serial.asset_token_id, serial.kid, serial.number, asset.title,
  ${brandFacts} as brand,
  coalesce(asset.obi, 'sumi') as obi, asset.poster, asset.media_type, asset.copies_count,
  asset.first_number`

/** Selects the columns of a `TradeCopy`, with the account `holder` as its owner. */
export const copyColumns = sql`
  ${copyFacts}, holder.id as owner_account_id, holder.username as owner_username`

/** Joins what `copyFacts` needs beside `serial`. */
export const joinTitle = sql`
  join asset on asset.kid = serial.kid left join brand on brand.id = asset.brand_id`

/** SQL for a copy as JSON, with its owner at that time. */
export const copyOf = (token: Sql, owner: Sql) => sql`(
  select to_jsonb(copy) from (
    select ${copyColumns} from serial ${joinTitle} join account holder on holder.id = ${owner}
    where serial.asset_token_id = ${token}
  ) copy)`

const endingNames = sql`${[...endings]}::text[]`

/** Matches the offers with a status of the API. */
export const hasStatus = (status: OfferStatus) =>
  status === 'canceled' ? sql`status = any(${endingNames})` : sql`status = ${status}`

/** Reads offers, newest first, as their sender or receiver `viewer` sees them; it may be a column. */
export async function offerRows(
  db: Db | Tx,
  viewer: string | Sql,
  where: Sql,
  { limit, offset }: { limit: number; offset: number },
): Promise<TradeOffer[]> {
  const { rows } = await sql<TradeOffer>`
    select id,
      case when status = any(${endingNames}) then 'canceled' else status end as status,
      case when status = any(${endingNames}) then status end as ending,
      case when offeror = ${viewer} then 'sent' when owner = ${viewer} then 'received' end
        as direction,
      array[submitted] as submitted_asset_token_ids, array[requested] as requested_asset_token_ids,
      ${copyOf(sql`submitted`, sql`offeror`)} as submitted,
      ${copyOf(sql`requested`, sql`offer.owner`)} as requested,
      case when top_up is not null then jsonb_build_object('paid_by', top_up_by, 'price', top_up,
        'platform_fee', top_up_fee, 'royalty', top_up_royalty,
        'net', top_up - top_up_fee - top_up_royalty) end as top_up,
      ${messageColumns('trade_offer', viewer, 'offer')}, counters, created_at, expires_at, ended_at
    from trade_offer offer where ${where}
    order by created_at desc, id limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** Counts the offers that match a condition. */
export async function countOffers(db: Db, where: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from trade_offer offer where ${where}`.execute(db)
  return rows[0]!.n
}

/** Returns one offer of the viewer's, or refuses `not_found`. */
export async function offerById(db: Db | Tx, id: string, viewer: string): Promise<TradeOffer> {
  const where = sql`id = ${id} and ${viewer}::uuid in (offeror, owner)`
  const [row] = await offerRows(db, viewer, where, { limit: 1, offset: 0 })
  return row ?? fail('not_found')
}
