import { dealReasons, isOfCopies } from '#src/sales/deal/deals.ts'
import { sql } from 'kysely'
import { addSeconds, jstMonth, jstMonthStart } from '#core/clock.ts'
import type { Db } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import {
  amountNames,
  type Amounts,
  type BrandSums,
  type listTransactionStatistics,
  type Statistics,
  type TitleSums,
} from './statistics.shared.ts'
import { titlesFile } from './titles-file.ts'

const BRANDS_MAX = 20 // as many as the chart can show
const OVER_A_MONTH_SECONDS = 32 * DAY_SECONDS

/**
 * Returns a month's deals by brand and title: `GET /statistics/transactions`, as JSON or as a CSV file.
 * Refuses `creators_only`.
 */
export async function listTransactions(
  ctx: Ctx,
  input: BodyOf<typeof listTransactionStatistics>,
): Promise<Statistics | Response> {
  const { role, account_id } = currentPerson(ctx)
  if (role === 'STANDARD_USER') fail('creators_only')
  const creator = role === 'ADMIN' ? undefined : account_id
  const now = jstMonth(ctx.now)
  const { month = now, format, offset, limit } = input
  const titles = await titleSums(ctx.db, month, creator)
  if (format === 'csv') return titlesFile(ctx.lang, month, titles)
  return {
    month,
    months: monthsBack(now, await firstMonth(ctx.db, creator)),
    items: titles.slice(offset, offset + limit),
    total: titles.length,
    totals: sumOf(titles),
    brands: brandSums(titles).slice(0, BRANDS_MAX),
  }
}

/**
 * Sums the settled purchases of a month by title, with the yen from the ledger. The price is what left
 * the buyer's hold. The creator's share is the net of a primary sale or the royalty of a secondary one;
 * rentals likewise. A title counts for its current brand.
 */
async function titleSums(db: Db, month: string, creator: string | undefined): Promise<TitleSums[]> {
  const start = jstMonthStart(month)
  const end = jstMonthStart(jstMonth(addSeconds(start, OVER_A_MONTH_SECONDS)))
  const { rows } = await sql<TitleSums>`
    with deal as (
      select purchase.kid, sum(amount) as price,
        purchase.kind || '_' || purchase.deal as kind,
        sum(amount) filter (where case purchase.kind when 'primary' then reason in ${dealReasons}
          else reason = 'royalty' end) as to_creator
      from purchase join ledger_transfer on subject_id = purchase.id
      where status = 'settled' and ${isOfCopies} and (reason in ${dealReasons} or reason in ('royalty', 'fee'))
        and settled_at >= ${start.toISOString()} and settled_at < ${end.toISOString()}
        and ${ownedBy(creator)}
      group by purchase.id
    )
    select brand_id, brand.name as brand_name, asset.kid, title,
      ${sql.join(KINDS.map(columnsOf))},
      count(*) as sale_count, sum(price)::bigint as total_price,
      coalesce(sum(to_creator), 0)::bigint as distribution_to_creator
    from deal join asset on asset.kid = deal.kid left join brand on brand.id = brand_id
    group by asset.kid, brand.id order by brand_name nulls last, brand_id, title, asset.kid
  `.execute(db)
  return rows
}

const KINDS = ['primary_sale', 'secondary_sale', 'primary_rental', 'secondary_rental'] as const

const columnsOf = (kind: (typeof KINDS)[number]) => sql`
  coalesce(sum(price) filter (where deal.kind = ${kind}), 0)::bigint as ${sql.ref(kind)},
  count(*) filter (where deal.kind = ${kind}) as ${sql.ref(`${kind}_count`)}`

const ownedBy = (creator: string | undefined) =>
  creator === undefined ? sql`true` : sql`purchase.creator = ${creator}`

async function firstMonth(db: Db, creator: string | undefined): Promise<string | undefined> {
  const { rows } = await sql<{ first: string | null }>`
    select min(settled_at) as first from purchase
    where status = 'settled' and ${isOfCopies} and ${ownedBy(creator)}
  `.execute(db)
  const first = rows[0]?.first
  return first ? jstMonth(new Date(first)) : undefined
}

function monthsBack(last: string, first = last): string[] {
  const months = [last]
  for (let month = last; month > first; months.push(month))
    month = jstMonth(addSeconds(jstMonthStart(month), -1))
  return months
}

function brandSums(titles: TitleSums[]): BrandSums[] {
  const brands = Map.groupBy(titles, ({ brand_id }) => brand_id)
  return [...brands.values()]
    .map((ofBrand) => {
      const { brand_id, brand_name } = ofBrand[0]!
      return { brand_id, brand_name, ...sumOf(ofBrand) }
    })
    .toSorted((a, b) => b.total_price - a.total_price)
}

function sumOf(rows: Amounts[]): Amounts {
  const sum = (name: keyof Amounts) => rows.reduce((all, row) => all + row[name], 0)
  return Object.fromEntries(amountNames.map((name) => [name, sum(name)])) as Amounts
}
