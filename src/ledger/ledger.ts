import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'

/**
 * The kinds of a person's ledger accounts. `hold` is reserved for a purchase or rental, `payout`
 * for a payout, and `debt` is owed to the platform. All balances are positive.
 */
export type PersonKind = 'sales' | 'points' | 'hold' | 'payout' | 'debt'
/**
 * The kinds of the platform's ledger accounts: claims on the card provider, fees, the bank, tax
 * withheld from payouts, points issued, opening entries, and claims on people (`owed`).
 */
export type PlatformKind =
  | 'card'
  | 'fees'
  | 'bank'
  | 'withheld'
  | 'points_issued'
  | 'opening'
  | 'owed'

/** A side of a transfer: a person's ledger account, or the platform's without a person. */
export type Side = { account_id: string; kind: PersonKind } | { kind: PlatformKind }

/** Why yen move. Statements, histories and the checks of the books tell transfers apart by it. */
export type LedgerReason =
  | 'opening'
  | 'card' // from the provider into the hold of an order
  | 'hold' // from balance into the hold of an order; `release` returns it
  | 'release'
  | 'refund' // of the card part, from the hold to the provider
  | 'refund_failed'
  | 'sale' // and the other deals: from the hold to the seller
  | 'rental'
  | 'free_rental' // no transfer has it
  | 'top_up'
  | 'royalty'
  | 'fee'
  | 'distribution_fee'
  | 'fee_return'
  | 'dispute'
  | 'dispute_fee' // what the provider charges
  | 'fee_dispute' // fees of the platform that a lost dispute gives back
  | 'debt'
  | 'coupon'
  | 'convert' // expired sales balance into points
  | 'expire'
  | 'payout_hold'
  | 'payout'
  | 'payout_fee'
  | 'withholding'
  | 'payout_return' // after a failure
  | 'payout_cancel' // by its owner
  | 'payout_stop' // by the platform

/** A transfer of `amount` yen from `debit` to `credit`; `subject_id` is the deal behind it. */
export interface Transfer {
  debit: Side
  credit: Side
  amount: number
  reason: LedgerReason
  subject_id: string
}

export interface Balances {
  sales: number
  points: number
  hold: number
  payout: number
  debt: number
}

