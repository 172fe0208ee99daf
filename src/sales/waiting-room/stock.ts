import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import type { Room } from './room.ts'

export interface Stock {
  /** Copies that their creator sells and nobody is paying for; of titles whose own sale is on. */
  free: number
  /** Those that are being paid for, prepared for sale or sold later, besides. */
  offered: number
  /** Passes that are good and have bought nothing. */
  passes: number
  waiting: number
  /** Places that have been admitted and have come to no end yet. */
  admitted: number
}

/** An order that stands: then its pass is used. */
export const isPassUsed = sql`exists (select from purchase
  where purchase.id = entry.order_id and purchase.status in ('reserved', 'settled'))`

/** What a room has to give and to whom, all as of one moment. */
export async function stockOf(
  db: Db | Tx,
  { id, kid, group_key, starts_at }: Pick<Room, 'id' | 'kid' | 'group_key' | 'starts_at'>,
  now: Date,
): Promise<Stock> {
  const time = now.toISOString()
  const at = sql`${time < starts_at ? starts_at : time}::timestamptz` // what there will be to have
  const { rows } = await sql<Stock>`
    select sale.*, line.*
    from (
      select count(*) filter (where listing.status = 'open'
          and coalesce(sale_starting_at <= ${at}, true) and not exists (select from purchase
          where purchase.asset_token_id = listing.asset_token_id and purchase.status = 'reserved'))
          as free,
        count(*) as offered
      from listing join asset on asset.kid = listing.kid and asset.creator = listing.seller
      where listing.kind = 'sale' and listing.status in ('preparing', 'open')
        and asset.published_at is not null and coalesce(sale_ending_at > ${at}, true)
        and not exists (select from reserved_copy held -- these are for the people of a list
          where held.asset_token_id = listing.asset_token_id and held.reserved_until is null)
        and listing.kid in (select ${kid}::uuid
          union all select content.kid from group_content content
          where content.group_key = ${group_key}::uuid)
    ) sale, (
      select count(*) filter (where status = 'waiting') as waiting,
        count(*) filter (where status = 'admitted') as admitted,
        count(*) filter (where status = 'admitted' and not ${isPassUsed}
          and pass_ends_at > ${time}::timestamptz) as passes
      from waiting_entry entry where room_id = ${id}::uuid and status in ('waiting', 'admitted')
    ) line
  `.execute(db)
  return rows[0]!
}
