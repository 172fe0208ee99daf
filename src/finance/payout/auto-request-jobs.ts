import { sql } from 'kysely'
import { jstDay, jstMonth } from '#core/clock.ts'
import { language } from '#core/language.shared.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { fromDatabase } from '#core/database/database-error.ts'
import { type ErrorCode, isRefusal } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { job, enqueueAll } from '#core/jobs.ts'
import { lockBalances } from '#src/ledger/ledger.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { lastDayOf } from '#src/finance/bank-transfer/business-day.ts'
import { enqueueMails, recipientOf } from '#src/platform/mail/send.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { type Refused, refusedMail } from './mail.shared.ts'
import { reservePayout } from './request.ts'

export const requestMonthly = job<object>('payout.request_monthly')
export const requestOne = job<MonthlyRequest>('payout.request_one')

/** A person with the automatic request switched on, and the month in Japan to request. */
interface MonthlyRequest {
  account_id: string
  month: string
}

/** Refusals reported by mail. Too little balance is not among them. */
const MAILED: readonly ErrorCode[] = [
  'bank_required',
  'bank_changed',
  'email_changed_lately',
  'payouts_held',
]

/**
 * Enqueues a request for each person who enabled automatic requests and has none done this month.
 * Runs on the last day of the month from 9:00 in Japan, which leaves time to cancel. Later runs on
 * that day do the same. A month is skipped if no job runs all day; the next month requests the balance.
 * Too small a balance has no job, unless a mail or the end of the month's request depends on it.
 */
export async function requestAll(ctx: Ctx) {
  const { db, now } = ctx
  const month = jstMonth(now)
  if (now < new Date(`${lastDayOf(month)}T09:00:00+09:00`)) return
  const { payout_min, payout_fee } = await settingsFor(ctx)
  const people = await db
    .selectFrom('payout_auto')
    .select('account_id')
    .where('enabled_at', 'is not', null)
    .where('done_month', 'is distinct from', month)
    .where(
      sql<boolean>`(
        exists (select from ledger_account of where of.account_id = payout_auto.account_id
          and kind = 'sales' and balance >= ${payout_min + payout_fee})
        or not exists (select from bank_account of where of.account_id = payout_auto.account_id)
        or exists (select from payout of where of.account_id = payout_auto.account_id and month = ${month})
      )`,
    )
    .execute()
  const requests = people.map(({ account_id }) => ({ account_id, month }))
  await enqueueAll(db, requestOne, requests)
}

/**
 * Requests everything that the person can have paid out, once a month, as a manual request would.
 * Does nothing more that month if the person cancels it or has already requested a payout. Retries a
 * refused request until the day ends.
 */
export async function requestFor(ctx: Ctx, { account_id, month }: MonthlyRequest) {
  if (jstDay(ctx.now) !== lastDayOf(month)) return // the job waited too long
  const { lang } = await recipientOf(ctx.db, account_id)
  try {
    await inTx(ctx, async (tx) => {
      if (!(await isDue(tx, { account_id, month }))) return
      // The locks of the request, taken before its time: the month may end while this waits for them.
      await lockActor(tx, account_id)
      await lockBalances(tx, [account_id])
      const at = ctx.time()
      if (jstMonth(at) !== month) return
      const requestCtx = { ...ctx, time: () => at, lang: language.parse(lang) }
      await reservePayout(requestCtx, tx, account_id, 'all')
      await tx
        .updateTable('payout_auto')
        .set({ done_month: month })
        .where('account_id', '=', account_id)
        .execute()
    })
  } catch (thrown) {
    const error = fromDatabase(thrown)
    if (!isRefusal(error)) throw error
    const { code, params } = error
    await inTx(ctx, (tx) => recordRefusal(tx, { account_id, month, code, params }))
  }
}

/** Checks that the month is not done yet. Locks the row, so the second of two jobs sees the first. */
async function isDue(tx: Tx, { account_id, month }: MonthlyRequest): Promise<boolean> {
  const { enabled_at, done_month } = await tx
    .selectFrom('payout_auto')
    .select(['enabled_at', 'done_month'])
    .where('account_id', '=', account_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return enabled_at !== null && done_month !== month
}

/**
 * Marks the month as done after a manual request. Enqueues one mail a month for the other refusals
 * in `MAILED`.
 */
async function recordRefusal(tx: Tx, refused: Refused) {
  const { account_id, month, code } = refused
  const column = code === 'payout_once_a_month' ? 'done_month' : 'told_month'
  if (column === 'told_month' && !MAILED.includes(code)) return
  const { numUpdatedRows } = await tx
    .updateTable('payout_auto')
    .set({ [column]: month })
    .where('account_id', '=', account_id)
    .where(column, 'is distinct from', month)
    .executeTakeFirst()
  if (numUpdatedRows > 0n && column === 'told_month') await enqueueMails(tx, refusedMail, [refused])
}
