import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import type { Room } from './room.ts'

type Sold = Pick<Room, 'kid' | 'group_key'>

/** The titles of a room that their creator still sells. */
const offeredIn = ({ kid, group_key }: Sold) => sql`
  asset.published_at is not null and asset.removed_at is null
  and asset.kid in (select ${kid}::uuid
    union all select content.kid from group_content content
    where content.group_key = ${group_key}::uuid)
  and exists (select from listing where listing.kid = asset.kid and listing.kind = 'sale'
    and listing.status in ('preparing', 'open') and listing.seller = asset.creator)`

/**
 * The holding limit by which somebody can buy no more in a room; null while any of its titles is left
 * to them. What they are paying for counts, as it does for an order.
 */
export async function limitReached(
  db: Db | Tx,
  room: Sold,
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

/** Whether any title of a room has a limit at all: for most there is nothing to ask of a person. */
export async function isLimited(db: Db, room: Sold): Promise<boolean> {
  const { rows } = await sql`
    select from asset where holding_limit is not null and ${offeredIn(room)} limit 1
  `.execute(db)
  return rows.length > 0
}
