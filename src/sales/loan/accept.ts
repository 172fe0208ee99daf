import { sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { once } from '#core/http/idempotency.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import * as loans from '#src/catalog/loan/loan.ts'
import { messageColumns, shownName } from '#src/catalog/moderation/messages.ts'
import type { LoanStatus } from '#src/catalog/loan/loan.shared.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { settingsFor, settingsOf } from '#src/platform/settings/settings.ts'
import { rental } from '#src/sales/deal/rental.ts'
import { delistByPlatform } from '#src/sales/listing/delist.ts'
import { giveListings } from '#src/sales/listing/give-away.ts'
import { lockOffers } from '#src/sales/purchase/offers.ts'
import type { acceptLoan, declineLoan, getLoan, OfferedLoan } from './loan.shared.ts'
import { copyOfLoan } from './rows.ts'
import { idOfLoan } from './token.ts'

/** Returns a loan for the visitor of its link. */
export async function read(ctx: Ctx, { token }: BodyOf<typeof getLoan>): Promise<OfferedLoan> {
  if (!(await settingsFor(ctx)).lending_enabled) fail('not_found')
  const id = idOfLoan(ctx, token) ?? fail('not_found')
  const person = sql`${ctx.person?.account_id ?? null}::uuid`
  const now = sql`${ctx.now.toISOString()}::timestamptz`
  const { rows } = await sql<
    Omit<OfferedLoan, 'status' | 'reason'> & Facts & { status: LoanStatus; is_over: boolean }
  >`
    select ${copyOfLoan} as copy, period_seconds / ${DAY_SECONDS} as days,
      ${shownName('loan', null)} as from_name,
      ${messageColumns('loan', null)},
      loan.status, coalesce(borrower = ${person}, false) as mine, expires_at,
      case when borrower = ${person} then ends_at end as ends_at,
      coalesce(lender = ${person}, false) as is_own,
      only_japan_accessible and ${ctx.country} <> 'JP' as is_abroad,
      lender <> creator and not asset.lending_enabled as is_forbidden,
      exists (select from rental where renter = ${person} and rental.kid = loan.kid
        and ${isRunningAt(ctx.now)}) as is_renting,
      not asset.is_public or case loan.status when 'open' then expires_at <= ${now}
        when 'running' then ends_at <= ${now} else true end as is_over
    from loan join asset using (kid) where loan.id = ${id} and removed_at is null
  `.execute(ctx.db)
  const { is_abroad, is_forbidden, is_renting, is_over, ...row } = rows[0] ?? fail('not_found')
  const status = is_over ? 'closed' : row.status === 'open' ? 'open' : 'running'
  return {
    ...row,
    status,
    reason: reasonOf(status, { is_own: row.is_own, is_abroad, is_forbidden, is_renting }),
  }
}

type Facts = Record<'is_own' | 'is_abroad' | 'is_forbidden' | 'is_renting', boolean>

function reasonOf(status: OfferedLoan['status'], facts: Facts): OfferedLoan['reason'] {
  if (status !== 'open') return 'closed'
  if (facts.is_own) return 'own_loan'
  if (facts.is_forbidden) return 'lending_disabled'
  if (facts.is_abroad) return 'region_unavailable'
  return facts.is_renting ? 'already_renting' : null
}

/**
 * Accepts a loan: it begins for the caller, once. Refuses `loan_closed` if it was accepted or has ended,
 * `loan_to_yourself`, `lending_disabled`, `region_unavailable` and `already_renting`.
 */
export async function accept(ctx: Ctx, body: BodyOf<typeof acceptLoan>) {
  const id = idOfLoan(ctx, body.token) ?? fail('not_found')
  const reply = await once(ctx, body, (tx) => take(tx, ctx, id))
  failpoint('loan.accepted')
  return reply
}

async function take(tx: Tx, ctx: Ctx, id: string): Promise<ReplyOf<typeof acceptLoan>> {
  requireOn(await settingsOf(tx), 'lending_enabled')
  const person = currentPerson(ctx).account_id
  const { asset_token_id } = await stored(tx, id)
  await lockActor(tx, person) // so that one title is borrowed or rented once at a time
  const { offers, at } = await lockOffers(tx, [asset_token_id], ctx.time)
  const loan = await stored(tx, id) // read again under the lock
  const offer = offers.get(asset_token_id) ?? fail('loan_closed')
  const { kid, number, lender, listing_id } = loan
  if (lender === person) fail('loan_to_yourself')
  const isOpen = loan.status === 'open' && at.toISOString() < loan.expires_at
  if (!isOpen || offer.owner !== lender) fail('loan_closed')
  if (lender !== offer.creator && !(await mayLend(tx, kid))) fail('lending_disabled')
  if (offer.only_japan_accessible && ctx.country !== 'JP') fail('region_unavailable')
  if ((await rental.running!(tx, [person], at)).get(person)!.has(kid)) fail('already_renting')
  if (!(await loans.acceptLoan(tx, loan, person, at))) fail('loan_closed')
  await giveListings(tx, [listing_id], at)
  const change = { asset_token_id, kid, number, kind: 'loan' as const }
  await record(tx, [{ ...change, subject_id: id, from: lender, to: person }], at)
  failpoint('loan.accepting')
  const { ends_at } = await stored(tx, id)
  return { loan_id: id, kid, asset_token_id, number, ends_at: ends_at! }
}

const stored = async (tx: Tx, id: string) =>
  (await tx.selectFrom('loan').selectAll().where('id', '=', id).executeTakeFirst()) ??
  fail('not_found')

async function mayLend(tx: Tx, kid: string): Promise<boolean> {
  const { lending_enabled } = await tx
    .selectFrom('asset')
    .select('lending_enabled')
    .where('kid', '=', kid)
    .executeTakeFirstOrThrow()
  return lending_enabled
}

/** Declines an open loan for the friend, who needs no account. A repeat changes nothing. */
export function decline(ctx: Ctx, { token }: BodyOf<typeof declineLoan>) {
  const id = idOfLoan(ctx, token) ?? fail('not_found')
  return inTx(ctx, async (tx): Promise<ReplyOf<typeof declineLoan>> => {
    requireOn(await settingsOf(tx), 'lending_enabled')
    const { asset_token_id } = await stored(tx, id)
    const at = await lockSerials(tx, [asset_token_id], ctx.time)
    const { status, lender, listing_id } = await stored(tx, id)
    const account = ctx.person?.account_id
    if (lender === account) fail('loan_to_yourself')
    if (status === 'declined') return { status }
    if (!(await loans.declineLoan(tx, id, account, at))) fail('loan_closed')
    await delistByPlatform(tx, [listing_id], at)
    return { status: 'declined' }
  })
}
