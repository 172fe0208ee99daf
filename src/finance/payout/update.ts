import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { jstDay } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import { once } from '#core/http/idempotency.ts'
import { endPayouts, lockPayouts } from './payout-money.ts'
import { actionFor, type checkUpdate, type Ending, type updatePayouts } from './payout.shared.ts'

export const endReserved = job<{ id: string; by_hand?: boolean }>('payout.end_reserved')

type Outcome = { id: string; outcome: 'updated' | 'refused'; code: string | null }

/** Enqueues the final status of payouts: `POST /payout_requests/update_statuses`. */
export async function update(ctx: Ctx, body: BodyOf<typeof updatePayouts>) {
  return once(ctx, body, async (tx) => ({
    job_id: await enqueueUpdate(ctx, tx, body, { by_hand: true }),
  }))
}

/**
 * Stores an update with its author and reason, and enqueues its job. From then on its payouts are neither
 * sent to the bank nor cancelled. Returns the update's id.
 */
export async function enqueueUpdate(
  ctx: Ctx,
  tx: Tx,
  { ids, status, reason }: { ids: string[]; status: Ending; reason: string },
  { by_hand = false } = {},
): Promise<string> {
  await lockPayouts(tx, sql`id = any(${ids}::uuid[])`)
  const id = randomUUID()
  const batch = { id, asked_by: currentPerson(ctx).account_id, ids: [...new Set(ids)], reason }
  await tx
    .insertInto('payout_update')
    .values({ ...batch, ending: status, created_at: ctx.time().toISOString() })
    .execute()
  await enqueue(tx, endReserved, { id, by_hand })
  return id
}

/**
 * Ends the payouts of an update that are still reserved; the others get `status_already_updated`. By hand,
 * those that the bank will pay on a later day get `transfer_not_due`: their file can be downloaded again.
 * Does nothing if the update is already done, so the job can run twice.
 */
export async function runUpdate(
  ctx: Ctx,
  { id, by_hand = false }: { id: string; by_hand?: boolean },
) {
  await inTx(ctx, async (tx) => {
    const batch = await tx
      .selectFrom('payout_update')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (batch.done_at) return
    const at = ctx.time()
    const admin = { by: 'admin', account: batch.asked_by, at } as const
    const action = actionFor[batch.ending as Ending]
    const known = new Set(await lockPayouts(tx, sql`id = any(${batch.ids}::uuid[])`))
    const early = new Set(by_hand ? await notDue(tx, batch.ids, jstDay(ctx.now)) : [])
    const due = batch.ids.filter((payout) => !early.has(payout))
    const moved = new Set(await endPayouts(tx, due, { action, ...admin }, batch.reason))
    const outcomes = batch.ids.map((payout): Outcome => {
      if (moved.has(payout)) return { id: payout, outcome: 'updated', code: null }
      const ended = known.has(payout) ? 'status_already_updated' : 'not_found'
      const code = early.has(payout) ? 'transfer_not_due' : ended
      return { id: payout, outcome: 'refused', code }
    })
    await tx
      .updateTable('payout_update')
      .set({ outcomes: JSON.stringify(outcomes), done_at: at.toISOString() })
      .where('id', '=', id)
      .execute()
  })
}

/** Returns which of these payouts are in the bank's file with a transfer date after `today`. */
async function notDue(tx: Tx, ids: string[], today: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payout where id = any(${ids}::uuid[]) and status = 'reserved'
      and exported_at is not null and sent_on > ${today}
  `.execute(tx)
  return rows.map((row) => row.id)
}

/** Returns the progress of an update and the outcome of each payout. Refuses `not_found`. */
export async function check(ctx: Ctx, { job_id }: BodyOf<typeof checkUpdate>) {
  const batch = await ctx.db
    .selectFrom('payout_update')
    .select(['ending', 'outcomes', 'done_at'])
    .where('id', '=', job_id)
    .executeTakeFirst()
  if (!batch) return fail('not_found')
  const items = (batch.outcomes ?? []) as Outcome[]
  const status = batch.done_at ? ('done' as const) : ('checking' as const)
  return { status, ending: batch.ending as Ending, items }
}
