import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { once } from '#core/http/idempotency.ts'
import { insertLoan, returnLoan } from '#src/catalog/loan/loan.ts'
import { LOANS_PER_DAY, OFFER_DAYS } from '#src/catalog/loan/loan.shared.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { delistByOwner } from '#src/sales/listing/delist.ts'
import { openGiveaway, prepareGiveaway } from '#src/sales/listing/give-away.ts'
import { giveRefusal, lockCopies } from '#src/sales/listing/listing-rules.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import type { endLoan, lendCopy, Loan } from './loan.shared.ts'
import { loanOf } from './rows.ts'

/**
 * Lends an own copy: locks it and sends the loan. Refuses what a gift refuses, `lending_disabled` by the
 * creator, `loan_days_out_of_bounds`, `loan_to_yourself` and `too_many_loans`.
 */
export async function lend(ctx: Ctx, body: BodyOf<typeof lendCopy>): Promise<Loan> {
  const { account_id: lender, role, email } = currentPerson(ctx)
  if (role === 'ADMIN') fail('forbidden')
  const reply = await once(ctx, body, async (tx) => {
    const settings = await settingsOf(tx)
    requireOn(settings, 'lending_enabled')
    const { days, asset_token_id, ...terms } = body
    const { loan_days_max: maximum } = settings
    if (days > maximum) fail('loan_days_out_of_bounds', { maximum })
    if (body.email === email.toLowerCase()) fail('loan_to_yourself')
    await lockActor(tx, lender) // so that the loans of a day are counted safely
    if ((await countLastDay(tx, lender, ctx.now)) >= LOANS_PER_DAY)
      fail('too_many_loans', { limit: LOANS_PER_DAY })
    const { copies, at } = await lockCopies(tx, [asset_token_id], ctx.time)
    const copy = copies.get(asset_token_id)
    const refusal = giveRefusal(copy, lender)
    if (!copy || refusal) return fail(refusal!.code, refusal!.params)
    if (copy.creator !== lender && !copy.lending_enabled) fail('lending_disabled')
    const giveaway = { kind: 'loan', giver: lender, batch: randomUUID() } as const
    const [listing_id] = await prepareGiveaway(tx, [copy], giveaway, at)
    await openGiveaway(tx, [listing_id!], at)
    const { kid, number } = copy
    const period = {
      period_seconds: days * DAY_SECONDS,
      expires_at: addSeconds(at, OFFER_DAYS * DAY_SECONDS).toISOString(),
    }
    const loan = { lender, kid, asset_token_id, number, listing_id: listing_id! }
    const id = await insertLoan(tx, { ...terms, ...loan, ...period }, at)
    failpoint('loan.lending')
    return loanOf(ctx, tx, id)
  })
  failpoint('loan.lent')
  return reply
}

async function countLastDay(db: Db | Tx, lender: string, now: Date): Promise<number> {
  const since = addSeconds(now, -DAY_SECONDS).toISOString()
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from loan where lender = ${lender} and created_at > ${since}::timestamptz
  `.execute(db)
  return rows[0]!.n
}

/** Ends the caller's loan: an open one by its lender, a running one by either side. */
export function end(ctx: Ctx, body: BodyOf<typeof endLoan>): Promise<Loan> {
  const account = currentPerson(ctx).account_id
  return once(ctx, body, async (tx) => {
    const { copy } = await loanOf(ctx, tx, body.id)
    const at = await lockSerials(tx, [copy.asset_token_id], ctx.time)
    const loan = await tx
      .selectFrom('loan')
      .select(['lender', 'listing_id', 'status', 'ends_at'])
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    const isLender = loan.lender === account
    if (loan.status === 'open' && isLender) await delistByOwner(tx, ctx, [loan.listing_id], at)
    else {
      const isRunning = loan.status === 'running' && at.toISOString() < loan.ends_at!
      const side = { by: isLender ? 'lender' : 'borrower', account } as const
      if (!isRunning || !(await returnLoan(tx, body.id, side, at))) fail('loan_closed')
    }
    failpoint('loan.ending')
    return loanOf(ctx, tx, body.id)
  })
}
