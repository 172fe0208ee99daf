import { earnedKinds, paidKinds } from '#src/sales/deal/deals.ts'
import { sql } from 'kysely'
import type { Language } from '#core/language.shared.ts'
import { jstTime } from '#core/clock.ts'
import { type Cell, csvStream } from '#core/csv.ts'
import { type Db, inSnapshot } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { taxIn } from '#core/money.ts'
import { ledgerAccountIds } from '#src/ledger/ledger-accounts.ts'
import { kindLabel } from './line-labels.shared.ts'
import { type SpanBalances, changesIn, movementsOf, type LedgerOwner } from './movements.ts'
import { monthsUntil, type Span, spanOf } from './span.ts'
import { verifiedBalances } from './statement.ts'
import type { getStatementYear, LineKind, StatementBalances } from './statement.shared.ts'

const ROWS_AT_ONCE = 1_000

/**
 * Streams every movement of a year as CSV: `GET /statements/{year}/csv`. Verifies the balances before
 * the response begins.
 */
export async function yearFile(
  ctx: Ctx,
  { year }: BodyOf<typeof getStatementYear>,
): Promise<Response> {
  const { account_id } = currentPerson(ctx)
  const span = spanOf(year, ctx.now) ?? fail('not_found')
  const owner = { account_id, own: await ledgerAccountIds(ctx.db, account_id) }
  const ends = await inSnapshot(ctx, async (tx) =>
    verifiedBalances(tx, owner, span, [await changesIn(tx, owner, span)]),
  )
  const parts = partsOf(ctx, owner, span, ends)
  return csvStream(`renban-${year}.csv`, (words[ctx.lang] ?? words.en!).columns, parts)
}

/** Yields the opening balance, then the year's rows by a thousand, then the closing balance. */
async function* partsOf(
  { db, lang, texts, now }: Ctx,
  owner: LedgerOwner,
  span: Span,
  ends: SpanBalances,
) {
  const labels = words[lang] ?? words.en!
  const balance = { ...ends.opening }
  yield [endRow(span.from, labels.opening, balance)]
  for (const month of monthsUntil(now).toReversed()) {
    if (month.from < span.from || month.from >= span.until) continue
    for await (const rows of pagesOf(db, owner, span, month))
      yield rows.map((row) => {
        balance.sales += row.sales_change
        balance.points += row.points_change
        const counterpart = row.counterpart && texts.personName(lang, row.counterpart)
        return cellsOf({ ...row, counterpart }, balance, lang)
      })
  }
  const { sales, points } = ends.closing
  if (span.is_over && (balance.sales !== sales || balance.points !== points))
    throw new Error(`the year of ${owner.account_id} comes to ${JSON.stringify(balance)}`)
  yield [endRow(span.is_over ? new Date(span.until.getTime() - 1) : now, labels.closing, balance)]
}

interface Row {
  id: string
  at: string
  /** The same time with the database's microseconds. */
  moment: string
  /** The movement's subject; null if that is the account itself, as in a conversion. */
  deal: string | null
  kind: LineKind
  sales_change: number
  points_change: number
  price: number | null
  fee: number | null
  royalty: number | null
  withheld: number | null
  title: string | null
  number: number | null
  counterpart: string | null
}
type Place = Pick<Row, 'moment' | 'id'>

/** Yields a month's rows in keyset pages, so the database sorts one month and never the whole year. */
async function* pagesOf(db: Db, owner: LedgerOwner, span: Span, month: Span) {
  let last: Place | undefined
  do {
    const rows = await pageAfter(db, owner, span, month, last)
    if (rows.length > 0) yield rows
    last = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined
  } while (last)
}

async function pageAfter(db: Db, owner: LedgerOwner, span: Span, month: Span, last?: Place) {
  const { from, until } = month
  const begin = last
    ? sql`(at, id) > (${last.moment}::timestamptz, ${last.id}::bigint)`
    : sql`at >= ${from.toISOString()}`
  const { rows } = await sql<Row>`
    with movement as materialized (
      select * from (${movementsOf(owner, span)}) movement
      where at < ${until.toISOString()} and ${begin} order by at, id limit ${ROWS_AT_ONCE}
    )
    select movement.id::text, at, at::text as moment,
      nullif(subject_id, ${owner.account_id}::uuid) as deal, movement.kind, sales_change, points_change,
      case when earns or movement.kind = 'royalty' or first_hold = movement.id then movement.price end as price,
      case when earns then movement.fee when movement.kind = 'payout' then payout.fee end as fee,
      case when earns then movement.royalty end as royalty,
      case movement.kind when 'payout' then withheld else -withheld end as withheld,
      asset.title, purchase.number, other.username as counterpart
    from movement
    cross join lateral (
      select movement.kind = any(${earnedKinds}) and sales_change > 0 as earns
    ) side
    left join purchase on purchase.id = subject_id
    left join asset on asset.kid = purchase.kid
    left join payout on payout.id = subject_id and movement.kind in ('payout', 'payout_return')
    left join account other on other.id = case
      when movement.kind <> all(${[...earnedKinds, ...paidKinds, 'hold']}) then null
      when earns then purchase.buyer else purchase.seller end
    order by movement.at, movement.id
  `.execute(db)
  return rows
}

// oxfmt-ignore
const words: Partial<Record<Language, { opening: string; closing: string; columns: string[] }>> = {
  en: {
    opening: 'Opening balance', closing: 'Closing balance',
    columns: ['Time (Japan)', 'Type', 'Title', 'Number', 'Counterparty', 'Price', 'Fee', 'Royalty', 'Tax in price', 'Tax withheld',
      'Change in sales balance', 'Change in points', 'Sales balance', 'Points', 'Entry number', 'Transaction number'],
  },
  ja: {
    opening: '期首残高', closing: '期末残高',
    columns: ['日時（日本時間）', '種類', '作品名', '番号', '相手', '価格', '手数料', 'ロイヤリティ', '価格のうち消費税', '源泉徴収税額',
      '売上残高の増減', 'ポイントの増減', '売上残高', 'ポイント', '記帳番号', '取引番号'],
  },
}

function endRow(at: Date, label: string, { sales, points }: StatementBalances): Cell[] {
  const none = Array.from({ length: 10 }, () => null)
  return [jstTime(at), label, ...none, sales, points, null, null]
}

function cellsOf(row: Row, { sales, points }: StatementBalances, lang: Language): Cell[] {
  const { at, title, number, counterpart, price, fee, royalty, withheld } = row
  return [
    jstTime(new Date(at)),
    kindLabel(lang, row),
    title,
    number,
    counterpart,
    price,
    fee,
    royalty,
    price === null ? null : taxIn(price),
    withheld,
    row.sales_change,
    row.points_change,
    sales,
    points,
    Number(row.id),
    row.deal,
  ]
}
