import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { transitionAll } from '#core/database/events.ts'
import type { Ctx } from '#core/context.ts'
import { doEach } from '#core/jobs.ts'
import { keyedHash } from '#core/keyed-hash.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { blockJoins, endExpiredPasses, endPasses, endRoomIfOver } from './end-room.ts'
import { drawPlaces, hashOfEntries } from './draw-places.shared.ts'
import { type Start, startsBefore } from './room.ts'
import { stockOf } from './stock.ts'
import { turnMail } from './turn-mail.shared.ts'
import { waitingTransitions } from './waiting.shared.ts'

/** The longest pause after which the job catches up, so that it never admits a crowd at once. */
const CATCH_UP_SECONDS = 5

/** The seconds between two extensions of the same passes, so that the job does not write them at every run. */
const EXTEND_SECONDS = 30

/**
 * Opens rooms that are due. In rooms whose sale has started, draws places, ends passes and admits people.
 * During maintenance nobody could buy, so all that waits, and passes keep their whole time.
 */
export async function admit(ctx: Ctx) {
  const settings = await settingsFor(ctx)
  const by = addSeconds(ctx.now, settings.waiting_opens_seconds)
  for (const start of await startsBefore(ctx.db, by, ctx.now)) await openRoom(ctx, start)
  if (settings.maintenance) return extendPasses(ctx, settings)
  await doEach(await roomsToAdvance(ctx), 'a waiting room could not be advanced', ({ id }) =>
    inTx(ctx, (tx) => advanceRoom(tx, id, settings, ctx.time)),
  )
}

/** Returns the rooms whose sale has started and that have not ended, or still have passes. */
async function roomsToAdvance({ db, now }: Ctx) {
  const { rows } = await sql<{ id: string }>`
    select id from waiting_room
    where ended_at is null and starts_at <= ${now.toISOString()}::timestamptz
    union select room_id from waiting_entry where status = 'admitted'
  `.execute(db)
  return rows
}

/** Gives admitted people a whole pass from now on. */
async function extendPasses(ctx: Ctx, { waiting_pass_seconds }: Settings) {
  await inTx(ctx, async (tx) => {
    const least = addSeconds(ctx.time(), waiting_pass_seconds)
    const until = addSeconds(least, EXTEND_SECONDS)
    await sql`
      with pass as (
        select id from waiting_entry
        where status = 'admitted' and pass_ends_at < ${least.toISOString()}::timestamptz
        order by id for no key update
      )
      update waiting_entry set pass_ends_at = ${until.toISOString()}::timestamptz
      from pass where waiting_entry.id = pass.id
    `.execute(tx)
  })
}

/**
 * Opens a room, once per start. The seed is derived from the SECRET, the address and the start, so
 * that the platform cannot choose among seeds. It is stored because the SECRET may change before the
 * draw.
 */
async function openRoom(ctx: Ctx, { address, kid, group_key, starts_at }: Start) {
  const seed = keyedHash(ctx.config.secret, 'waiting room', address, starts_at)
  // Takes the lock that an edit of the sale times takes: an open room fixes its start.
  const seller = kid
    ? sql`select sale_starting_at, waiting_room from asset where kid = ${kid}`
    : sql`select sale_starting_at, waiting_room from title_group where key = ${group_key}`
  await sql`
    with seller as (${seller} for no key update)
    insert into waiting_room (id, address, kid, group_key, starts_at, seed, opened_at)
    select ${randomUUID()}, ${address}, ${kid}::uuid, ${group_key}::uuid, sale_starting_at, ${seed},
      ${ctx.now.toISOString()}::timestamptz
    from seller where waiting_room
      and date_trunc('milliseconds', sale_starting_at) = ${starts_at}::timestamptz -- precision of JSON times
    on conflict do nothing
  `.execute(ctx.db)
}

/**
 * Does what is due in a room whose sale has started, under the room's lock. Once a room has ended, the
 * passes left are those used for orders that were not paid yet.
 */
async function advanceRoom(tx: Tx, id: string, settings: Settings, time: () => Date) {
  const room = await tx
    .selectFrom('waiting_room')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const now = time()
  if (room.ended_at) return endPasses(tx, id, now)
  if (!room.drawn_at) await drawRoom(tx, room, now)
  await endExpiredPasses(tx, id, now)
  const stock = await stockOf(tx, room, now)
  const ending = await endRoomIfOver(tx, room, stock, now)
  if (!ending) await admitNext(tx, room, { settings, now, free: stock.free - stock.passes })
}

/** Draws the places of everybody who joined before the start. */
async function drawRoom(tx: Tx, { id, seed, starts_at }: RoomToDraw, now: Date) {
  await blockJoins(tx, id)
  const entered = await tx
    .selectFrom('waiting_entry')
    .select('id')
    .where('room_id', '=', id)
    .where('status', '=', 'waiting')
    .where('joined_at', '<', starts_at)
    .execute()
  const entries = entered.map((entry) => entry.id)
  const order = await drawPlaces({ seed, entries })
  await sql`
    update waiting_entry set place = drawn.place
    from unnest(${order}::uuid[]) with ordinality as drawn (id, place)
    where waiting_entry.id = drawn.id
  `.execute(tx)
  const entries_hash = await hashOfEntries(entries)
  await tx
    .updateTable('waiting_room')
    .set({ entries_hash, drawn_count: entries.length, drawn_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}
interface RoomToDraw {
  id: string
  seed: string
  starts_at: string
}

interface Admission {
  settings: Settings
  now: Date
  /** The number of copies not reserved for a pass. */
  free: number
}

/** Gives passes to the next people, as many as the rate and the free copies allow. */
async function admitNext(tx: Tx, room: RoomToAdmit, { settings, now, free }: Admission) {
  const { waiting_people_per_minute: perMinute, waiting_pass_seconds } = settings
  const gap = 60 / perMinute // seconds
  const latest = addSeconds(now, -CATCH_UP_SECONDS)
  const due = room.next_admission_at ? new Date(room.next_admission_at) : now
  const from = due < latest ? latest : due
  const passed = (now.getTime() - from.getTime()) / 1_000
  const allowed = passed < 0 ? 0 : Math.floor(passed / gap) + 1
  const next = await nextInQueue(tx, room.id, Math.min(allowed, free))
  if (next.length === 0) return
  const set = { pass_ends_at: addSeconds(now, waiting_pass_seconds).toISOString() }
  await transitionAll(tx, waitingTransitions, next, {
    action: 'admit',
    by: 'platform',
    at: now,
    set,
  })
  const abouts = next.map((entry) => ({ id: entry }))
  await enqueueMails(tx, turnMail, abouts)
  await tx
    .updateTable('waiting_room')
    .set({ next_admission_at: addSeconds(from, next.length * gap).toISOString() })
    .where('id', '=', room.id)
    .execute()
}
interface RoomToAdmit {
  id: string
  next_admission_at: string | null
}

async function nextInQueue(tx: Tx, room_id: string, count: number): Promise<string[]> {
  if (count <= 0) return []
  const next = await tx
    .selectFrom('waiting_entry')
    .select('id')
    .where('room_id', '=', room_id)
    .where('status', '=', 'waiting')
    .orderBy('place', (by) => by.asc().nullsLast())
    .orderBy('arrived')
    .limit(count)
    .execute()
  return next.map(({ id }) => id)
}
