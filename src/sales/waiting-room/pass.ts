import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { Refusal } from '#core/errors.ts'
import type { Offer, Order } from '#src/sales/deal/deal.ts'
import { dealKinds } from '#src/sales/deal/deals.ts'
import { isPassUsed, type Stock, stockOf } from './stock.ts'

/** A waiting room that what somebody wants is sold through now. */
interface ActiveRoom {
  address: string
  kid: string | null
  group_key: string | null
  starts_at: string
  /** Null while it has not been opened: then nobody has a pass. */
  room_id: string | null
  /** Known where somebody wants several copies at once. */
  stock?: Pick<Stock, 'free' | 'passes'>
}
interface Pass {
  id: string
  ends_at: string
}
/** The rooms before what is wanted, the passes of who wants it, and what was done with them. */
export interface WaitingRooms {
  byTitle: Map<string, ActiveRoom[]>
  passes: Map<string, Pass>
  used: { id: string; order_id: string }[]
}

type Asked = Pick<Order, 'buyer' | 'wanted' | 'deal'>
type Offers = ReadonlyMap<string, Offer>

/**
 * Looks up and locks the passes that orders need, after the accounts and before the copies. Who
 * wants several locks the room too: they may not take copies that others were let in for.
 */
export async function lockWaitingRooms(
  tx: Tx,
  orders: readonly Asked[],
  now: Date,
): Promise<WaitingRooms> {
  const byTitle = new Map<string, ActiveRoom[]>()
  const guards: WaitingRooms = { byTitle, passes: new Map(), used: [] }
  const wanted = orders.flatMap(({ deal, wanted: copies }) =>
    dealKinds[deal].needs_pass ? copies : [],
  )
  const { rows } = await guardsOf(tx, [...new Set(wanted.map(({ kid }) => kid))])
  if (rows.length === 0) return guards
  const rooms = new Map(rows.map((row): [string, ActiveRoom] => [row.address, row]))
  for (const { of_kid, address } of rows)
    byTitle.set(of_kid, [...(byTitle.get(of_kid) ?? []), rooms.get(address)!])
  for (const guard of several(orders, byTitle)) {
    await sql`select from waiting_room where id = ${guard.room_id} for no key update`.execute(tx)
    guard.stock = await stockOf(tx, { ...guard, id: guard.room_id }, now)
  }
  const room_ids = [...rooms.values()].flatMap(({ room_id }) => room_id ?? [])
  guards.passes = await passesOf(tx, room_ids, orders)
  return guards
}

/** Of each title the rooms of its start, its own and its group's, that have not ended. */
function guardsOf(tx: Tx, kids: string[]) {
  return sql<ActiveRoom & { of_kid: string }>`
    select start.*, room.id as room_id
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

/** The rooms of which one order wants more than one copy, in the order of their ids. */
function several(orders: readonly Asked[], byTitle: WaitingRooms['byTitle']): Set<ActiveRoom> {
  const many = orders.filter(({ wanted }) => wanted.length > 1)
  const found = many.flatMap(({ wanted }) => wanted.flatMap(({ kid }) => byTitle.get(kid) ?? []))
  const opened = found.filter(({ room_id }) => room_id !== null)
  return new Set(opened.toSorted((a, b) => (a.room_id! < b.room_id! ? -1 : 1)))
}

async function passesOf(tx: Tx, room_ids: string[], orders: readonly Asked[]) {
  const buyers = [...new Set(orders.map(({ buyer }) => buyer))]
  const mine = sql`room_id = any(${room_ids}::uuid[]) and account_id = any(${buyers}::uuid[])
    and status = 'admitted'`
  await sql`select from waiting_entry where ${mine} order by id for no key update`.execute(tx)
  const { rows } = await sql<Pass & { room_id: string; account_id: string }>`
    select id, room_id, account_id, pass_ends_at as ends_at from waiting_entry entry
    where ${mine} and not ${isPassUsed}
  `.execute(tx)
  return new Map(rows.map((row) => [nameOf(row.room_id, row.account_id), row]))
}

/**
 * Why an order is not let through: its buyer has no pass, or wants copies that others have one for.
 * What somebody sells on does not wait, nor does a title before its own start: that is refused, or
 * granted to a few, by the sale itself.
 */
export function waitingRoomRefusal(
  { byTitle, passes }: WaitingRooms,
  order: Asked,
  offers: Offers,
  now: Date,
): Refusal | undefined {
  const at = now.toISOString()
  for (const [guard, count] of countsOf(byTitle, order, offers)) {
    const { address, group_key, starts_at, room_id, stock } = guard
    if (at < starts_at && group_key) return new Refusal('sale_not_started')
    if (at < starts_at) continue
    const pass = room_id && passes.get(nameOf(room_id, order.buyer))
    if (!pass || pass.ends_at <= at) return new Refusal('waiting_room', { room: address })
    const most = stock ? stock.free - (stock.passes - 1) : 1
    if (count > 1 && count > most)
      return new Refusal('too_many_at_once', { limit: Math.max(1, most) })
  }
  return undefined
}

/** The order is going to be placed: its passes are used. */
export function markPassesUsed(
  guards: WaitingRooms,
  order: Asked,
  offers: Offers,
  order_id: string,
) {
  const { byTitle, passes, used } = guards
  for (const [{ room_id, stock }, count] of countsOf(byTitle, order, offers)) {
    const name = nameOf(room_id ?? '', order.buyer)
    const pass = passes.get(name)
    if (!pass) continue
    used.push({ id: pass.id, order_id })
    passes.delete(name)
    if (!stock) continue
    stock.passes--
    stock.free -= count
  }
}

/** How many copies of a first sale an order wants from behind each room; rentals go round them. */
function countsOf(byTitle: WaitingRooms['byTitle'], order: Asked, offers: Offers) {
  const { buyer, wanted, deal } = order
  const counts = new Map<ActiveRoom, number>()
  if (!dealKinds[deal].needs_pass) return counts
  for (const { kid, asset_token_id } of wanted) {
    const offer = offers.get(asset_token_id)
    const isFirstSale = offer?.kid === kid && offer.owner === offer.creator
    const isForAll = offer?.allowlist_id === null || offer?.reserved_until !== null
    if (!isFirstSale || !isForAll || offer.owner === buyer) continue
    for (const guard of byTitle.get(kid) ?? []) counts.set(guard, (counts.get(guard) ?? 0) + 1)
  }
  return counts
}

/** Step: keeps with each pass what was ordered with it. */
export async function saveUsedPasses(tx: Tx, { used }: WaitingRooms) {
  if (used.length === 0) return
  await sql`
    update waiting_entry set order_id = used.order_id
    from jsonb_to_recordset(${JSON.stringify(used)}::jsonb) as used (id uuid, order_id uuid)
    where waiting_entry.id = used.id
  `.execute(tx)
}

const nameOf = (room_id: string, account_id: string) => `${room_id} ${account_id}`
