import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Tx } from '#core/database/db.ts'
import { transitionAll } from '#core/database/events.ts'
import type { Room } from './room.ts'
import { isPassUsed, type Stock } from './stock.ts'
import { type endings, waitingTransitions } from './waiting.shared.ts'

/** A room without people stays for so long after the start: they may all come a moment late. */
const QUIET_SECONDS = 60

/** Step: passes whose order is paid are done; those whose time is over and that hold nothing lapse. */
export async function endExpiredPasses(tx: Tx, room_id: string, now: Date) {
  const over = sql`pass_ends_at <= ${now.toISOString()}::timestamptz`
  await endPasses(tx, room_id, over, now)
}

/** Step: what becomes of passes, once whoever is ordering with one of them is through. */
async function endPasses(tx: Tx, room_id: string, over: Sql, now: Date) {
  await passes(tx, room_id, over, sql`order by id for no key update`)
  const isPaid = sql`exists (select from purchase
    where purchase.id = entry.order_id and purchase.status = 'settled')`
  const paid = await passes(tx, room_id, isPaid)
  const unused = await passes(tx, room_id, sql`${over} and not ${isPassUsed}`)
  await transitionAll(tx, waitingTransitions, paid, { action: 'buy', by: 'platform', at: now })
  await transitionAll(tx, waitingTransitions, unused, { action: 'lapse', by: 'clock', at: now })
}

/** Step: ends a room that has no more to do, and tells those who still wait in vain. */
export async function endRoomIfOver(tx: Tx, room: Open, stock: Stock, now: Date) {
  const ending = await whyOver(tx, room, stock, now)
  if (!ending) return undefined
  await blockJoins(tx, room.id)
  const waiting = await entries(tx, room.id, sql`entry.status = 'waiting'`)
  if (ending === 'served' && waiting.length > 0) return undefined // who came in just now
  await transitionAll(tx, waitingTransitions, waiting, { action: 'close', by: 'platform', at: now })
  await endPasses(tx, room.id, sql`true`, now)
  await tx
    .updateTable('waiting_room')
    .set({ ended_at: now.toISOString(), ending })
    .where('id', '=', room.id)
    .execute()
  return ending
}

/** Step: nobody comes in until this is done; who is coming in just now stands in the room after it. */
export const blockJoins = (tx: Tx, room_id: string) =>
  sql`select from waiting_room where id = ${room_id} for update`.execute(tx)

type Open = Pick<Room, 'kid' | 'group_key' | 'starts_at'> & { id: string }

async function whyOver(
  tx: Tx,
  { id, kid, group_key, starts_at }: Open,
  { offered, waiting, admitted }: Stock,
  now: Date,
): Promise<(typeof endings)[number] | undefined> {
  if (await saleIsOver(tx, { kid, group_key }, now)) return 'sale_ended'
  const isQuiet = addSeconds(new Date(starts_at), QUIET_SECONDS) <= now
  if (offered === 0) {
    const bought = await entries(tx, id, sql`entry.status = 'bought' limit 1`)
    return isQuiet || bought.length > 0 ? 'sold_out' : undefined // else copies may still be listed
  }
  return isQuiet && waiting + admitted === 0 ? 'served' : undefined
}

async function saleIsOver(tx: Tx, { kid, group_key }: Pick<Room, 'kid' | 'group_key'>, now: Date) {
  const { rows } = await sql`
    select from asset where kid = ${kid} and sale_ending_at <= ${now.toISOString()}::timestamptz
    union all
    select from title_group
    where key = ${group_key} and sale_ending_at <= ${now.toISOString()}::timestamptz
  `.execute(tx)
  return rows.length > 0
}

const passes = (tx: Tx, room_id: string, where: Sql, rest = sql``) =>
  entries(tx, room_id, sql`entry.status = 'admitted' and ${where} ${rest}`)

type Sql = ReturnType<typeof sql>

async function entries(tx: Tx, room_id: string, where: Sql): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from waiting_entry entry where room_id = ${room_id} and ${where}
  `.execute(tx)
  return rows.map(({ id }) => id)
}
