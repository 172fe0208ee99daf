import { sql } from 'kysely'
import { jstDayEnd } from '#core/clock.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { lockBalances, post, type Side } from './ledger.ts'

/**
 * What one day's credits left in a balance. Lots are not stored: as balances are used first in,
 * first out, what remains of one always is its newest credits, so the balance and the ledger say
 * it all (decision 0014). What comes back from a hold or a canceled payout is no new lot.
 */
export interface Lot {
  amount: number
  /** The last millisecond in which it can be paid out or, of points, spent. */
  ends_at: string
}

/** How many whole days (JST) after its own a lot lives; `returned`: one of a failed payout. */
export interface Life {
  days: number
  returned: number
}
export type LotKind = 'sales' | 'points'

const RETURNED = 'payout_return'

/** A person's lots, the soonest to end first; none that is over. */
export async function lotsOf(
  db: Db | Tx,
  { account_id, kind }: { account_id: string; kind: LotKind },
  life: Life,
  now: Date,
): Promise<Lot[]> {
  const { rows } = await sql<{ balance: number; returned: boolean; day: string; amount: number }>`
    select balance, reason = ${RETURNED} as returned, sum(amount)::bigint as amount,
      (at at time zone 'Asia/Tokyo')::date::text as day
    from ledger_account account join ledger_transfer transfer on credit = account.id
    where account_id = ${account_id} and kind = ${kind} and ${isFresh(life, now)}
    group by 1, 2, 4
  `.execute(db)
  const credits = rows.map(({ day, returned, amount }) => {
    const ends = jstDayEnd(new Date(`${day}T12:00:00+09:00`), returned ? life.returned : life.days)
    return { amount, ends_at: ends.toISOString() }
  })
  let left = rows[0]?.balance ?? 0
  const lots = credits
    .toSorted((a, b) => b.ends_at.localeCompare(a.ends_at))
    .map(({ amount, ends_at }) => {
      const part = Math.min(amount, left)
      left -= part
      return { amount: part, ends_at }
    })
  return lots.filter(({ amount }) => amount > 0).toReversed()
}

/** Whose balance holds something that is over. */
export async function whoseLotsAreOver(
  db: Db | Tx,
  kind: LotKind,
  life: Life,
  now: Date,
): Promise<string[]> {
  const { rows } = await over(db, kind, life, now)
  return rows.map(({ account_id }) => account_id)
}

/**
 * Turns a person's earnings past their deadline into points, or takes points that are over. It asks
 * what is over at this moment, so however late or often it runs, it takes the same amount once. What
 * is set aside for a purchase or payout is left until it comes back.
 */
export async function endLots(
  tx: Tx,
  { account_id, kind }: { account_id: string; kind: LotKind },
  life: Life,
  now: Date,
) {
  const ledger = await lockBalances(tx, [account_id])
  const { rows } = await over(tx, kind, life, now, account_id)
  const [credit, reason]: [Side, string] =
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

/** Whatever of a balance its credits of the last days do not explain is over. */
function over(db: Db | Tx, kind: LotKind, life: Life, now: Date, account_id?: string) {
  return sql<{ account_id: string; amount: number }>`
    select account_id, (balance - explained)::bigint as amount from ledger_account account,
      lateral (select coalesce(sum(amount), 0) as explained from ledger_transfer transfer
        where credit = account.id and ${isFresh(life, now)}) credits
    where kind = ${kind} and balance > explained
      and ${account_id ? sql`account_id = ${account_id}` : sql`account_id is not null`}
    order by account_id
  `.execute(db)
}

/** Lots begun after the last instant whose lots are over by now. */
function isFresh({ days, returned }: Life, now: Date) {
  const overAt = (life: number) => jstDayEnd(now, -life - 1).toISOString()
  return sql`
    transfer.reason not in ('release', 'payout_cancel') and transfer.at > ${overAt(Math.max(days, returned))}
    and transfer.at > (case when transfer.reason = ${RETURNED}
      then ${overAt(returned)}::timestamptz else ${overAt(days)}::timestamptz end)`
}
