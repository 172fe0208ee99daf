import type { Ctx } from '#core/context.ts'
import { lastDayOf, monthAfter } from '#src/finance/bank-transfer/business-day.ts'
import type { AboutOf, FactsOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { Notice, payoutMail, Refused } from './mail.shared.ts'
import { payoutOf } from './payout.ts'
import { payableOf } from './request.ts'

type Status = FactsOf<typeof payoutMail>['status']

/** Reads the mail about a step of a payout, in the language of its request. */
export async function readPayout(ctx: Ctx, { id, status }: AboutOf<typeof payoutMail>) {
  const { account_id, email, lang } = await ctx.db
    .selectFrom('payout')
    .innerJoin('account', 'account.id', 'payout.account_id')
    .select(['account_id', 'email', 'payout.lang'])
    .where('payout.id', '=', id)
    .executeTakeFirstOrThrow()
  const payout = await payoutOf(ctx, id)
  const { amount, withheld, sent, fee, cancelable_until, expected_on } = payout
  const amounts = { amount, withheld, sent, fee }
  const dates = { cancelable_until, expected_on }
  const { canceled_by, error_messages: reasons } = payout
  const facts = { ...amounts, ...dates, status: status as Status, canceled_by, reasons }
  return { id: `payout.${id}.${status}`, to: email, account_id, lang, facts }
}

/** Reads the mail about a refused automatic request. There is one a month. */
export async function readRefused({ db }: Ctx, { account_id, month, code, params }: Refused) {
  const recipient = await recipientOf(db, account_id)
  const dates = { month, last_day: lastDayOf(month), next_on: lastDayOf(monthAfter(month)) }
  const facts = { ...dates, code, params }
  return { ...recipient, id: `payout.auto.${account_id}.${month}`, facts }
}

/** Reads the mail that warns of a deadline. */
export async function readDeadline(ctx: Ctx, notice: Notice) {
  const { account_id, kind, ends_at, amount, days } = notice
  const recipient = await recipientOf(ctx.db, account_id)
  const payable = kind === 'sales' ? Math.min(amount, await payableOf(ctx, account_id)) : 0
  const id = `deadline.${kind}.${account_id}.${ends_at.slice(0, 10)}.${days}`
  return { ...recipient, id, facts: { kind, ends_at, amount, payable } }
}
