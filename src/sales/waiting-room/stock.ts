import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { passKinds } from '#src/sales/deal/deals.ts'
import type { Room } from './room.ts'

/** The copies and people of a waiting room at one moment. */
export interface Stock {
  /** Listed first-sale copies that nobody is paying for, of titles whose own sale is on. */
  free: number
  /** All first-sale copies: also those being paid for, being prepared, or sold later. */
  offered: number
  /** Those copies of hidden titles: nobody can buy them until their title is shown again. */
  paused: number
  /** Valid passes without a standing order. */
  passes: number
  waiting: number
  /** Admitted entries that have not ended. */
  admitted: number
}

/** Matches entries whose pass is used: their order is held or paid. */
export const isPassUsed = sql`exists (select from purchase
  where purchase.id = entry.order_id and purchase.status in ('reserved', 'settled'))`

/** Counts the copies and people of a room in one statement. */
export async function stockOf(
  db: Db | Tx,
  { id, kid, group_key, starts_at }: Pick<Room, 'id' | 'kid' | 'group_key' | 'starts_at'>,
  now: Date,
): Promise<Stock> {
  const time = now.toISOString()
  const at = sql`${time < starts_at ? starts_at : time}::timestamptz` // before the start: as of the start
  const { rows } = await sql<Stock>`
    select sale.*, queue.*
    from (
      select count(*) filter (where asset.is_public and listing.status = 'open'
          and coalesce(sale_starting_at <= ${at}, true) and not exists (select from purchase
          where purchase.asset_token_id = listing.asset_token_id and purchase.status = 'reserved'))
          as free,
        count(*) filter (where asset.is_public) as offered,
        count(*) filter (where not asset.is_public) as paused
      from listing join asset on asset.kid = listing.kid and asset.creator = listing.seller
      where listing.kind in ${passKinds} and listing.status in ('preparing', 'open')
        and coalesce(sale_ending_at > ${at}, true)
        and not exists (select from reserved_copy held -- reserved for an allowlist
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
    ) queue
  `.execute(db)
  return rows[0]!
}