/** Opens the ledger accounts of a new account. */
export async function openLedgerAccounts(tx: Tx, account_id: string) {
  const kinds: PersonKind[] = ['sales', 'points', 'hold', 'payout', 'debt']
  await tx
    .insertInto('ledger_account')
    .values(kinds.map((kind) => ({ account_id, kind, balance: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface LockedAccount {
  id: number
  account_id: string | null
  kind: string
  balance: number | null
}

/** Locks these people's ledger accounts, by ascending account and kind: the order of the index that finds them. */
export async function lockBalances(tx: Tx, people: string[]): Promise<Ledger> {
  const locked = sql<LockedAccount>`
    select id, account_id, kind, balance from ledger_account
    where account_id = any(${[...new Set(people)]}::uuid[])
    order by account_id, kind for no key update
  `
  const platform = sql<LockedAccount>`
    select id, account_id, kind, balance from ledger_account where account_id is null
  `
  const found = await Promise.all([locked.execute(tx), platform.execute(tx)])
  const rows = found.flatMap((result) => result.rows)
  return new Map(rows.map((row) => [keyOf(row.account_id, row.kind), row]))
}

/** Locked ledger accounts by key. `post` keeps their balances current. */
export type Ledger = Map<string, LockedAccount>

/** Returns a person's balances from locked ledger accounts. */
export function balancesIn(ledger: Ledger, account_id: string): Balances {
  const of = (kind: PersonKind) => ledger.get(keyOf(account_id, kind))?.balance ?? 0
  return balancesBy(of)
}

const balancesBy = (of: (kind: PersonKind) => number): Balances => ({
  sales: of('sales'),
  points: of('points'),
  hold: of('hold'),
  payout: of('payout'),
  debt: of('debt'),
})

/**
 * Writes transfers, and updates each balance they change once. Leaves out transfers of 0 yen. A
 * negative balance aborts the transaction, as does an amount that is no whole number of yen. Earnings
 * of a person with a debt repay the debt first.
 */
export async function post(tx: Tx, ledger: Ledger, transfers: Transfer[], at: Date) {
  for (const { amount, reason } of transfers)
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw new Error(`${amount} is not a whole number of yen (${reason})`)
  const rows = transfers
    .filter(({ amount }) => amount > 0)
    .map(({ debit, credit, ...rest }) => ({
      ...rest,
      debit: idOf(ledger, debit),
      credit: idOf(ledger, credit),
    }))
  if (rows.length === 0) return
  const changes = new Map<number, number>()
  for (const { debit, credit, amount } of rows) {
    changes.set(debit, (changes.get(debit) ?? 0) - amount)
    changes.set(credit, (changes.get(credit) ?? 0) + amount)
  }
  for (const row of ledger.values())
    if (row.balance !== null) row.balance += changes.get(row.id) ?? 0
  const written = sql`
    insert into ledger_transfer (debit, credit, amount, reason, subject_id, at)
    select debit, credit, amount, reason, subject_id, ${at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (debit bigint, credit bigint, amount bigint, reason text, subject_id uuid)
  `
  const balanced = sql`
    update ledger_account set balance = balance + change
    from jsonb_to_recordset(${JSON.stringify(asRows(changes))}::jsonb) as row (id bigint, change bigint)
    where ledger_account.id = row.id and balance is not null and change <> 0
  `
  await Promise.all([
    written.execute(tx),
    balanced.execute(tx),
    post(tx, ledger, repayments(ledger), at),
  ])
}

/**
 * Returns the transfers that repay debts from sales balances. The platform's fees covered a debt
 * when it arose (decision 0021), so repayments go to fees, and the claim shrinks by the same
 * amount.
 */
function repayments(ledger: Ledger): Transfer[] {
  const owing = [...ledger.values()].filter(
    ({ kind, balance }) => kind === 'debt' && Number(balance) > 0,
  )
  return owing.flatMap(({ account_id }) => {
    const person = { account_id: account_id!, kind: 'debt' } as const
    const { sales, debt } = balancesIn(ledger, person.account_id)
    const amount = Math.min(sales, debt)
    const paid = { amount, reason: 'debt', subject_id: person.account_id } as const
    return amount === 0
      ? []
      : [
          { ...paid, debit: { ...person, kind: 'sales' }, credit: { kind: 'fees' } },
          { ...paid, debit: person, credit: { kind: 'owed' } },
        ]
  })
}

/** Returns the caller's balances. */
export async function getBalance(ctx: Ctx) {
  const { sales, points, hold, payout, debt } = await balancesOf(
    ctx.db,
    currentPerson(ctx).account_id,
  )
  return {
    sales_balance: sales,
    points,
    total: sales + points,
    reserved_for_payout: payout,
    reserved_for_purchase: hold,
    debt,
  }
}

/** Returns a person's balances without a lock, for display only. */
export async function balancesOf(db: Db | Tx, account_id: string): Promise<Balances> {
  const rows = await db
    .selectFrom('ledger_account')
    .select(['kind', 'balance'])
    .where('account_id', '=', account_id)
    .execute()
  const of = (kind: PersonKind) => rows.find((row) => row.kind === kind)?.balance ?? 0
  return balancesBy(of)
}

const asRows = (changes: Map<number, number>) =>
  [...changes].map(([id, change]) => ({ id, change })).toSorted((a, b) => a.id - b.id)

const keyOf = (account_id: string | null, kind: string) => `${account_id ?? 'platform'} ${kind}`

function idOf(ledger: Ledger, side: Side): number {
  const owner = 'account_id' in side ? side.account_id : null
  return ledger.get(keyOf(owner, side.kind))?.id ?? fail('bug')
}
