import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds, jstMonth } from '#core/clock.ts'
import type { Db, Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { type ErrorCode, type ErrorParams, fail } from '#core/errors.ts'
import { insertWithEvent } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { once } from '#core/http/idempotency.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { type BankAccount, bankOf } from '#src/finance/bank-account/bank.ts'
import { changeDelayHours } from '#src/finance/bank-account/change-delay.ts'
import { payoutsAreHeld } from '#src/finance/reconciliation/checks.ts'
import { type Balances, balancesIn, balancesOf, lockBalances, post } from '#src/ledger/ledger.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { autoRequestOf } from './auto-request-setting.ts'
import { payoutDates } from '#src/finance/bank-transfer/business-day.ts'
import { lotsFor } from './deadlines.ts'
import { withholdingOf } from './payee.ts'
import { payoutMail } from './mail.shared.ts'
import { endPayouts, isUnsent, lockPayouts, transfersOf } from './payout-money.ts'
import { type cancelPayout, payoutTransitions, type requestPayout } from './payout.shared.ts'
import { hasPayoutIn, payoutOf } from './payout.ts'
import { sealBank } from './bank-snapshot.ts'
import { type Withholding, withheldFrom } from './withholding.shared.ts'

/** The facts that decide on a person's request. */
interface Requester {
  settings: Settings
  bank: BankAccount | undefined
  email_changed_at: string | null
  balances: Balances
  /** Sales balance that purchases hold until they are paid or end. */
  held: number
  withholding: Withholding
  hasOne: boolean
  isHeld: boolean
}
/** The error that refuses a request; undefined if the request is allowed. */
type Refusal = { code: ErrorCode; params?: ErrorParams } | undefined

/** Returns what the caller can request now: `GET /payout_requests/terms`. */
export async function terms(ctx: Ctx) {
  const { account_id } = currentPerson(ctx)
  const balances = await balancesOf(ctx.db, account_id)
  const requester = await requesterOf(ctx, ctx.db, account_id, balances, ctx.now)
  const { settings } = requester
  const lots = (kind: 'sales' | 'points') =>
    lotsFor(ctx.db, settings, { account_id, kind }, ctx.now)
  const { cut_off, sent_on, expected_on } = payoutDates(ctx.now, settings.payout_day)
  return {
    sales_balance: balances.sales,
    minimum: settings.payout_min,
    maximum: maximumOf(requester),
    fee: settings.payout_fee,
    withholding: requester.withholding,
    month: jstMonth(ctx.now),
    cancelable_until: cut_off.toISOString(),
    sent_on,
    expected_on,
    auto: await autoRequestOf(ctx, account_id),
    hold_hours: changeDelayHours(settings),
    refused: refusalNow(requester, ctx.now)?.code ?? null,
    lots: (await lots('sales')).map(({ amount, ends_at }) => ({ amount, pay_by: ends_at })),
    points: (await lots('points')).map(({ amount, ends_at }) => ({ amount, expires_at: ends_at })),
  }
}

/** Returns the yen that a person can have paid out now; 0 if no request is possible. */
export async function payableOf(ctx: Ctx, account_id: string): Promise<number> {
  const balances = await balancesOf(ctx.db, account_id)
  const requester = await requesterOf(ctx, ctx.db, account_id, balances, ctx.now)
  return refusalNow(requester, ctx.now) ? 0 : maximumOf(requester)
}

/** Requests a payout for the caller: sets aside the amount and the fee. */
export async function request(ctx: Ctx, body: BodyOf<typeof requestPayout>) {
  const { account_id } = currentPerson(ctx)
  const id = await once(ctx, body, (tx) => reservePayout(ctx, tx, account_id, body))
  return payoutOf(ctx, id)
}

/**
 * Creates a payout of the `wanted` amount, or of the highest possible one, and sets its money aside.
 * Returns its id. Needs a transaction.
 */
export async function reservePayout(
  ctx: Ctx,
  tx: Tx,
  account_id: string,
  wanted: BodyOf<typeof requestPayout> | 'all',
): Promise<string> {
  await lockActor(tx, account_id)
  const ledger = await lockBalances(tx, [account_id]) // serializes concurrent requests
  const at = ctx.time()
  const balances = balancesIn(ledger, account_id)
  const requester = await requesterOf(ctx, tx, account_id, balances, at)
  const { settings, bank, withholding } = requester
  const shown = wanted === 'all' ? { amount: maximumOf(requester) } : wanted
  const { amount } = shown
  const month = jstMonth(at)
  const { payout_fee: fee } = settings
  const withheld = withheldFrom(amount, withholding)
  const refusal =
    refusalNow(requester, at) ??
    refusalForTerms(shown, { fee, withheld, month }) ??
    refusalFor(requester, amount)
  if (refusal || !bank) return fail(refusal?.code ?? 'bank_required', refusal?.params)
  const owed = { id: randomUUID(), account_id, amount, fee, withheld }
  const row = {
    ...owed,
    month,
    transaction_balance: balances.sales - amount - fee,
    ...(await sealBank(ctx, owed.id, bank)),
    lang: ctx.lang,
    created_at: at.toISOString(),
  }
  const owner = { by: 'owner', account: account_id, at } as const
  await insertWithEvent(tx, payoutTransitions, [row], { action: 'request', ...owner })
  await post(tx, ledger, transfersOf('request', owed), at)
  await enqueueMails(tx, payoutMail, [{ id: owed.id, status: 'reserved' }])
  return owed.id
}

/**
 * Cancels the caller's payout. Refuses `previous_month_not_cancellable` once its month in Japan is
 * over, and `status_already_updated` once the bank has it or it has ended.
 */
export async function cancel(ctx: Ctx, body: BodyOf<typeof cancelPayout>) {
  const { account_id } = currentPerson(ctx)
  const id = await once(ctx, body, async (tx) => {
    const [locked] = await lockPayouts(tx, sql`id = ${body.id} and account_id = ${account_id}`)
    const { rows } = await sql<{ month: string; status: string; isUnsent: boolean }>`
      select month, status, ${isUnsent} as "isUnsent" from payout where id = ${locked ?? null}
    `.execute(tx)
    const payout = rows[0] ?? fail('not_found')
    if (payout.status === 'reserved' && payout.month !== jstMonth(ctx.now))
      fail('previous_month_not_cancellable')
    if (!payout.isUnsent) fail('status_already_updated')
    const owner = { by: 'owner', account: account_id, at: ctx.time() } as const
    const [canceled] = await endPayouts(tx, [body.id], { action: 'cancel', ...owner })
    return canceled ?? fail('status_already_updated')
  })
  return payoutOf(ctx, id)
}

async function requesterOf(
  ctx: Ctx,
  db: Db | Tx,
  account_id: string,
  balances: Balances,
  now: Date,
): Promise<Requester> {
  return {
    settings: await settingsOf(db),
    bank: await bankOf(db, ctx.config, account_id),
    email_changed_at: await emailChangedAt(db, account_id),
    balances,
    held: await heldSalesOf(db, account_id),
    withholding: await withholdingOf(db, account_id),
    hasOne: await hasPayoutIn(db, account_id, jstMonth(now)),
    isHeld: await payoutsAreHeld(db),
  }
}

async function emailChangedAt(db: Db | Tx, account_id: string): Promise<string | null> {
  const { email_changed_at } = await db
    .selectFrom('account')
    .select('email_changed_at')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  return email_changed_at
}

/** Returns the sales balance that purchases hold. The ledger account has points and payments to refund, too. */
async function heldSalesOf(db: Db | Tx, account_id: string): Promise<number> {
  const { held } = await db
    .selectFrom('purchase')
    .select((of) => of.fn.coalesce(of.fn.sum<number>('sales_used'), sql<number>`0`).as('held'))
    .where('buyer', '=', account_id)
    .where('status', '=', 'reserved')
    .executeTakeFirstOrThrow()
  return held
}

const maximumOf = ({ settings, balances }: Requester) =>
  Math.max(0, Math.min(settings.payout_max, balances.sales - settings.payout_fee))

/** Returns why the person cannot request any amount now. */
function refusalNow(requester: Requester, now: Date): Refusal {
  const { settings, bank, email_changed_at, hasOne, isHeld } = requester
  if (!bank) return { code: 'bank_required' }
  if (hasOne) return { code: 'payout_once_a_month' }
  if (isHeld) return { code: 'payouts_held' }
  const isRecent = (at: string | null) =>
    at !== null && addSeconds(new Date(at), settings.bank_change_hold_seconds) > now
  const params = { hours: changeDelayHours(settings) }
  if (isRecent(bank.replaced_at)) return { code: 'bank_changed', params }
  if (isRecent(email_changed_at)) return { code: 'email_changed_lately', params }
  return refusalForBalance(requester, settings.payout_min + settings.payout_fee)
}

/** Refuses terms that a person confirmed before they changed. A request that names none takes any. */
function refusalForTerms(
  shown: Pick<BodyOf<typeof requestPayout>, 'fee' | 'withheld' | 'month'>,
  now: { fee: number; withheld: number; month: string },
): Refusal {
  const { fee = now.fee, withheld = now.withheld, month = now.month } = shown
  const isSame = fee === now.fee && withheld === now.withheld && month === now.month
  return isSame ? undefined : { code: 'payout_terms_changed' }
}

function refusalFor(requester: Requester, amount: number): Refusal {
  const { payout_min: minimum, payout_max: maximum, payout_fee } = requester.settings
  if (amount < minimum || amount > maximum)
    return { code: 'payout_out_of_bounds', params: { minimum, maximum } }
  return refusalForBalance(requester, amount + payout_fee)
}

/**
 * Returns `balance_not_enough` if the balance is too low, or `balance_in_use` if it would suffice
 * without the holds of purchases.
 */
function refusalForBalance({ balances: { sales }, held }: Requester, needed: number): Refusal {
  if (sales >= needed) return undefined
  return { code: sales + held >= needed ? 'balance_in_use' : 'balance_not_enough' }
}
