import { dealReasons } from '#src/sales/deal/deals.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { taxIn } from '#core/money.ts'
import { FEE_DISPUTE } from '#src/finance/dispute/claims.ts'
import { isInvoiceNumber } from '#src/platform/settings/invoice-number.shared.ts'
import { settingsBefore } from '#src/platform/settings/settings.ts'
import type { LedgerOwner } from './movements.ts'
import type { Span } from './span.ts'
import type { Invoice } from './statement.shared.ts'

type Fees = Pick<Invoice, 'platform_fee' | 'payout_fee' | 'distribution_fee'>

/**
 * Returns the invoice for the platform's fees that a person paid in a span. The issuer is the operator
 * at the span's end. Tax is rounded once per invoice and rate (消費税法 57条の4; 施行令 70条の10).
 */
export async function invoiceOf(tx: Tx, owner: LedgerOwner, span: Span): Promise<Invoice> {
  const { operator } = await settingsBefore(tx, span.until)
  const { invoice_number, name: issuer, address } = operator
  const fees = await feesOf(tx, owner, span)
  const total = fees.platform_fee + fees.payout_fee + fees.distribution_fee
  return {
    is_qualified: span.is_over && isInvoiceNumber(invoice_number) && total > 0,
    issuer,
    address,
    invoice_number,
    recipient: await nameOf(tx, owner.account_id),
    ...fees,
    total,
    tax: Math.sign(total) * taxIn(Math.abs(total)),
  }
}

/**
 * Sums the fees by kind, less those given back. A sale's fee leaves the buyer's hold, not the seller's
 * account. It is found by the subject of the seller's earnings. The fee of a deal that a dispute has undone
 * counts against the span in which it was undone, and again if the bank reverses its decision.
 */
async function feesOf(tx: Tx, { own }: LedgerOwner, { from, until }: Span): Promise<Fees> {
  const inSpan = (at: string) =>
    sql`${sql.ref(at)} >= ${from.toISOString()} and ${sql.ref(at)} < ${until.toISOString()}`
  const charged = (reason: string) => sql`(
    select coalesce(sum(amount), 0)::bigint from ledger_transfer
    where debit = any(${Object.values(own)}::bigint[]) and reason = ${reason} and ${inSpan('at')})`
  const earnings = sql`deal.credit = ${own.sales ?? null}::bigint and deal.reason in ${dealReasons}`
  const payment = sql`deal.debit = any(${Object.values(own)}::bigint[]) and deal.reason = 'distribution_fee'`
  const disputed = (side: 'debit' | 'credit', deal: RawBuilder<unknown>) => sql`(
    select coalesce(sum(amount), 0)::bigint
    from ledger_account fees join ledger_transfer back on fees.id = back.${sql.ref(side)}
    where fees.kind = 'fees' and back.reason = ${FEE_DISPUTE} and ${inSpan('back.at')}
      and exists (select from ledger_transfer deal where deal.subject_id = back.subject_id and ${deal}))`
  // Fees that were given back under another reason, before invoices counted them, are on their invoices.
  const wasCounted = sql`exists (select from ledger_transfer given
    where given.subject_id = back.subject_id and given.reason = back.reason
      and given.debit = back.credit and given.id < back.id)`
  const undone = (deal: RawBuilder<unknown>) =>
    sql`(${disputed('debit', deal)} - ${disputed('credit', sql`${deal} and ${wasCounted}`)})`
  const { rows } = await sql<Fees>`
    select (
        select coalesce(sum(fee.amount), 0)::bigint
        from ledger_transfer earned join ledger_transfer fee on fee.subject_id = earned.subject_id
        where earned.credit = ${own.sales ?? null}::bigint and earned.reason in ${dealReasons}
          and ${inSpan('earned.at')} and fee.reason = 'fee'
      ) - ${undone(earnings)} as platform_fee,
      ${charged('payout_fee')} as payout_fee, (${charged('distribution_fee')} - (
        select coalesce(sum(amount), 0)::bigint from ledger_transfer
        where credit = any(${Object.values(own)}::bigint[]) and reason = 'fee_return'
          and ${inSpan('at')}) - ${undone(payment)}) as distribution_fee
  `.execute(tx)
  return rows[0]!
}

/** Returns the recipient: the account's real name, or its username if it has none. */
async function nameOf(tx: Tx, account_id: string): Promise<string> {
  const { first_name, last_name, username, lang } = await tx
    .selectFrom('account')
    .select(['first_name', 'last_name', 'username', 'lang'])
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  const names = lang === 'ja' ? [last_name, first_name] : [first_name, last_name]
  return names.filter(Boolean).join(' ') || username
}
