import { sql } from 'kysely'
import { cacheSerialized } from '#core/http/json-response.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { cached } from '#src/platform/guest-cache/answer-cache.ts'
import { commitmentOf } from '#src/sales/commitment/commitment.shared.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { isLimited, limitReached } from './holding-limit.ts'
import { placeIn } from './queue.ts'
import { opensAt, type Room, roomAt, stateOf } from './room.ts'
import { stockOf } from './stock.ts'
import type { getWaitingResults, getWaitingRoom, WaitingRoom } from './waiting.shared.ts'

/**
 * Returns a room as everybody sees it, with the caller's own place. Ten thousand people poll it every
 * few seconds, so the shared part is cached for a second and the own place is read by its index.
 */
export async function get(ctx: Ctx, { id }: BodyOf<typeof getWaitingRoom>): Promise<WaitingRoom> {
  const keep = { ms: ctx.config.guestListsMs }
  const shared = await cached(ctx.db, `waiting room ${id}`, keep, () => readRoom(ctx, id))
  if (!ctx.person || !shared.room.id) return shared.reply
  const { account_id } = ctx.person
  const mine = await placeIn(ctx, shared.room, account_id)
  const isIn = mine?.status === 'waiting' || mine?.status === 'admitted'
  const limit_reached =
    shared.isLimited && !isIn ? await limitReached(ctx.db, shared.room, account_id) : null
  return mine || limit_reached !== null ? { ...shared.reply, mine, limit_reached } : shared.reply
}

interface CachedRoom {
  room: Room
  reply: WaitingRoom
  /** True if any title sold through the room has a holding limit. */
  isLimited: boolean
}

async function readRoom(ctx: Ctx, address: string): Promise<CachedRoom> {
  const { db, now } = ctx
  const room = (await roomAt(db, address)) ?? fail('not_found')
  const stock = await stockOf(db, room, now)
  const settings = await settingsOf(db)
  const { kid, name, brand, picture, creator, ending, starts_at, drawn_count, seed } = room
  const reply = {
    id: room.address,
    kid,
    name,
    brand,
    picture,
    creator_account_id: creator,
    state: stateOf(room, now),
    ending,
    starts_at,
    drawn_count,
    opens_at: opensAt(room, settings.waiting_opens_seconds),
    people: stock.waiting,
    admitted: stock.passes,
    copies_left: stock.free,
    people_per_minute: settings.waiting_people_per_minute,
    pass_seconds: settings.waiting_pass_seconds,
    commitment: seed && (await commitmentOf(seed)),
    mine: null,
    limit_reached: null,
  }
  cacheSerialized(reply) // guests all get this reply
  const isOpen = reply.state !== 'ended'
  return { room, reply, isLimited: isOpen && (await isLimited(db, room)) }
}

type Results = ReplyOf<typeof getWaitingResults>

/** Returns the draw of a room with everything needed to repeat it. Refuses with `not_found` before it. */
export async function results(
  ctx: Ctx,
  { id, offset, limit }: BodyOf<typeof getWaitingResults>,
): Promise<Results> {
  const { db, config } = ctx
  const room = await roomAt(db, id)
  const { id: room_id, starts_at, seed, ...draw } = room ?? fail('not_found')
  const { drawn_at, drawn_count, entries_hash } = draw
  if (!room_id || !seed || !drawn_at || !entries_hash || drawn_count === null) fail('not_found')
  const key = `waiting results ${room_id} ${offset} ${limit}`
  return cached(db, key, { ms: config.guestListsMs }, async () => {
    const entries = await db
      .selectFrom('waiting_entry')
      .select('id')
      .where('room_id', '=', room_id)
      .where('place', '>', offset)
      .where('place', '<=', offset + limit)
      .orderBy('place')
      .execute()
    const { rows } = await sql<{ bought_count: number; later_count: number }>`
      select count(distinct account_id) filter (where purchase.status = 'settled') as bought_count,
        count(*) filter (where joined_at >= ${starts_at}::timestamptz) as later_count
      from waiting_entry entry left join purchase on purchase.id = entry.order_id
      where room_id = ${room_id}
    `.execute(db)
    const commitment = await commitmentOf(seed)
    const items = entries.map((entry) => entry.id)
    return { drawn_at, seed, entries_hash, commitment, ...rows[0]!, items, total: drawn_count }
  })
}
