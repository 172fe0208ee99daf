import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { goesOnAt } from '#src/media/playback/screened.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { codeHash } from './code.ts'
import { pause, playsWithoutHost } from './control.ts'
import { readAs, seatsTaken } from './rows.ts'
import type {
  joinScreening,
  leaveScreening,
  removeGuest,
  reportPresence,
  Screening,
} from './screening.shared.ts'

const SEEN_EVERY_SECONDS = 4

/**
 * Joins a screening. Refuses `not_found`, `region_unavailable`, `screening_closed`,
 * `screening_removed`, `screening_locked` and `screening_full`.
 */
export async function join(
  ctx: Ctx,
  { code, name }: BodyOf<typeof joinScreening>,
): Promise<Screening> {
  const account_id = currentPerson(ctx).account_id
  const id = await inTx(ctx, async (tx) => {
    requireOn(await settingsOf(tx), 'screening_enabled')
    const screening = await lockByCode(tx, ctx, code)
    if (screening.host === account_id) return screening.id
    if (screening.only_japan_accessible && ctx.country !== 'JP') fail('region_unavailable')
    if (!screening.goes_on) fail('screening_closed')
    await takeSeat(tx, screening, { account_id, name, at: ctx.time() })
    return screening.id
  })
  return readAs(ctx, id)
}

/** Locks the screening of a code, so that of those who join at once each sees the others' seats. */
async function lockByCode(tx: Tx, ctx: Ctx, code: string) {
  const { rows: locked } = await sql<{ id: string }>`
    select id from screening where code_hash = ${codeHash(ctx, code)} for no key update
  `.execute(tx)
  const { id } = locked[0] ?? fail('not_found')
  const { rows } = await sql<{
    id: string
    host: string
    is_locked: boolean
    guests_max: number
    started_at: string | null
    seats_taken: number
    only_japan_accessible: boolean
    goes_on: boolean
  }>`
    select screening.id, host, is_locked, guests_max, started_at, ${seatsTaken} as seats_taken,
      only_japan_accessible, ${goesOnAt(ctx.now)} as goes_on
    from screening join serial using (asset_token_id) join asset on asset.kid = screening.kid
    where screening.id = ${id}
  `.execute(tx)
  return rows[0]!
}

interface Guest {
  account_id: string
  name: string
  at: Date
}

async function takeSeat(
  tx: Tx,
  screening: Awaited<ReturnType<typeof lockByCode>>,
  { account_id, name, at }: Guest,
) {
  const { id: screening_id, started_at } = screening
  const now = at.toISOString()
  const known = await tx
    .selectFrom('screening_guest')
    .select(['id', 'left_at', 'removed_at'])
    .where('screening_id', '=', screening_id)
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  if (known?.removed_at) fail('screening_removed')
  const isIn = known && known.left_at === null
  if (!isIn) {
    if (screening.is_locked) fail('screening_locked')
    const hasKeptSeat = known?.left_at && started_at && known.left_at >= started_at
    if (!hasKeptSeat && screening.seats_taken >= screening.guests_max) fail('screening_full')
  }
  const guest = { screening_id, account_id, name, joined_at: now, seen_at: now }
  await tx
    .insertInto('screening_guest')
    .values(guest)
    .onConflict((conflict) =>
      conflict
        .columns(['screening_id', 'account_id'])
        .doUpdateSet({ name, seen_at: now, left_at: null }),
    )
    .execute()
}

/** Leaves a screening. The host's leaving pauses it; a guest's access ends at once. */
export async function leave(
  ctx: Ctx,
  { id }: BodyOf<typeof leaveScreening>,
): Promise<{ id: string }> {
  const { role } = await readAs(ctx, id)
  await inTx(ctx, async (tx) => {
    if (role === 'host') return pause(tx, id, ctx.time())
    return tx
      .updateTable('screening_guest')
      .set({ left_at: ctx.time().toISOString() })
      .where('screening_id', '=', id)
      .where('account_id', '=', currentPerson(ctx).account_id)
      .where('left_at', 'is', null)
      .execute()
  })
  return { id }
}

/** Removes a guest of the caller's screening; their access ends at once. */
export async function remove(
  ctx: Ctx,
  { id, guest_id }: BodyOf<typeof removeGuest>,
): Promise<Screening> {
  await inTx(ctx, async (tx) => {
    requireOn(await settingsOf(tx), 'screening_enabled')
    const { rows } = await sql<{ id: string }>`
      update screening_guest guest set removed_at = coalesce(removed_at, ${ctx.time().toISOString()})
      from screening where guest.id = ${guest_id} and screening.id = ${id}
        and guest.screening_id = screening.id and screening.host = ${currentPerson(ctx).account_id}
      returning guest.id
    `.execute(tx)
    if (rows.length === 0) fail('not_found')
  })
  return readAs(ctx, id)
}

/** Records that the caller is present. Pauses the screening if its host no longer is. */
export async function presence(ctx: Ctx, { id }: BodyOf<typeof reportPresence>) {
  const received_ms = ctx.time().getTime()
  const me = currentPerson(ctx).account_id
  const now = ctx.time()
  const before = addSeconds(now, -SEEN_EVERY_SECONDS).toISOString()
  const { rows } = await sql<{ is_host: boolean; is_due: boolean; is_alone: boolean }>`
    select host = ${me} as is_host,
      case when host = ${me} then host_seen_at else seen_at end <= ${before}::timestamptz as is_due,
      host <> ${me} and ${playsWithoutHost(now)} as is_alone
    from screening join serial using (asset_token_id)
    left join screening_guest guest on guest.screening_id = screening.id
      and guest.account_id = ${me} and left_at is null and removed_at is null
    where screening.id = ${id} and (host = ${me} or guest.id is not null) and ${goesOnAt(now)}
  `.execute(ctx.db)
  const found = rows[0] ?? fail('screening_closed')
  if (found.is_due) await inTx(ctx, (tx) => seen(tx, id, found.is_host ? null : me, now))
  if (found.is_alone) await inTx(ctx, (tx) => pause(tx, id, now, playsWithoutHost(now)))
  return { received_ms, sent_ms: ctx.time().getTime() }
}

async function seen(tx: Tx, id: string, guest: string | null, at: Date) {
  const now = at.toISOString()
  if (guest === null)
    await tx
      .updateTable('screening')
      .set({ host_seen_at: now })
      .where('id', '=', id)
      .where('status', '<>', 'ended')
      .execute()
  else
    await tx
      .updateTable('screening_guest')
      .set({ seen_at: now })
      .where('screening_id', '=', id)
      .where('account_id', '=', guest)
      .execute()
}
