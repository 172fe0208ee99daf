import { earnedKinds, paidKinds } from '#src/sales/deal/deals.ts'
import { sql } from 'kysely'
import { addSeconds, jstMonthStart, jstMonth } from '#core/clock.ts'
import type { Db } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { taxIn } from '#core/money.ts'
import {
  balanceChangeOf,
  type LedgerAccountIds,
  ledgerAccountIds,
} from '#src/ledger/ledger-accounts.ts'
import { headsOf, joinedKinds, joinedReasons, type EntryFilter } from './heads.ts'
import {
  dealEntryKinds,
  type Entry,
  entryKinds,
  type EntryKind,
  type getPointDetail,
  type listPointDetails,
  type listTransactions,
} from './history.shared.ts'

const HISTORY_FROM = new Date('2023-04-12T00:00:00+09:00')
const COUNTED_AT_ONCE = 1_000
const MONTH_SECONDS = 31 * DAY_SECONDS // from the first of a month into the next one

/** Lists the caller's entries: `GET /point_details`. */
export function list(ctx: Ctx, { kind, ...part }: BodyOf<typeof listPointDetails>) {
  return pageOf(ctx, kind ? [kind] : entryKinds, part)
}

/** Lists the caller's deals in copies: `GET /transactions`. */
export function listDeals(ctx: Ctx, { type, ...part }: BodyOf<typeof listTransactions>) {
  return pageOf(ctx, type ? [type] : dealEntryKinds, part)
}

/** Returns one of the caller's entries. Refuses `not_found`, also for another person's entry. */
export async function get(ctx: Ctx, { id }: BodyOf<typeof getPointDetail>): Promise<Entry> {
  const own = await ledgerAccountIds(ctx.db, currentPerson(ctx).account_id)
  const filter = { kinds: entryKinds, from: HISTORY_FROM, id }
  const [entry] = await entriesOf(ctx.db, own, filter, { limit: 1, offset: 0 })
  return entry ?? fail('not_found')
}

type Part = { month?: string | undefined; limit: number; offset: number }

async function pageOf(ctx: Ctx, kinds: readonly EntryKind[], { month, ...part }: Part) {
  const own = await ledgerAccountIds(ctx.db, currentPerson(ctx).account_id)
  const filter = { kinds, ...spanOf(month) }
  const items = await entriesOf(ctx.db, own, filter, part)
  const most = COUNTED_AT_ONCE * (Math.floor((part.offset + part.limit) / COUNTED_AT_ONCE) + 1)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from (select from (${headsOf(own, filter, most + 1)}) heads limit ${most + 1}) counted
  `.execute(ctx.db)
  const { n } = rows[0]!
  return { items, total: Math.min(n, most), total_is_capped: n > most }
}

function spanOf(month: string | undefined): Pick<EntryFilter, 'from' | 'to'> {
  if (!month) return { from: HISTORY_FROM }
  const start = jstMonthStart(month)
  const from = start > HISTORY_FROM ? start : HISTORY_FROM
  return { from, to: jstMonthStart(jstMonth(addSeconds(start, MONTH_SECONDS))) }
}

type Row = Omit<Entry, 'amount' | 'balance_used' | 'shares'> & {
  price: number | null
  platform_fee: number
  royalty: number
  net: number
}

/** Returns a page of entries. Limits the heads to the page first, and joins details to those only. */
async function entriesOf(
  db: Db,
  own: LedgerAccountIds,
  filter: EntryFilter,
  { limit, offset }: Omit<Part, 'month'>,
) {
  const heads = headsOf(own, filter, limit + offset)
  const hold = own.hold ?? null
  const { rows } = await sql<Row>`
    select head.id::text, head.at, head.kind, purchase.kid, asset.title, purchase.number,
      ${balanceChangeOf('head', own.sales)} + coalesce(rest.sales, 0)::bigint as sales_change,
      ${balanceChangeOf('head', own.points)} + coalesce(rest.points, 0)::bigint as points_change,
      case head.debit when ${hold}::bigint then coalesce(rest.card, 0)::bigint else 0 end as card_amount,
      coalesce(payout.fee, rest.fee, 0)::bigint as fee,
      other.username as counterpart, head.subject_id,
      price, platform_fee, royalty, net
    from (select * from (${heads}) heads order by at desc, id desc limit ${limit} offset ${offset}) head
    left join lateral (
      select sum(${balanceChangeOf('transfer', own.sales)}) as sales, sum(${balanceChangeOf('transfer', own.points)}) as points,
        sum(amount) filter (where reason = 'card' and credit = ${hold}::bigint) as card,
        sum(amount) filter (where reason = 'payout_fee') as fee
      from ledger_transfer transfer
      where transfer.subject_id = head.subject_id and reason = any(${joinedReasons})
    ) rest on head.kind = any(${joinedKinds})
    left join purchase on purchase.id = head.subject_id and head.kind = any(${[...dealEntryKinds, 'dispute']})
    left join asset on asset.kid = purchase.kid
    left join payout on payout.id = head.subject_id and head.kind = 'payout'
    left join account other on other.id =
      case when head.kind <> all(${[...earnedKinds, ...paidKinds]}) then null
        when purchase.buyer = purchase.seller then null
        when head.debit = ${hold}::bigint then purchase.seller else purchase.buyer end
    order by head.at desc, head.id desc
  `.execute(db)
  return rows.map(entryFrom)
}

function entryFrom({ price, platform_fee, royalty, net, ...row }: Row): Entry {
  const amount = row.sales_change + row.points_change
  const isPayer = paidKinds.includes(row.kind) && amount < 0
  return {
    ...row,
    amount,
    balance_used: isPayer ? -amount : 0,
    shares: price === null ? null : { price, platform_fee, royalty, net, tax: taxIn(price) },
  }
}
