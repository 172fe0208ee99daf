import { sql } from 'kysely'
import { planFreely, type Tx } from '#core/database/db.ts'
import { Refusal } from '#core/errors.ts'
import type { Offer, Order } from '#src/sales/deal/deal.ts'
import { copyDealKinds } from '#src/sales/deal/deals.ts'
import { isPassUsed, type Stock, stockOf } from './stock.ts'

/** A waiting room through which an ordered title is sold now. */
interface ActiveRoom {
  address: string
  kid: string | null
  group_key: string | null
  starts_at: string
  /** Null until the room is opened; until then nobody has a pass. */
  room_id: string | null
  /** Read only if an order has several copies. */
  stock?: Pick<Stock, 'free' | 'passes'>
}
interface Pass {
  id: string
  ends_at: string
}
/** The waiting rooms of the ordered titles, the buyers' passes, and the passes used so far. */
export interface WaitingRooms {
  byTitle: Map<string, ActiveRoom[]>
  passes: Map<string, Pass>
  used: { id: string; order_id: string }[]
}

type OrderedCopies = Pick<Order, 'buyer' | 'copies' | 'deal'>
type Offers = ReadonlyMap<string, Offer>

/**
 * Reads and locks the passes that orders need, after the accounts and before the copies. An order of
 * several copies locks the room too, because it must not take copies reserved for other passes.
 */
export async function lockWaitingRooms(
  tx: Tx,
  orders: readonly OrderedCopies[],
  now: Date,
): Promise<WaitingRooms> {
  const byTitle = new Map<string, ActiveRoom[]>()
  const waitingRooms: WaitingRooms = { byTitle, passes: new Map(), used: [] }
  const guarded = orders.flatMap(({ deal, copies }) =>
    copyDealKinds[deal].needs_pass ? copies : [],
  )
  const { rows } = await readActiveRooms(tx, [...new Set(guarded.map(({ kid }) => kid))])
  if (rows.length === 0) return waitingRooms
  const rooms = new Map(rows.map((row): [string, ActiveRoom] => [row.address, row]))
  for (const { of_kid, address } of rows)
    byTitle.set(of_kid, [...(byTitle.get(of_kid) ?? []), rooms.get(address)!])
  const largeOrders = roomsOfLargeOrders(orders, byTitle)
  if (largeOrders.size > 0) await planFreely(tx)
  for (const room of largeOrders) {
    await sql`select from waiting_room where id = ${room.room_id} for no key update`.execute(tx)
    room.stock = await stockOf(tx, { ...room, id: room.room_id }, now)
  }
  const room_ids = [...rooms.values()].flatMap(({ room_id }) => room_id ?? [])
  waitingRooms.passes = await lockPasses(tx, room_ids, orders)
  return waitingRooms
}

/** Reads the rooms of each title's current start, its own and its group's, that have not ended. */
function readActiveRooms(tx: Tx, kids: string[]) {
  return sql<ActiveRoom & { of_kid: string }>`
    select start.of_kid, start.address, start.kid, start.group_key, start.starts_at,
      room.id as room_id
    from (
      select kid as of_kid, kid::text as address, kid, null::uuid as group_key,
        sale_starting_at as starts_at
      from asset where kid = any(${kids}::uuid[]) and waiting_room
      union all
      select content.kid, encrypted_id, null, key, sale_starting_at
      from group_content content join title_group on key = content.group_key
      where content.kid = any(${kids}::uuid[]) and waiting_room
    ) start
    left join waiting_room room on room.address = start.address and room.starts_at = start.starts_at
    where room.ended_at is null order by room.id
  `.execute(tx)
}

/** Returns the rooms from which one order wants several copies, in lock order. */
function roomsOfLargeOrders(
  orders: readonly OrderedCopies[],
  byTitle: WaitingRooms['byTitle'],
): Set<ActiveRoom> {
  const many = orders.filter(({ copies }) => copies.length > 1)
  const found = many.flatMap(({ copies }) => copies.flatMap(({ kid }) => byTitle.get(kid) ?? []))
  const opened = found.filter(({ room_id }) => room_id !== null)
  return new Set(opened.toSorted((a, b) => (a.room_id! < b.room_id! ? -1 : 1)))
}

