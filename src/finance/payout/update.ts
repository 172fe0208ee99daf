import { randomUUID } from 'node:crypto'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import { once } from '#core/http/idempotency.ts'
import { endPayouts } from './move.ts'
import { actionFor, type checkUpdate, type Ending, type updatePayouts } from './payout.shared.ts'

export const endReserved = job<{ id: string }>('payout.end_reserved')

type Outcome = { id: string; outcome: 'updated' | 'refused'; code: string | null }

/** Asks for payouts to be ended; who asked, when and why stays on record. */
export async function update(ctx: Ctx, body: BodyOf<typeof updatePayouts>) {
  return once(ctx, body, async (tx) => ({ job_id: await askFor(ctx, tx, body) }))
}

/** One update, to be done by a job: its id. */
export async function askFor(
  ctx: Ctx,
  tx: Tx,
  { ids, status, reason }: { ids: string[]; status: Ending; reason: string },
): Promise<string> {
  const id = randomUUID()
  const asked = { id, asked_by: currentPerson(ctx).account_id, ids: [...new Set(ids)], reason }
  await tx
    .insertInto('payout_update')
    .values({ ...asked, ending: status, created_at: ctx.now.toISOString() })
    .execute()
  await enqueue(tx, endReserved, { id })
  return id
}

/**
 * Ends what is still reserved of one update; each of the others is reported as already updated. Run
 * twice it finds its own answer.
 */
export async function endAll(ctx: Ctx, { id }: { id: string }) {
  await inTx(ctx, async (tx) => {
    const asked = await tx
      .selectFrom('payout_update')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (asked.done_at) return
    const admin = { by: 'admin', account: asked.asked_by, at: ctx.now } as const
    const action = actionFor[asked.ending as Ending]
    const moved = new Set(await endPayouts(tx, asked.ids, { action, ...admin }, asked.reason))
    const outcomes = asked.ids.map((payout): Outcome =>
      moved.has(payout)
        ? { id: payout, outcome: 'updated', code: null }
        : { id: payout, outcome: 'refused', code: 'status_already_updated' },
    )
    await tx
      .updateTable('payout_update')
      .set({ outcomes: JSON.stringify(outcomes), done_at: ctx.now.toISOString() })
      .where('id', '=', id)
      .execute()
  })
}

/** How far an update is, and what became of each payout. */
export async function check(ctx: Ctx, { job_id }: BodyOf<typeof checkUpdate>) {
  const asked = await ctx.db
    .selectFrom('payout_update')
    .select(['ending', 'outcomes', 'done_at'])
    .where('id', '=', job_id)
    .executeTakeFirst()
  if (!asked) return fail('not_found')
  const items = (asked.outcomes ?? []) as Outcome[]
  const status = asked.done_at ? ('done' as const) : ('checking' as const)
  return { status, ending: asked.ending as Ending, items }
}
