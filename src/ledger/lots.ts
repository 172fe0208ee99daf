import { sql } from 'kysely'
import { jstDayEnd } from '#core/clock.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { type LedgerReason, lockBalances, post, type Side } from './ledger.ts'

/**
 * The unspent part of a day's credits. Balances are used first in, first out, so the newest credits
 * remain, and lots follow from balance and ledger without being stored (decision 0014). An amount
 * that returns from a hold, or from a payout that its owner cancelled, starts no new lot.
 */
export interface Lot {
  amount: number
  /** The last millisecond in which earnings can be paid out, or points be spent. */
  ends_at: string
}

/** A time in which no lot ends: one that would do so ends with it. Both are ISO times. */
export interface Pause {
  from: string
  until: string
}

/**
 * The lifetime of a lot, in whole days (JST) after its own day; `returned` is for payouts that failed or
 * that the platform cancelled. The pauses are ordered by their beginning.
 */
export interface LotLifetime {
  days: number
  returned: number
  pauses: readonly Pause[]
}
export type LotKind = 'sales' | 'points'

const isReturned = sql`transfer.reason in ('payout_return', 'payout_stop')`

/** Returns a person's unexpired lots, the first to expire first. */
export async function lotsOf(
  db: Db | Tx,
  { account_id, kind }: { account_id: string; kind: LotKind },
  life: LotLifetime,
  now: Date,
): Promise<Lot[]> {
  const { rows } = await sql<{ balance: number; returned: boolean; day: string; amount: number }>`
    select balance, ${isReturned} as returned, sum(amount)::bigint as amount,
      (at at time zone 'Asia/Tokyo')::date::text as day
    from ledger_account account join ledger_transfer transfer on credit = account.id
    where account_id = ${account_id} and kind = ${kind} and ${isFresh(life, now)}
    group by 1, 2, 4
  `.execute(db)
  const credits = new Map<string, number>()
  for (const { day, returned, amount } of rows) {
    const ends = jstDayEnd(new Date(`${day}T12:00:00+09:00`), returned ? life.returned : life.days)
    const ends_at = endAfter(life.pauses, ends.toISOString())
    credits.set(ends_at, (credits.get(ends_at) ?? 0) + amount)
  }
  let left = rows[0]?.balance ?? 0
  const lots = [...credits]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([ends_at, amount]) => {
      const part = Math.min(amount, left)
      left -= part
      return { amount: part, ends_at }
    })
  return lots.filter(({ amount }) => amount > 0).toReversed()
}

/** Returns the people whose balances include expired lots. */
export async function peopleWithExpiredLots(
  db: Db | Tx,
  kind: LotKind,
  life: LotLifetime,
  now: Date,
): Promise<string[]> {
  const { rows } = await selectExpired(db, kind, life, now)
  return rows.map(({ account_id }) => account_id)
}

/**
 * Converts a person's expired earnings to points, or cancels expired points. The amount is computed
 * under the lock, so a late or repeated run takes it only once. Amounts reserved for a purchase or
 * payout stay until they return.
 */
export async function expireLots(
  tx: Tx,
  { account_id, kind }: { account_id: string; kind: LotKind },
  lifeAt: (now: Date) => Promise<LotLifetime>,
  time: () => Date,
) {
  const ledger = await lockBalances(tx, [account_id])
  const now = time()
  const life = await lifeAt(now)
  const { rows } = await selectExpired(tx, kind, life, now, account_id)
  const [credit, reason]: [Side, LedgerReason] =
    kind === 'sales'
      ? [{ account_id, kind: 'points' }, 'convert']
      : [{ kind: 'points_issued' }, 'expire']
  const debit = { account_id, kind }
  const transfers = rows.map(({ amount }) => ({
    debit,
    credit,
    amount,
    reason,
    subject_id: account_id,
  }))
  await post(tx, ledger, transfers, now)
}

/** Selects expired amounts: the part of each balance that unexpired credits do not account for. */
function selectExpired(
  db: Db | Tx,
  kind: LotKind,
  life: LotLifetime,
  now: Date,
  account_id?: string,
) {
  return sql<{ account_id: string; amount: number }>`
    select account_id, (balance - explained)::bigint as amount from ledger_account account,
      lateral (select coalesce(sum(amount), 0) as explained from ledger_transfer transfer
        where credit = account.id and ${isFresh(life, now)}) credits
    where kind = ${kind} and balance > 0 and balance > explained
      and ${account_id ? sql`account_id = ${account_id}` : sql`account_id is not null`}
    order by account_id
  `.execute(db)
}

/** Matches credits whose lots have not expired at `now`. */
function isFresh({ days, returned, pauses }: LotLifetime, now: Date) {
  const oldest = oldestEnd(pauses, now)
  const overAt = (life: number) => jstDayEnd(oldest, -life - 1).toISOString()
  return sql`
    transfer.reason not in ('release', 'payout_cancel') and transfer.at > ${overAt(Math.max(days, returned))}
    and transfer.at > (case when ${isReturned}
      then ${overAt(returned)}::timestamptz else ${overAt(days)}::timestamptz end)`
}

/** Returns the end of a lot that would end at `ends_at`, after the pauses that it meets. */
const endAfter = (pauses: readonly Pause[], ends_at: string) =>
  pauses.reduce((end, { from, until }) => (from <= end && end < until ? until : end), ends_at)

/** Returns the earliest end, pauses aside, of a lot that has not ended at `now`. */
const oldestEnd = (pauses: readonly Pause[], now: Date) =>
  new Date(
    pauses.reduceRight(
      (end, { from, until }) => (from < end && end <= until ? from : end),
      now.toISOString(),
    ),
  )
