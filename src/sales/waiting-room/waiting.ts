import { sql } from 'kysely'
import { cacheSerialized } from '#core/http/json-response.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { cached } from '#src/catalog/asset/answer-cache.ts'
import { commitmentOf } from '#src/sales/commitment/commitment.shared.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { isLimited, limitReached } from './holding-limit.ts'
import { placeIn } from './queue.ts'
import { opensAt, type Room, roomAt, stateOf } from './room.ts'
import { stockOf } from './stock.ts'
import type { getWaitingResults, getWaitingRoom, WaitingRoom } from './waiting.shared.ts'

/**
 * A room as everybody sees it, and one's own place. Ten thousand people ask every few seconds: what
 * is alike for all is looked up once a second, and one's own by its index.
 */
export async function get(ctx: Ctx, { id }: BodyOf<typeof getWaitingRoom>): Promise<WaitingRoom> {
  const keep = { ms: ctx.config.guestListsMs }
  const seen = await cached(ctx.db, `waiting room ${id}`, keep, () => look(ctx, id))
  if (!ctx.person || !seen.room.id) return seen.told
  const { account_id } = ctx.person
  const mine = await placeIn(ctx, seen.room, account_id)
  const isIn = mine?.status === 'waiting' || mine?.status === 'admitted'
  const limit_reached =
    seen.limited && !isIn ? await limitReached(ctx.db, seen.room, account_id) : null
  return mine || limit_reached !== null ? { ...seen.told, mine, limit_reached } : seen.told
}

interface Seen {
  room: Room
  told: WaitingRoom
  /** Somebody may have as many copies as they may hold. */
  limited: boolean
}

async function look(ctx: Ctx, address: string): Promise<Seen> {
  const { db, now } = ctx
  const room = (await roomAt(db, address)) ?? fail('not_found')
  const stock = await stockOf(db, room, now)
  const settings = await settingsOf(db)
  const { kid, name, brand, picture, creator, ending, starts_at, drawn_count, seed } = room
  const told = {
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
  cacheSerialized(told) // as it is, it is every guest's answer
  return { room, told, limited: told.state !== 'ended' && (await isLimited(db, room)) }
}

type Results = ReplyOf<typeof getWaitingResults>

/** The draw of a room, for anybody to do it again; none before it was drawn. */
export async function results(
  ctx: Ctx,
  { id, offset, limit }: BodyOf<typeof getWaitingResults>,
): Promise<Results> {
  const { db, config } = ctx
  const room = await roomAt(db, id)
  const { id: room_id, starts_at, seed, ...drawn } = room ?? fail('not_found')
  const { drawn_at, drawn_count, entries_hash } = drawn
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
