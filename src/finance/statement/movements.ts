import { dealKinds, dealReasons } from '#src/sales/deal/deals.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { balanceChangeOf, type LedgerAccountIds } from '#src/ledger/ledger-accounts.ts'
import type { Span } from './span.ts'
import type { StatementBalances } from './statement.shared.ts'

/** A person and their ledger accounts. */
export interface LedgerOwner {
  account_id: string
  own: LedgerAccountIds
}

/** A person's balances at the start and end of a span, in yen. */
export interface SpanBalances {
  opening: StatementBalances
  closing: StatementBalances
}

interface Sums {
  opening_sales: number
  opening_points: number
  later_sales: number
  later_points: number
  sales: number
  points: number
}

/**
 * Returns the balances at both ends of a span, computed independently. The opening balance is the sum
 * of all earlier transfers; the closing balance is the stored balance less all later transfers.
 */
export async function balancesOf(
  db: Db | Tx,
  { own }: LedgerOwner,
  { from, until }: Span,
): Promise<SpanBalances> {
  const [sales, points] = [
    balanceChangeOf('transfer', own.sales),
    balanceChangeOf('transfer', own.points),
  ]
  const sum = (change: RawBuilder<number>, when: RawBuilder<unknown>) =>
    sql`coalesce(sum(${change}) filter (where ${when}), 0)::bigint`
  const before = sql`at < ${from.toISOString()}`
  const later = sql`at >= ${until.toISOString()}`
  const stored = (id?: number) =>
    sql`(select balance from ledger_account where id = ${id ?? null}::bigint)`
  const { rows } = await sql<Sums>`
    select ${sum(sales, before)} as opening_sales, ${sum(points, before)} as opening_points,
      ${sum(sales, later)} as later_sales, ${sum(points, later)} as later_points,
      ${stored(own.sales)} as sales, ${stored(own.points)} as points
    from ledger_transfer transfer where ${touches(own)}
  `.execute(db)
  const { opening_sales, opening_points, later_sales, later_points, ...now } = rows[0]!
  return {
    opening: { sales: opening_sales, points: opening_points },
    closing: { sales: now.sales - later_sales, points: now.points - later_points },
  }
}

/** Returns the changes of both balances in a span, in yen. */
export async function changesIn(db: Db | Tx, { own }: LedgerOwner, { from, until }: Span) {
  const sum = (id?: number) => sql`coalesce(sum(${balanceChangeOf('transfer', id)}), 0)::bigint`
  const { rows } = await sql<{ sales_change: number; points_change: number }>`
    select ${sum(own.sales)} as sales_change, ${sum(own.points)} as points_change
    from ledger_transfer transfer
    where ${touches(own)} and at >= ${from.toISOString()} and at < ${until.toISOString()}
  `.execute(db)
  return rows[0]!
}

/**
 * Returns SQL that selects the movements of a person's balances in a span, each with its kind. A
 * transfer between the two balances is one movement. A hold gets its kind from its state at the span's
 * end. The statement of a past month therefore never changes.
 */
export function movementsOf(
  { account_id, own }: LedgerOwner,
  { from, until }: Pick<Span, 'from' | 'until'>,
): RawBuilder<unknown> {
  const isDeal = sql`transfer.subject_id <> ${account_id}::uuid`
  return sql`
    select transfer.id, transfer.at, transfer.subject_id, ${kind} as kind,
      ${balanceChangeOf('transfer', own.sales)} as sales_change,
      ${balanceChangeOf('transfer', own.points)} as points_change,
      deal.price, deal.fee, deal.royalty, deal.first_hold
    from ledger_transfer transfer
    left join lateral (
      select sum(amount) filter (where reason in ${dealReasons} or reason in ('royalty', 'fee'))::bigint as price,
        sum(amount) filter (where reason = 'fee')::bigint as fee,
        sum(amount) filter (where reason = 'royalty')::bigint as royalty,
        min(id) filter (where reason = 'hold') as first_hold,
        min(reason) filter (where reason in ${dealReasons}) as deal_reason
      from ledger_transfer part
      where part.subject_id = transfer.subject_id and part.at < ${until.toISOString()}
    ) deal on ${isDeal}
    where ${touches(own)} and transfer.at >= ${from.toISOString()}
      and transfer.at < ${until.toISOString()}`
}

const touches = ({ sales, points }: LedgerAccountIds) => {
  const both = [sales ?? null, points ?? null]
  return sql`(transfer.debit = any(${both}::bigint[]) or transfer.credit = any(${both}::bigint[]))`
}

/** Returns SQL cases that name the statement entry of each deal's reason, for payee or payer. */
const whenReason = (side: 'earned' | 'paid') =>
  sql.join(
    Object.values(dealKinds).map(
      ({ reason, statement }) => sql`when ${sql.lit(reason)} then ${sql.lit(statement[side])}`,
    ),
    sql` `,
  )

const kind = sql`
  case reason ${whenReason('earned')} when 'royalty' then 'royalty'
    when 'hold' then case when deal_reason is not null then case deal_reason ${whenReason('paid')} end
      else 'hold' end
    when 'release' then 'hold'
    when 'payout_hold' then 'payout' when 'payout_return' then 'payout_return'
    when 'payout_cancel' then 'payout_return' when 'payout_stop' then 'payout_return' when 'convert' then 'conversion'
    when 'expire' then 'expiry' when 'coupon' then 'coupon' when 'opening' then 'opening'
    when 'dispute' then 'dispute' when 'debt' then 'debt'
    else 'other' end`
