import { randomUUID } from 'node:crypto'
import { addSeconds, jstMonth } from '#core/clock.ts'
import type { Db, Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { type ErrorCode, type ErrorParams, fail } from '#core/errors.ts'
import { insertWithEvent } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { enqueue } from '#core/jobs.ts'
import { once } from '#core/http/idempotency.ts'
import { type BankAccount, bankOf } from '#src/finance/bank-account/bank.ts'
import { holdHours } from '#src/finance/bank-account/hold.ts'
import { payoutsAreHeld } from '#src/finance/reconciliation/checks.ts'
import { type Balances, balancesIn, balancesOf, lockBalances, post } from '#src/ledger/ledger.ts'
import { lotsOf } from '#src/ledger/lots.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { autoOf } from './auto.ts'
import { payoutDates } from '#src/finance/bank-transfer/business-day.ts'
import { lifeOf } from './deadlines.ts'
import { withholdingOf } from './payee.ts'
import { endPayouts, mailPayout, transfersOf } from './move.ts'
import { type cancelPayout, payoutTransitions, type requestPayout } from './payout.shared.ts'
import { hasPayoutIn, payoutOf } from './payout.ts'
import { sealBank } from './snapshot.ts'
import { type Withholding, withheldFrom } from './withholding.shared.ts'

interface Standing {
  settings: Settings
  bank: BankAccount | undefined
  balances: Balances
  withholding: Withholding
  hasOne: boolean
  isHeld: boolean
}
type No = { code: ErrorCode; params?: ErrorParams } | undefined

/** What may be asked for now: `GET /payout_requests/terms`. */
export async function terms(ctx: Ctx) {
  const { account_id } = currentPerson(ctx)
  const balances = await balancesOf(ctx.db, account_id)
  const standing = await standingOf(ctx, ctx.db, account_id, balances)
  const { settings } = standing
  const lots = (kind: 'sales' | 'points') =>
    lotsOf(ctx.db, { account_id, kind }, lifeOf(settings, kind), ctx.now)
  const { cut_off, sent_on, expected_on } = payoutDates(ctx.now, settings.payout_day)
  return {
    sales_balance: balances.sales,
    minimum: settings.payout_min,
    maximum: maximumOf(standing),
    fee: settings.payout_fee,
    withholding: standing.withholding,
    cancelable_until: cut_off.toISOString(),
    sent_on,
    expected_on,
    auto: await autoOf(ctx, account_id),
    hold_hours: holdHours(settings),
    refused: whyClosed(standing, ctx.now)?.code ?? null,
    lots: (await lots('sales')).map(({ amount, ends_at }) => ({ amount, pay_by: ends_at })),
    points: (await lots('points')).map(({ amount, ends_at }) => ({ amount, expires_at: ends_at })),
  }
}

/** Sets amount and fee aside for the bank. */
export async function request(ctx: Ctx, body: BodyOf<typeof requestPayout>) {
  const { account_id } = currentPerson(ctx)
  const id = await once(ctx, body, (tx) => setAside(ctx, tx, account_id, body.amount))
  return payoutOf(ctx, id)
}

/** The step that asks for a payout of so many yen, or of all that can be asked for: its id. */
export async function setAside(
  ctx: Ctx,
  tx: Tx,
  account_id: string,
  wanted: number | 'all',
): Promise<string> {
  const ledger = await lockBalances(tx, [account_id]) // one request at a time looks and decides
  const balances = balancesIn(ledger, account_id)
  const standing = await standingOf(ctx, tx, account_id, balances)
  const { settings, bank, withholding } = standing
  const amount = wanted === 'all' ? maximumOf(standing) : wanted
  const no = whyClosed(standing, ctx.now) ?? whyNot(standing, amount)
  if (no || !bank) return fail(no?.code ?? 'bank_required', no?.params)
  const { payout_fee: fee } = settings
  const withheld = withheldFrom(amount, withholding)
  const owed = { id: randomUUID(), account_id, amount, fee, withheld }
  const row = {
    ...owed,
    month: jstMonth(ctx.now),
    transaction_balance: balances.sales - amount - fee,
    ...(await sealBank(ctx, owed.id, bank)),
    lang: ctx.lang,
    created_at: ctx.now.toISOString(),
  }
  const owner = { by: 'owner', account: account_id, at: ctx.now } as const
  await insertWithEvent(tx, payoutTransitions, [row], { action: 'request', ...owner })
  await post(tx, ledger, transfersOf('request', owed), ctx.now)
  await enqueue(tx, mailPayout, { id: owed.id, status: 'reserved' })
  return owed.id
}

/** Takes a request back, until the last moment of its month in Japan and before the bank has it. */
export async function cancel(ctx: Ctx, body: BodyOf<typeof cancelPayout>) {
  const { account_id } = currentPerson(ctx)
  const id = await once(ctx, body, async (tx) => {
    const payout = await tx
      .selectFrom('payout')
      .select(['id', 'month', 'status', 'exported_at'])
      .where('id', '=', body.id)
      .where('account_id', '=', account_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!payout) return fail('not_found')
    if (payout.status === 'reserved' && payout.month !== jstMonth(ctx.now))
      fail('previous_month_not_cancellable')
    if (payout.exported_at || (await isBeingUpdated(tx, payout.id))) fail('status_already_updated')
    const owner = { by: 'owner', account: account_id, at: ctx.now } as const
    const moved = await endPayouts(tx, [payout.id], { action: 'cancel', ...owner })
    return moved[0] ?? fail('status_already_updated')
  })
  return payoutOf(ctx, id)
}

async function isBeingUpdated(tx: Tx, id: string): Promise<boolean> {
  const running = await tx
    .selectFrom('payout_update')
    .select('id')
    .where('done_at', 'is', null)
    .where((where) => where(where.val(id), '=', where.fn.any('ids')))
    .executeTakeFirst()
  return running !== undefined
}

async function standingOf(
  ctx: Ctx,
  db: Db | Tx,
  account_id: string,
  balances: Balances,
): Promise<Standing> {
  return {
    settings: await settingsOf(db),
    bank: await bankOf(db, ctx.config, account_id),
    balances,
    withholding: await withholdingOf(db, account_id),
    hasOne: await hasPayoutIn(db, account_id, jstMonth(ctx.now)),
    isHeld: await payoutsAreHeld(db),
  }
}

const maximumOf = ({ settings, balances }: Standing) =>
  Math.max(0, Math.min(settings.payout_max, balances.sales - settings.payout_fee))

/** Why nobody in this standing can ask for anything. */
function whyClosed({ settings, bank, balances, hasOne, isHeld }: Standing, now: Date): No {
  if (!bank) return { code: 'bank_required' }
  if (hasOne) return { code: 'payout_once_a_month' }
  if (isHeld) return { code: 'payouts_held' }
  const { replaced_at } = bank
  if (replaced_at && addSeconds(new Date(replaced_at), settings.bank_change_hold_seconds) > now)
    return { code: 'bank_changed', params: { hours: holdHours(settings) } }
  return whyTooLittle(balances, settings.payout_min + settings.payout_fee)
}

function whyNot({ settings, balances }: Standing, amount: number): No {
  const { payout_min: minimum, payout_max: maximum, payout_fee } = settings
  if (amount < minimum || amount > maximum)
    return { code: 'payout_out_of_bounds', params: { minimum, maximum } }
  return whyTooLittle(balances, amount + payout_fee)
}

/** Too little, or enough but for what a purchase holds just now. */
function whyTooLittle({ sales, hold }: Balances, needed: number): No {
  if (sales >= needed) return undefined
  return { code: sales + hold >= needed ? 'balance_in_use' : 'balance_not_enough' }
}
