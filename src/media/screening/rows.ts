import { type RawBuilder, sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { messageColumns } from '#src/catalog/moderation/messages.ts'
import { copyFacts } from '#src/catalog/serial/copy-facts.ts'
import { goesOnAt } from '#src/media/playback/screened.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { codeHash, codeOf } from './code.ts'
import {
  type getInvitation,
  type getScreening,
  type Invitation,
  type listScreenings,
  type Message,
  MESSAGES_KEPT,
  type Participant,
  PRESENT_SECONDS,
  type Screening,
  type ScreeningSummary,
} from './screening.shared.ts'

type Sql = RawBuilder<unknown>

const copyOfScreening = copyFacts('screening', sql`, duration_seconds`)

/** Matches guests who are there, and those who left after they could watch. */
const isSeated = sql`(guest.left_at is null and guest.removed_at is null
  or coalesce(guest.removed_at, guest.left_at) >= screening.started_at)`

/** Counts the taken seats. Whoever could watch keeps their seat, so that it is not given again. */
export const seatsTaken: RawBuilder<number> = sql<number>`(select count(*) from screening_guest guest
  where guest.screening_id = screening.id and ${isSeated})`

/** Selects the status: a screening that does not go on has ended, even if no job has seen it. */
const statusAt = (now: Date) =>
  sql`case when ${goesOnAt(now)} then screening.status else 'ended' end`

const JOINED = sql`screening join serial using (asset_token_id)
  left join screening_guest me on me.screening_id = screening.id`

/** Returns a screening to its host or to a guest who is in it. Refuses everybody else. */
export async function readAs(ctx: Ctx, id: string): Promise<Screening> {
  const me = currentPerson(ctx).account_id
  const where = sql`screening.id = ${id} and (screening.host = ${me} or me.left_at is null
    and me.account_id is not null)`
  const [found] = await select<
    ScreeningSummary & Pick<Screening, 'is_locked' | 'chat_enabled' | 'playback'>
  >(
    ctx,
    ctx.db,
    where,
    sql`, screening.is_locked, screening.chat_enabled, jsonb_build_object(
      'is_playing', screening.is_playing and ${goesOnAt(ctx.now)},
      'position_ms', screening.position_ms,
      'moved_at', to_char(screening.moved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) as playback, me.removed_at is not null as is_removed`,
  )
  if (!found) return fail('not_found')
  const { is_removed, ...screening } = found as typeof found & { is_removed: boolean }
  if (is_removed) fail('screening_removed')
  const isOver = screening.status === 'ended'
  const [people, messages] = await Promise.all([
    peopleOf(ctx, id),
    screening.chat_enabled && !isOver ? messagesOf(ctx, id) : [],
  ])
  return { ...screening, people, messages }
}

/** Returns a screening to its host or a guest, while screenings are switched on. */
export async function get(ctx: Ctx, { id }: BodyOf<typeof getScreening>): Promise<Screening> {
  requireOn(await settingsFor(ctx), 'screening_enabled')
  return readAs(ctx, id)
}

/** Lists the screenings that the caller opened or joined. */
export async function list(ctx: Ctx, { limit, offset }: BodyOf<typeof listScreenings>) {
  if (!(await settingsFor(ctx)).screening_enabled) return { items: [], total: 0 }
  const me = currentPerson(ctx).account_id
  const where = sql`screening.id in (
    select id from screening where host = ${me}
    union select screening_id from screening_guest
    where account_id = ${me} and left_at is null and removed_at is null)`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${JOINED} and me.account_id = ${me} where ${where}
  `.execute(ctx.db)
  const part = sql`limit ${limit} offset ${offset}`
  const items = await select<ScreeningSummary>(ctx, ctx.db, where, sql``, part)
  return { items, total: rows[0]!.n }
}

/** Returns a screening to the visitor of its link. Refuses `not_found` for codes that are not ours. */
export async function invitation(
  ctx: Ctx,
  { code }: BodyOf<typeof getInvitation>,
): Promise<Invitation> {
  if (!(await settingsFor(ctx)).screening_enabled) fail('not_found')
  const me = ctx.person?.account_id ?? null
  const { rows } = await sql<
    Omit<Invitation, 'reason' | 'seats_left'> & {
      seats_taken: number
      is_removed: boolean
      is_locked: boolean
      only_japan_accessible: boolean
    }
  >`
    select case when screening.host = ${me}
        or me.account_id is not null and me.left_at is null and me.removed_at is null
        then screening.id end as id,
      ${statusAt(ctx.now)} as status, ${copyOfScreening} as copy, host_name, guests_max,
      ${seatsTaken} as seats_taken, me.removed_at is not null as is_removed, is_locked,
      asset.only_japan_accessible
    from ${JOINED} and me.account_id = ${me} join asset on asset.kid = screening.kid
    where code_hash = ${codeHash(ctx, code)} and asset.is_public
  `.execute(ctx.db)
  const { seats_taken, is_removed, is_locked, only_japan_accessible, ...found } =
    rows[0] ?? fail('not_found')
  const seats_left = Math.max(0, found.guests_max - seats_taken)
  const isAbroad = only_japan_accessible && ctx.country !== 'JP'
  const reason =
    found.status === 'ended'
      ? 'ended'
      : is_removed
        ? 'removed'
        : isAbroad
          ? 'region_unavailable'
          : found.id !== null
            ? null
            : is_locked
              ? 'locked'
              : seats_left === 0
                ? 'full'
                : null
  return { ...found, seats_left, reason }
}

async function select<Row extends ScreeningSummary>(
  ctx: Ctx,
  db: Db | Tx,
  where: Sql,
  more = sql``,
  part = sql``,
): Promise<Row[]> {
  const me = currentPerson(ctx).account_id
  const { rows } = await sql<Omit<Row, 'code'>>`
    select screening.id, case when screening.host = ${me} then 'host' else 'guest' end as role,
      ${statusAt(ctx.now)} as status, ${copyOfScreening} as copy, host_name, guests_max,
      ${seatsTaken} as guests_count, screening.created_at, started_at, ended_at ${more}
    from ${JOINED} and me.account_id = ${me}
    where ${where} order by screening.created_at desc, screening.id ${part}
  `.execute(db)
  return rows.map((row) => {
    const isShown = row.role === 'host' && row.status !== 'ended'
    return { ...row, code: isShown ? codeOf(ctx, row.id) : null } as unknown as Row
  })
}

async function peopleOf(ctx: Ctx, id: string): Promise<Participant[]> {
  const me = currentPerson(ctx).account_id
  const since = addSeconds(ctx.now, -PRESENT_SECONDS).toISOString()
  const { rows } = await sql<Participant>`
    select id, name, account_id = ${me} as is_me, seen_at > ${since}::timestamptz as is_present
    from (
      select null::uuid as id, host as account_id, host_name as name, host_seen_at as seen_at,
        created_at as joined_at, 0 as rank
      from screening where id = ${id}
      union all
      select id, account_id, name, seen_at, joined_at, 1 from screening_guest
      where screening_id = ${id} and left_at is null and removed_at is null
    ) person order by rank, joined_at, id
  `.execute(ctx.db)
  return rows
}

async function messagesOf(ctx: Ctx, id: string): Promise<Message[]> {
  const me = currentPerson(ctx).account_id
  const { rows } = await sql<Message>`
    select id, name, ${messageColumns('screening_message', me)}, account_id = ${me} as is_mine, at
    from screening_message where screening_id = ${id} order by at desc, id limit ${MESSAGES_KEPT}
  `.execute(ctx.db)
  return rows.toReversed()
}
