import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { passKinds } from '#src/sales/deal/deals.ts'
import type { Room } from './room.ts'

type SoldThrough = Pick<Room, 'kid' | 'group_key'>

/** Returns the condition for titles of a room that their creator still sells. */
const offeredIn = ({ kid, group_key }: SoldThrough) => sql`
  asset.is_public
  and asset.kid in (select ${kid}::uuid
    union all select content.kid from group_content content
    where content.group_key = ${group_key}::uuid)
  and exists (select from listing where listing.kid = asset.kid and listing.kind in ${passKinds}
    and listing.status in ('preparing', 'open') and listing.seller = asset.creator)`

/**
 * Returns the holding limit that keeps a person from buying more in a room, or null while they may
 * still buy any of its titles. Copies they are paying for count, as they do for an order.
 */
export async function limitReached(
  db: Db | Tx,
  room: SoldThrough,
  account_id: string,
): Promise<number | null> {
  const { rows } = await sql<{ limit: number | null }>`
    select case when bool_and(coalesce(holding_limit <= held.n, false)) then max(holding_limit) end
      as limit
    from asset cross join lateral (
      select (select count(*) from serial
          where serial.kid = asset.kid and owner = ${account_id})
        + (select count(*) from purchase
          where purchase.kid = asset.kid and buyer = ${account_id}
            and purchase.status = 'reserved' and transfers_copy) as n
    ) held
    where ${offeredIn(room)}
  `.execute(db)
  return rows[0]!.limit
}

/** Returns true if any title of a room has a holding limit. Most have none, which saves a query. */
export async function isLimited(db: Db, room: SoldThrough): Promise<boolean> {
  const { rows } = await sql`
    select from asset where holding_limit is not null and ${offeredIn(room)} limit 1
  `.execute(db)
  return rows.length > 0
}