async function lockPasses(tx: Tx, room_ids: string[], orders: readonly OrderedCopies[]) {
  const buyers = [...new Set(orders.map(({ buyer }) => buyer))]
  const mine = sql`room_id = any(${room_ids}::uuid[]) and account_id = any(${buyers}::uuid[])
    and status = 'admitted'`
  await sql`select from waiting_entry where ${mine} order by id for no key update`.execute(tx)
  const { rows } = await sql<Pass & { room_id: string; account_id: string }>`
    select id, room_id, account_id, pass_ends_at as ends_at from waiting_entry entry
    where ${mine} and not ${isPassUsed}
  `.execute(tx)
  return new Map(rows.map((row) => [passKey(row.room_id, row.account_id), row]))
}

/**
 * Refuses an order whose buyer has no pass (`waiting_room`), or that would take copies reserved for
 * other passes (`too_many_at_once`). Resales need no pass. Before its start a title needs none
 * either, because sale times and early access decide then; a group is refused (`sale_not_started`).
 */
export function waitingRoomRefusal(
  { byTitle, passes }: WaitingRooms,
  order: OrderedCopies,
  offers: Offers,
  now: Date,
): Refusal | undefined {
  const at = now.toISOString()
  for (const [room, count] of copiesPerRoom(byTitle, order, offers)) {
    const { address, group_key, starts_at, room_id, stock } = room
    if (at < starts_at && group_key) return new Refusal('sale_not_started')
    if (at < starts_at) continue
    const pass = room_id && passes.get(passKey(room_id, order.buyer))
    if (!pass || pass.ends_at <= at) return new Refusal('waiting_room', { room: address })
    const available = stock ? stock.free - (stock.passes - 1) : 1
    if (count > 1 && count > available)
      return new Refusal('too_many_at_once', { limit: Math.max(1, available) })
  }
  return undefined
}

/** Marks the passes of an order that is going to be placed as used. */
export function markPassesUsed(
  waitingRooms: WaitingRooms,
  order: OrderedCopies,
  offers: Offers,
  order_id: string,
) {
  const { byTitle, passes, used } = waitingRooms
  for (const [{ room_id, stock }, count] of copiesPerRoom(byTitle, order, offers)) {
    const key = passKey(room_id ?? '', order.buyer)
    const pass = passes.get(key)
    if (!pass) continue
    used.push({ id: pass.id, order_id })
    passes.delete(key)
    if (!stock) continue
    stock.passes--
    stock.free -= count
  }
}

/** Counts the first-sale copies that an order wants from each room. Deals without passes want none. */
function copiesPerRoom(byTitle: WaitingRooms['byTitle'], order: OrderedCopies, offers: Offers) {
  const { buyer, copies, deal } = order
  const counts = new Map<ActiveRoom, number>()
  if (!copyDealKinds[deal].needs_pass) return counts
  for (const { kid, asset_token_id } of copies) {
    const offer = offers.get(asset_token_id)
    const isFirstSale = offer?.kid === kid && offer.owner === offer.creator
    const isForAll = offer?.allowlist_id === null || offer?.reserved_until !== null
    if (!isFirstSale || !isForAll || offer.owner === buyer) continue
    for (const room of byTitle.get(kid) ?? []) counts.set(room, (counts.get(room) ?? 0) + 1)
  }
  return counts
}

/** Stores with each used pass the order placed with it. */
export async function saveUsedPasses(tx: Tx, { used }: WaitingRooms) {
  if (used.length === 0) return
  await sql`
    update waiting_entry set order_id = used.order_id
    from jsonb_to_recordset(${JSON.stringify(used)}::jsonb) as used (id uuid, order_id uuid)
    where waiting_entry.id = used.id
  `.execute(tx)
}

const passKey = (room_id: string, account_id: string) => `${room_id} ${account_id}`
