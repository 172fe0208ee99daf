import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Tx } from '#core/database/db.ts'
import { transitionAll } from '#core/database/events.ts'
import type { Room } from './room.ts'
import { isPassUsed, type Stock } from './stock.ts'
import { type endings, waitingTransitions } from './waiting.shared.ts'

/** The seconds after the start for which a room without people stays open to latecomers. */
const QUIET_SECONDS = 60

/** Ends passes with a paid order as bought, and expired passes without a standing order as lapsed. */
export async function endExpiredPasses(tx: Tx, room_id: string, now: Date) {
  const condition = sql`pass_ends_at <= ${now.toISOString()}::timestamptz`
  await endPasses(tx, room_id, now, condition)
}

/**
 * Ends passes as `endExpiredPasses` does, all of a room without a condition, after locking them: an
 * order that is being placed with one of them commits first.
 */
export async function endPasses(tx: Tx, room_id: string, now: Date, condition = sql`true`) {
  await passes(tx, room_id, condition, sql`order by id for no key update`)
  const isPaid = sql`exists (select from purchase
    where purchase.id = entry.order_id and purchase.status = 'settled')`
  const paid = await passes(tx, room_id, isPaid)
  const unused = await passes(tx, room_id, sql`${condition} and not ${isPassUsed}`)
  await transitionAll(tx, waitingTransitions, paid, { action: 'buy', by: 'platform', at: now })
  await transitionAll(tx, waitingTransitions, unused, { action: 'lapse', by: 'clock', at: now })
}

/** Ends a room if nothing is left to do. Entries that still wait become `missed`. */
export async function endRoomIfOver(tx: Tx, room: OpenRoom, stock: Stock, now: Date) {
  const ending = await endingOf(tx, room, stock, now)
  if (!ending) return undefined
  await blockJoins(tx, room.id)
  const waiting = await entries(tx, room.id, sql`entry.status = 'waiting'`)
  if (ending === 'served' && waiting.length > 0) return undefined // they joined just now
  await transitionAll(tx, waitingTransitions, waiting, { action: 'close', by: 'platform', at: now })
  await endPasses(tx, room.id, now)
  await tx
    .updateTable('waiting_room')
    .set({ ended_at: now.toISOString(), ending })
    .where('id', '=', room.id)
    .execute()
  return ending
}

/** Blocks joins until the transaction ends. A join in progress commits first and is seen afterwards. */
export const blockJoins = (tx: Tx, room_id: string) =>
  sql`select from waiting_room where id = ${room_id} for update`.execute(tx)

type OpenRoom = Pick<Room, 'kid' | 'group_key' | 'starts_at'> & { id: string }

async function endingOf(
  tx: Tx,
  { id, kid, group_key, starts_at }: OpenRoom,
  { offered, paused, waiting, admitted }: Stock,
  now: Date,
): Promise<(typeof endings)[number] | undefined> {
  if (await isSaleOver(tx, { kid, group_key }, now)) return 'sale_ended'
  if (offered === 0 && paused > 0) return undefined // all that is left is hidden, and may be shown again
  const isQuiet = addSeconds(new Date(starts_at), QUIET_SECONDS) <= now
  if (offered === 0) {
    const bought = await entries(tx, id, sql`entry.status = 'bought' limit 1`)
    return isQuiet || bought.length > 0 ? 'sold_out' : undefined // otherwise copies may still be listed
  }
  return isQuiet && waiting + admitted === 0 ? 'served' : undefined
}

async function isSaleOver(tx: Tx, { kid, group_key }: Pick<Room, 'kid' | 'group_key'>, now: Date) {
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
