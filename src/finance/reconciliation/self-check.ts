import { inSnapshot, inTx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'
import { isDue, saveCheck, newestCheck, REFUNDS_TAKEN } from './checks.ts'
import { differencesIn } from './invariants.ts'
import { differencesOf, failedRefunds } from './refunds.ts'

export const checkBooks = job<{ at_once?: boolean }>('books.check')

const EVERY_SECONDS = 3_000 // the job runs every ten minutes, so at most an hour passes

/** Checks every invariant of the books, hourly or with `at_once`. */
export async function check(ctx: Ctx, { at_once = false }: { at_once?: boolean }) {
  if (!at_once && !isDue(await newestCheck(ctx.db, 'self'), EVERY_SECONDS, ctx.now)) return
  const differences = await inSnapshot(ctx, async (tx) => [
    ...(await differencesIn(tx)),
    ...differencesOf({ [REFUNDS_TAKEN]: await failedRefunds(tx) }),
  ])
  const checked_at = ctx.now.toISOString()
  const unbounded = { period_from: null, period_to: null }
  await inTx(ctx, (tx) => saveCheck(tx, { kind: 'self', checked_at, ...unbounded, differences }))
}
