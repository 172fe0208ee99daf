import { jstMonth } from '#core/clock.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { lastDayOf, monthAfter } from '#src/finance/bank-transfer/business-day.ts'
import type { putAuto } from './payout.shared.ts'
import { hasPayoutIn } from './payout.ts'

type Auto = ReplyOf<typeof putAuto>

/** Switches the automatic monthly request on or off: `PUT /payout_requests/auto`. */
export async function put(ctx: Ctx, { enabled }: BodyOf<typeof putAuto>): Promise<Auto> {
  const { account_id } = currentPerson(ctx)
  const enabled_at = enabled ? ctx.now.toISOString() : null
  await ctx.db
    .insertInto('payout_auto')
    .values({ account_id, enabled_at })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ enabled_at }))
    .execute()
  return autoRequestOf(ctx, account_id)
}

/** Returns the setting and the day in Japan of the next automatic request, even while it is off. */
export async function autoRequestOf({ db, now }: Ctx, account_id: string): Promise<Auto> {
  const row = await db
    .selectFrom('payout_auto')
    .select(['enabled_at', 'done_month'])
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  const month = jstMonth(now)
  const isDone = row?.done_month === month || (await hasPayoutIn(db, account_id, month))
  const next = isDone ? monthAfter(month) : month
  return { enabled: row?.enabled_at != null, next_on: lastDayOf(next) }
}
