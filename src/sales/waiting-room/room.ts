import { type RawBuilder, sql } from 'kysely'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { z } from 'zod'
import { addSeconds } from '#core/clock.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { brandFacts } from '#src/catalog/asset/brand-facts.ts'
import type { PictureFacts } from '#src/platform/pictures/picture.shared.ts'
import type { endings, roomStates } from './waiting.shared.ts'

/** A waiting room, opened or announced, of a title or a group whose sale has a start. */
export interface Room {
  /** The id of the room opened for this start; null until then. */
  id: string | null
  address: string
  kid: string | null
  group_key: string | null
  name: string
  brand: Asset['brand']
  picture: PictureFacts | null
  creator: string
  only_japan_accessible: boolean
  starts_at: string
  opened_at: string | null
  seed: string | null
  entries_hash: string | null
  drawn_count: number | null
  drawn_at: string | null
  ended_at: string | null
  ending: (typeof endings)[number] | null
}

/** Returns a SQL table of titles and groups that meet the conditions, as the sellers of a room. */
const sellers = (title: RawBuilder<unknown>, group: RawBuilder<unknown>) => sql`(
  select kid::text as address, kid, null::uuid as group_key, title as name, brand_id, creator,
    poster as picture, only_japan_accessible, waiting_room, sale_starting_at, sale_ending_at
  from asset where asset.is_public and ${title}
  union all
  select encrypted_id, null, key, name, brand_id, owner,
    cover_picture, false, waiting_room, sale_starting_at, sale_ending_at
  from title_group where ${group} and exists (
    select from brand where brand.id = title_group.brand_id and brand.hidden_at is null)
)`

/**
 * Returns the room at an address. A title's id leads to its own room, else to that of its group. A
 * sale with a new start has a new room.
 */
export async function roomAt(db: Db | Tx, address: string): Promise<Room | undefined> {
  const kid = z.uuid().safeParse(address).data ?? null
  const ownGroup = sql`key = (select content.group_key
    from group_content content join asset on asset.kid = content.kid
    where content.kid = ${kid} and asset.is_public)`
  const { rows } = await sql<Room>`
    select room.id, seller.address, seller.kid, seller.group_key, seller.name, seller.creator,
      ${brandFacts} as brand,
      seller.picture, seller.only_japan_accessible,
      coalesce(room.starts_at, sale_starting_at) as starts_at, room.opened_at, room.seed,
      room.entries_hash, room.drawn_count, room.drawn_at, room.ended_at, room.ending
    from ${sellers(sql`kid = ${kid}`, sql`(encrypted_id = ${address} or ${ownGroup})`)} seller
    left join brand on brand.id = seller.brand_id
    left join lateral (
      select * from waiting_room room where room.address = seller.address
        and (not seller.waiting_room or room.starts_at = sale_starting_at)
      order by room.starts_at desc limit 1
    ) room on true
    where seller.waiting_room or room.id is not null
    order by room.ended_at is not null, seller.kid is null limit 1
  `.execute(db)
  return rows[0]
}

/** Returns the sale starts whose room is due to open at `by` and has not been opened. */
export async function startsBefore(db: Db, by: Date, now: Date) {
  const due = sql`waiting_room and sale_starting_at <= ${by.toISOString()}::timestamptz
    and (sale_ending_at is null or sale_ending_at > ${now.toISOString()}::timestamptz)`
  const { rows } = await sql<Start>`
    select address, kid, group_key, sale_starting_at as starts_at
    from ${sellers(due, due)} seller
    where not exists (select from waiting_room room
        where room.address = seller.address and room.starts_at = sale_starting_at)
  `.execute(db)
  return rows
}
export interface Start {
  address: string
  kid: string | null
  group_key: string | null
  starts_at: string
}

/** Returns the state of a room at `now`. */
export function stateOf(room: Room, now: Date): (typeof roomStates)[number] {
  if (room.ended_at) return 'ended'
  if (!room.opened_at) return 'announced'
  if (room.drawn_at) return 'admitting'
  return now.toISOString() < room.starts_at ? 'open' : 'drawing'
}

/** Returns the time at which a room opens or has opened. */
export const opensAt = ({ opened_at, starts_at }: Room, leadSeconds: number) =>
  opened_at ?? addSeconds(new Date(starts_at), -leadSeconds).toISOString()
