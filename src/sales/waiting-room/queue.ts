import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { insertWithEvent, transition, transitionAll } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { cached } from '#src/platform/guest-cache/answer-cache.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { limitReached } from './holding-limit.ts'
import { type Room, roomAt } from './room.ts'
import { isPassUsed } from './stock.ts'
import {
  type joinWaitingRoom,
  type leaveWaitingRoom,
  type OwnPlace,
  waitingTransitions,
} from './waiting.shared.ts'

export const admitPeople = job<object>('waiting.admit')

/**
 * Joins an open room. A repeat keeps the existing place. Refuses the creator (`own_serial`), people
 * outside Japan (`region_unavailable`), a closed room (`waiting_room_closed`), and people who may not
 * hold more copies (`max_holding_reached`), because they would only keep others waiting.
 */
export async function join(ctx: Ctx, { id, lang }: BodyOf<typeof joinWaitingRoom>) {
  const { account_id } = currentPerson(ctx)
  const room = (await roomAt(ctx.db, id)) ?? fail('not_found')
  if (room.creator === account_id) fail('own_serial')
  if (room.only_japan_accessible && ctx.country !== 'JP') fail('region_unavailable')
  await inTx(ctx, async (tx) => {
    await lockActor(tx, account_id) // so that joins by one person wait for each other
    const { room_id, isDrawn } = await lockOpenRoom(tx, room)
    if (await activePlace(tx, room_id, account_id)) return
    const limit = await limitReached(tx, room, account_id)
    if (limit !== null) fail('max_holding_reached', { limit })
    const at = ctx.time()
    const entry = { id: randomUUID(), room_id, account_id, lang, joined_at: at.toISOString() }
    const isFirst = isDrawn && !(await isAnyoneWaiting(tx, room_id))
    const person = { by: 'person', account: account_id, at } as const
    await insertWithEvent(tx, waitingTransitions, [entry], { action: 'join', ...person })
    // The first person in an empty queue need not wait for the next scheduled run.
    if (isFirst) await enqueue(tx, admitPeople, {}, { key: `every ${admitPeople.name}` })
  })
  return (await placeIn(ctx, room, account_id)) ?? fail('bug')
}

/** Gives up the caller's place or pass. An order placed with it stays. */
export async function leave(ctx: Ctx, { id }: BodyOf<typeof leaveWaitingRoom>) {
  const { account_id } = currentPerson(ctx)
  const room = (await roomAt(ctx.db, id)) ?? fail('not_found')
  await inTx(ctx, async (tx) => {
    const entry = room.id && (await activePlace(tx, room.id, account_id))
    const person = { by: 'person', account: account_id, at: ctx.time() } as const
    if (entry) await transition(tx, waitingTransitions, entry, { action: 'leave', ...person })
  })
  return undefined
}

/** Step: gives up every place and pass of a person who is locked and leaves, or is suspended. */
export async function leaveRooms(tx: Tx, account_id: string, at: Date, isSuspended = false) {
  const places = await tx
    .selectFrom('waiting_entry')
    .select('id')
    .where('account_id', '=', account_id)
    .where('status', 'in', ['waiting', 'admitted'])
    .orderBy('id')
    .execute()
  const ids = places.map(({ id }) => id)
  const change = isSuspended
    ? ({ action: 'remove', by: 'platform', at } as const)
    : ({ action: 'leave', by: 'person', account: account_id, at } as const)
  await transitionAll(tx, waitingTransitions, ids, change)
}

/** Locks an open room against its draw: a person joins either before the draw or after it. */
async function lockOpenRoom(tx: Tx, { id }: Room) {
  const { rows } = await sql<{ room_id: string; isDrawn: boolean }>`
    select id as room_id, drawn_at is not null as "isDrawn" from waiting_room
    where id = ${id} and ended_at is null for key share
  `.execute(tx)
  return rows[0] ?? fail('waiting_room_closed')
}

async function activePlace(tx: Tx, room_id: string, account_id: string) {
  const entry = await tx
    .selectFrom('waiting_entry')
    .select('id')
    .where('room_id', '=', room_id)
    .where('account_id', '=', account_id)
    .where('status', 'in', ['waiting', 'admitted'])
    .executeTakeFirst()
  return entry?.id
}

async function isAnyoneWaiting(tx: Tx, room_id: string) {
  const one = tx.selectFrom('waiting_entry').select('id').where('room_id', '=', room_id)
  return (await one.where('status', '=', 'waiting').limit(1).executeTakeFirst()) !== undefined
}

type EntryRow = Omit<OwnPlace, 'people_before' | 'expected_seconds'> & { arrived: number }

/** Returns a person's newest place in a room, or null. */
export async function placeIn(
  { db, config }: Ctx,
  { id, drawn_at }: Pick<Room, 'id' | 'drawn_at'>,
  account_id: string,
): Promise<OwnPlace | null> {
  if (!id) return null
  const { rows } = await sql<EntryRow>`
    select id as entry_id, status, place as drawn_place, pass_ends_at, arrived,
      ${isPassUsed} as is_ordered
    from waiting_entry entry where room_id = ${id} and account_id = ${account_id}
    order by arrived desc limit 1
  `.execute(db)
  if (!rows[0]) return null
  const { arrived, ...entry } = rows[0]
  if (!drawn_at || entry.status !== 'waiting')
    return { ...entry, people_before: null, expected_seconds: null }
  const keep = { ms: config.guestListsMs }
  const queue = await cached(db, `queue ${id}`, keep, () => readQueue(db, id))
  const people_before = queue.get(arrived) ?? queue.size // not cached yet: behind everybody
  const settings = await cached(db, 'settings of waiting rooms', keep, () => settingsOf(db))
  const { waiting_people_per_minute: perMinute } = settings
  return { ...entry, people_before, expected_seconds: Math.ceil((people_before * 60) / perMinute) }
}

/** Returns the number of people before each waiting entry, keyed by `arrived`. */
async function readQueue(db: Ctx['db'], room_id: string): Promise<Map<number, number>> {
  const queue = await db
    .selectFrom('waiting_entry')
    .select('arrived')
    .where('room_id', '=', room_id)
    .where('status', '=', 'waiting')
    .orderBy('place', (by) => by.asc().nullsLast())
    .orderBy('arrived')
    .execute()
  return new Map(queue.map(({ arrived }, i) => [arrived, i]))
}
