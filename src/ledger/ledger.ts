import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'

/**
 * A person's accounts. `hold`: set aside for a purchase or rental; `payout`: for a payout; `debt`:
 * what they owe the house, a positive number as all of them.
 */
export type PersonKind = 'sales' | 'points' | 'hold' | 'payout' | 'debt'
/**
 * The house's: what the card provider owes us, our fees, the bank, tax withheld from payouts, points
 * given, opening entries, and the other side of what people owe.
 */
export type PlatformKind =
  | 'card'
  | 'fees'
  | 'bank'
  | 'withheld'
  | 'points_issued'
  | 'opening'
  | 'owed'

/** One side of a transfer: a person's account, or the house's where there is no person. */
export type Side = { account_id: string; kind: PersonKind } | { kind: PlatformKind }

/** Moves `amount` yen from `debit` to `credit`; `subject_id` is the deal it belongs to. */
export interface Transfer {
  debit: Side
  credit: Side
  amount: number
  reason: string
  subject_id: string
}

export interface Balances {
  sales: number
  points: number
  hold: number
  payout: number
  debt: number
}

/** Gives new accounts their ledger accounts. */
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

/** Locks these people's ledger accounts, always in ascending order of id. */
export async function lockBalances(tx: Tx, people: string[]): Promise<Ledger> {
  const { rows } = await sql<LockedAccount>`
    select id, account_id, kind, balance from ledger_account
    where account_id = any(${[...new Set(people)]}::uuid[]) order by id for no key update
  `.execute(tx)
  const app = await sql<LockedAccount>`
    select id, account_id, kind, balance from ledger_account where account_id is null
  `.execute(tx)
  return new Map([...rows, ...app.rows].map((row) => [nameOf(row.account_id, row.kind), row]))
}

/** Locked accounts by name, as `post` leaves them; give it to `balancesIn` and `post`. */
export type Ledger = Map<string, LockedAccount>

export function balancesIn(ledger: Ledger, account_id: string): Balances {
  const of = (kind: PersonKind) => ledger.get(nameOf(account_id, kind))?.balance ?? 0
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
 * Writes transfers and the balances they change, each account once however many transfers touch
 * it. Transfers of 0 yen are left out. A balance that would become negative aborts the whole. What
 * comes to the sales balance of somebody who owes pays the debt first.
 */
export async function post(tx: Tx, ledger: Ledger, transfers: Transfer[], at: Date) {
  const rows = transfers
    .filter(({ amount }) => amount > 0)
    .map(({ debit, credit, ...rest }) => ({
      ...rest,
      debit: idOf(ledger, debit),
      credit: idOf(ledger, credit),
    }))
  if (rows.length === 0) return
  await sql`
    insert into ledger_transfer (debit, credit, amount, reason, subject_id, at)
    select debit, credit, amount, reason, subject_id, ${at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (debit bigint, credit bigint, amount bigint, reason text, subject_id uuid)
  `.execute(tx)
  const changes = new Map<number, number>()
  for (const { debit, credit, amount } of rows) {
    changes.set(debit, (changes.get(debit) ?? 0) - amount)
    changes.set(credit, (changes.get(credit) ?? 0) + amount)
  }
  await sql`
    update ledger_account set balance = balance + change
    from jsonb_to_recordset(${JSON.stringify(asRows(changes))}::jsonb) as row (id bigint, change bigint)
    where ledger_account.id = row.id and balance is not null and change <> 0
  `.execute(tx)
  for (const row of ledger.values())
    if (row.balance !== null) row.balance += changes.get(row.id) ?? 0
  const repaid = repayments(ledger)
  if (repaid.length > 0) await post(tx, ledger, repaid, at)
}

/**
 * The house bore a debt when it arose, out of its fees (decision 0021): there goes what is paid of
 * it, and the record of the debt shrinks by as much.
 */
function repayments(ledger: Ledger): Transfer[] {
  const owing = [...ledger.values()].filter(
    ({ kind, balance }) => kind === 'debt' && Number(balance) > 0,
  )
  return owing.flatMap(({ account_id }) => {
    const person = { account_id: account_id!, kind: 'debt' } as const
    const { sales, debt } = balancesIn(ledger, person.account_id)
    const paid = { amount: Math.min(sales, debt), reason: 'debt', subject_id: person.account_id }
    return paid.amount === 0
      ? []
      : [
          { ...paid, debit: { ...person, kind: 'sales' }, credit: { kind: 'fees' } },
          { ...paid, debit: person, credit: { kind: 'owed' } },
        ]
  })
}

/** What a person has: `GET /point_balance`. */
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

/** Balances as they stand, without a lock: to show, not to decide. */
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

const nameOf = (account_id: string | null, kind: string) => `${account_id ?? 'platform'} ${kind}`

function idOf(ledger: Ledger, side: Side): number {
  const owner = 'account_id' in side ? side.account_id : null
  return ledger.get(nameOf(owner, side.kind))?.id ?? fail('bug')
}
