import { earnedKinds, paidKinds } from '#src/sales/deal/deals.ts'
import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { movementsOf, type LedgerOwner } from './movements.ts'
import type { Span } from './span.ts'
import type { Line } from './statement.shared.ts'

export const LINES_MAX = 200

/**
 * Returns the lines of a span, oldest first, one per deal. Over 200 deals are summed by kind and title.
 * Keeps the 199 lines with the largest amounts if over 200 remain; the rest become one line per kind.
 */
export async function linesOf(tx: Tx, owner: LedgerOwner, span: Span) {
  const { rows } = await sql<Line>`
    with movement as (${movementsOf(owner, span)}), deal as (
      select kind, subject_id, min(at) as at, min(id) as first_id, price, fee, royalty,
        case subject_id when ${owner.account_id}::uuid then id end as own_id,
        sum(sales_change) as sales_change, sum(points_change) as points_change
      from movement group by kind, subject_id, price, fee, royalty, own_id
      having sum(sales_change) <> 0 or sum(points_change) <> 0
    ), detailed as (
      select deal.*, purchase.kid, asset.title, purchase.number, other.username as counterpart,
        case deal.kind when 'payout' then payout.fee end as payout_fee,
        case deal.kind when 'payout' then withheld else -withheld end as withheld, count(*) over () as deals,
        deal.kind = any(${earnedKinds}) and sales_change > 0 as earns
      from deal left join purchase on purchase.id = subject_id
      left join asset on asset.kid = purchase.kid
      left join payout on payout.id = subject_id and deal.kind in ('payout', 'payout_return')
      left join account other on other.id = case when purchase.buyer = purchase.seller
        or deal.kind <> all(${[...earnedKinds, ...paidKinds, 'hold']})
        then null when deal.kind = any(${earnedKinds}) and sales_change > 0
        then purchase.buyer else purchase.seller end
    )
    select kind, kid, title, count(*) as count, min(at) as at,
      case count(*) when 1 then min(number) end as number,
      case count(*) when 1 then min(counterpart) end as counterpart,
      coalesce(sum(price) filter (where kind = any(${[...earnedKinds, ...paidKinds, 'royalty']})), 0)::bigint as price,
      coalesce(sum(case when earns then fee else payout_fee end), 0)::bigint as fee,
      coalesce(sum(royalty) filter (where earns), 0)::bigint as royalty,
      coalesce(sum(withheld), 0)::bigint as withheld,
      sum(sales_change)::bigint as sales_change, sum(points_change)::bigint as points_change
    from detailed
    group by kind, kid, title, deals, case when deals <= ${LINES_MAX} then (subject_id, own_id) end
    order by min(at), min(first_id)
  `.execute(tx)
  const deals = rows.reduce((all, { count }) => all + count, 0)
  return { is_grouped: deals > LINES_MAX, lines: rows.length > LINES_MAX ? foldLines(rows) : rows }
}

/** Keeps the 199 lines with the largest amounts and sums the rest into one line per kind. */
export function foldLines(lines: Line[]): Line[] {
  const largest = lines.toSorted((a, b) => moved(b) - moved(a))
  const kept = new Set(largest.slice(0, LINES_MAX - 1))
  const rest = Map.groupBy(
    lines.filter((line) => !kept.has(line)),
    ({ kind }) => kind,
  )
  return [...lines.filter((line) => kept.has(line)), ...[...rest.values()].map(sumOf)]
}

const moved = ({ sales_change, points_change }: Line) =>
  Math.abs(sales_change) + Math.abs(points_change)

const sumOf = (lines: Line[]): Line =>
  lines.reduce((all, line) => ({
    kind: all.kind,
    at: all.at,
    kid: null,
    title: null,
    number: null,
    counterpart: null,
    count: all.count + line.count,
    price: all.price + line.price,
    fee: all.fee + line.fee,
    royalty: all.royalty + line.royalty,
    withheld: all.withheld + line.withheld,
    sales_change: all.sales_change + line.sales_change,
    points_change: all.points_change + line.points_change,
  }))
