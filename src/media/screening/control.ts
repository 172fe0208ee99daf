import { type RawBuilder, sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { transition } from '#core/database/events.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { goesOnAt } from '#src/media/playback/screened.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { endAll } from './end.ts'
import { readAs } from './rows.ts'
import {
  type changeScreening,
  type controlScreening,
  type endScreening,
  LEAD_MS,
  type Playback,
  positionAt,
  type Screening,
  screeningTransitions,
} from './screening.shared.ts'

const HOST_AWAY_SECONDS = 20

/**
 * Starts the caller's screening, or plays, pauses or seeks for everyone. Refuses `not_found` and
 * `screening_closed`.
 */
export async function control(
  ctx: Ctx,
  { id, action, position_ms }: BodyOf<typeof controlScreening>,
): Promise<Screening> {
  if ((action === 'seek') !== (position_ms !== undefined))
    fail('input_invalid', { field: 'position_ms' })
  await inTx(ctx, async (tx) => {
    const { at, ...screening } = await lockHosted(tx, ctx, id)
    if (action === 'start') {
      if (screening.status === 'open') await start(tx, screening, at)
      return
    }
    if (screening.status !== 'running') fail('screening_closed')
    const is_playing = action === 'seek' ? screening.is_playing : action === 'play'
    const isRepeat = action !== 'seek' && is_playing === screening.is_playing
    if (isRepeat) return
    const lead = is_playing ? LEAD_MS : 0
    const to = position_ms ?? positionAt(screening, at.getTime(), screening.duration_seconds)
    await moveTo(tx, id, {
      is_playing,
      position_ms: within(to, screening.duration_seconds),
      moved_at: new Date(at.getTime() + lead).toISOString(),
    })
  })
  failpoint('screening.controlled')
  return readAs(ctx, id)
}

/** Lets guests in and records it in the copy's history. Playback begins at once. */
async function start(tx: Tx, screening: Hosted, at: Date) {
  const { id, host, asset_token_id, kid, number } = screening
  const set = { started_at: at.toISOString() }
  await transition(tx, screeningTransitions, id, {
    action: 'start',
    by: 'host',
    account: host,
    at,
    set,
  })
  await moveTo(tx, id, {
    is_playing: true,
    position_ms: 0,
    moved_at: new Date(at.getTime() + LEAD_MS).toISOString(),
  })
  const shown = { asset_token_id, kid, number, kind: 'screening' as const, from: host, to: null }
  await record(tx, [{ ...shown, subject_id: id }], at)
}

type Hosted = Omit<Awaited<ReturnType<typeof lockHosted>>, 'at'>

/** Locks the caller's own screening with its copy, then reads it. Refuses one that does not go on. */
async function lockHosted(tx: Tx, ctx: Ctx, id: string) {
  requireOn(await settingsOf(tx), 'screening_enabled')
  const host = currentPerson(ctx).account_id
  const own = await tx
    .selectFrom('screening')
    .select('asset_token_id')
    .where('id', '=', id)
    .where('host', '=', host)
    .executeTakeFirst()
  const { asset_token_id } = own ?? fail('not_found')
  const at = await lockSerials(tx, [asset_token_id], ctx.time)
  await sql`select from screening where id = ${id} for no key update`.execute(tx)
  const { rows } = await sql<
    Playback & {
      id: string
      host: string
      status: string
      asset_token_id: string
      kid: string
      number: number
      duration_seconds: number | null
    }
  >`
    select screening.id, host, screening.status, asset_token_id, screening.kid, screening.number,
      is_playing, position_ms, moved_at, duration_seconds
    from screening join serial using (asset_token_id) join asset on asset.kid = screening.kid
    where screening.id = ${id} and ${goesOnAt(at)}
  `.execute(tx)
  return { ...(rows[0] ?? fail('screening_closed')), at }
}

const moveTo = (tx: Tx, id: string, playback: Playback) =>
  tx.updateTable('screening').set(playback).where('id', '=', id).execute()

const within = (ms: number, duration_seconds: number | null) =>
  Math.round(Math.min(ms, (duration_seconds ?? Infinity) * 1_000))

/** Matches a screening that plays although its host has not been heard from for a while. */
export const playsWithoutHost = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(screening.is_playing and screening.host_seen_at
    <= ${addSeconds(now, -HOST_AWAY_SECONDS).toISOString()}::timestamptz)`

/** Step: pauses a screening that plays, if it still matches the condition under its lock. */
export async function pause(tx: Tx, id: string, at: Date, condition = sql<boolean>`true`) {
  await sql`select from screening where id = ${id} for no key update`.execute(tx)
  const { rows } = await sql<Playback & { duration_seconds: number | null }>`
    select is_playing, position_ms, moved_at, duration_seconds
    from screening join asset using (kid) where id = ${id} and is_playing and ${condition}
  `.execute(tx)
  const [playing] = rows
  if (!playing) return
  const { duration_seconds } = playing
  await moveTo(tx, id, {
    is_playing: false,
    position_ms: within(positionAt(playing, at.getTime(), duration_seconds), duration_seconds),
    moved_at: at.toISOString(),
  })
}

/** Ends the caller's screening. A repeat returns it as it is. */
export async function end(ctx: Ctx, { id }: BodyOf<typeof endScreening>): Promise<Screening> {
  const host = currentPerson(ctx).account_id
  await inTx(ctx, async (tx) => {
    requireOn(await settingsOf(tx), 'screening_enabled')
    await requireHosted(tx, id, host)
    await endAll(tx, [id], { action: 'end', by: 'host', account: host, at: ctx.time() })
  })
  failpoint('screening.ended')
  return readAs(ctx, id)
}

/** Locks or unlocks the screening, and switches the chat on or off. */
export async function change(
  ctx: Ctx,
  { id, ...changes }: BodyOf<typeof changeScreening>,
): Promise<Screening> {
  await inTx(ctx, async (tx) => {
    await lockHosted(tx, ctx, id)
    if (Object.keys(changes).length > 0)
      await tx.updateTable('screening').set(changes).where('id', '=', id).execute()
  })
  return readAs(ctx, id)
}

/** Refuses `not_found` unless the person hosts the screening. */
export async function requireHosted(tx: Tx, id: string, host: string) {
  const found = await tx
    .selectFrom('screening')
    .select('id')
    .where('id', '=', id)
    .where('host', '=', host)
    .executeTakeFirst()
  if (!found) fail('not_found')
}
