import { jstDay, jstMonth } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { type ErrorCode, type ErrorParams, fromDatabase, isRefusal } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { job, enqueue, enqueueAll } from '#core/jobs.ts'
import { lastDayOf } from '#src/finance/bank-transfer/business-day.ts'
import { setAside } from './request.ts'

export const requestMonthly = job<object>('payout.request_monthly')
export const requestOne = job<Turn>('payout.request_one')
export const mailRefused = job<Refused>('payout.mail_refused')

/** Whose turn it is, and for which month in Japan. */
interface Turn {
  account_id: string
  month: string
}
interface Refused extends Turn {
  code: ErrorCode
  params: ErrorParams
}

/** What its owner can do something about, or has to hear; too little balance is no news. */
const TOLD: readonly ErrorCode[] = ['bank_required', 'bank_changed', 'payouts_held']

/**
 * On the last day of a month, from 9:00 in Japan, so that there is time to cancel: a job for
 * everybody who has switched it on and was not seen to this month. Late on that day it does the same;
 * what a whole day without jobs left out, the end of the next month asks for.
 */
export async function requestAll({ db, now }: Ctx) {
  const month = jstMonth(now)
  if (now < new Date(`${lastDayOf(month)}T09:00:00+09:00`)) return
  const people = await db
    .selectFrom('payout_auto')
    .select('account_id')
    .where('enabled_at', 'is not', null)
    .where('done_month', 'is distinct from', month)
    .execute()
  const turns = people.map(({ account_id }) => ({ account_id, month }))
  await enqueueAll(db, requestOne, turns)
}

/**
 * Asks for all that one person can have paid out, as by hand, once a month: whoever takes it back, or
 * had asked before, is left alone. Refused, it is tried again as long as the day lasts.
 */
export async function requestFor(ctx: Ctx, { account_id, month }: Turn) {
  if (jstDay(ctx.now) !== lastDayOf(month)) return // a job that had to wait too long
  const { lang } = await personOf(ctx, account_id)
  try {
    await inTx(ctx, async (tx) => {
      if (!(await isDue(tx, { account_id, month }))) return
      await setAside({ ...ctx, lang }, tx, account_id, 'all')
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
    await inTx(ctx, (tx) => note(tx, { account_id, month, code, params }))
  }
}

/** Locks the person's switch, so that of two jobs the second finds the month done. */
async function isDue(tx: Tx, { account_id, month }: Turn): Promise<boolean> {
  const { enabled_at, done_month } = await tx
    .selectFrom('payout_auto')
    .select(['enabled_at', 'done_month'])
    .where('account_id', '=', account_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return enabled_at !== null && done_month !== month
}

/** Whoever had asked by hand is done for this month; of other reasons a person is told once. */
async function note(tx: Tx, refused: Refused) {
  const { account_id, month, code } = refused
  const seen = code === 'payout_once_a_month' ? 'done_month' : 'told_month'
  if (seen === 'told_month' && !TOLD.includes(code)) return
  const { numUpdatedRows } = await tx
    .updateTable('payout_auto')
    .set({ [seen]: month })
    .where('account_id', '=', account_id)
    .where(seen, 'is distinct from', month)
    .executeTakeFirst()
  if (numUpdatedRows > 0n && seen === 'told_month') await enqueue(tx, mailRefused, refused)
}

// oxfmt-ignore
const words: Record<string, readonly [subject: string, again: string]> = {
  en: ['Your monthly payout could not be requested', 'We try again until the end of today, Japan time, and then at the end of next month.'],
  ja: ['今月の自動出金を申請できませんでした', '本日中（日本時間）はもう一度申請を試みます。その後は翌月末に申請します。'],
}

/** Tells why nothing was asked for. Person and month are the mail's id: a repeat is the same. */
export async function tellRefused(ctx: Ctx, { account_id, month, code, params }: Refused) {
  const { email, lang } = await personOf(ctx, account_id)
  const [subject, again] = words[lang] ?? words.en!
  const why = ctx.words.refusal(lang, code, params)
  const text = [why, again, `${ctx.config.publicUrl}/payout`, 'Renban'].join('\n\n')
  const messageId = `payout.auto.${account_id}.${month}`
  await ctx.integrations.mail.send({ to: email, lang, subject, text: `${text}\n`, messageId })
}

const personOf = ({ db }: Ctx, account_id: string) =>
  db
    .selectFrom('account')
    .select(['email', 'lang'])
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
