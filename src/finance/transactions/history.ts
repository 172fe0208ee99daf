import { earnedKinds, paidKinds } from '#src/sales/deal/deals.ts'
import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { taxIn } from '#core/money.ts'
import { HISTORY_FROM, monthSpan } from '#src/finance/statement/span.ts'
import { balanceChangeOf, ledgerAccountIds } from '#src/ledger/ledger-accounts.ts'
import {
  type EntryFilter,
  type EntryOwner,
  headsOf,
  joinedKinds,
  joinedReasons,
  tradeOf,
} from './heads.ts'
import {
  dealEntryKinds,
  type Entry,
  entryKinds,
  type EntryKind,
  type getPointDetail,
  type listPointDetails,
  type listTransactions,
} from './history.shared.ts'

const COUNTED_AT_ONCE = 1_000

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
  const filter = { kinds: entryKinds, from: HISTORY_FROM, id }
  const [entry] = await entriesOf(ctx.db, await ownerOf(ctx), filter, { limit: 1, offset: 0 })
  return entry ?? fail('not_found')
}

async function ownerOf(ctx: Ctx): Promise<EntryOwner> {
  const { account_id } = currentPerson(ctx)
  return { account_id, own: await ledgerAccountIds(ctx.db, account_id) }
}

type Part = { month?: string | undefined; limit: number; offset: number }

async function pageOf(ctx: Ctx, kinds: readonly EntryKind[], { month, ...part }: Part) {
  const owner = await ownerOf(ctx)
  const filter = { kinds, ...filterOf(month) }
  const items = await entriesOf(ctx.db, owner, filter, part)
  const most = COUNTED_AT_ONCE * (Math.floor((part.offset + part.limit) / COUNTED_AT_ONCE) + 1)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from (select from (${headsOf(owner, filter, most + 1)}) heads limit ${most + 1}) counted
  `.execute(ctx.db)
  const { n } = rows[0]!
  return { items, total: Math.min(n, most), total_is_capped: n > most }
}

function filterOf(month: string | undefined): Pick<EntryFilter, 'from' | 'to'> {
  if (!month) return { from: HISTORY_FROM }
  const { from, until } = monthSpan(month)
  return { from, to: until }
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
  owner: EntryOwner,
  filter: EntryFilter,
  { limit, offset }: Omit<Part, 'month'>,
) {
  const heads = headsOf(owner, filter, limit + offset)
  const { account_id, own } = owner
  const hold = own.hold ?? null
  const { rows } = await sql<Row>`
    select case head.id when 0 then head.subject_id::text else head.id::text end as id, head.at, head.kind,
      asset.kid, asset.title, coalesce(purchase.number, trade.number) as number,
      ${balanceChangeOf('head', own.sales)} + coalesce(rest.sales, 0)::bigint as sales_change,
      ${balanceChangeOf('head', own.points)} + coalesce(rest.points, 0)::bigint as points_change,
      case head.debit when ${hold}::bigint then coalesce(rest.card, 0)::bigint else 0 end as card_amount,
      coalesce(payout.fee, rest.fee, 0)::bigint as fee,
      coalesce(other.username, trade.username) as counterpart, head.subject_id,
      price, platform_fee, royalty, net
    from (select * from (${heads}) heads order by at desc, id desc, subject_id desc limit ${limit} offset ${offset}) head
    left join lateral (
      select sum(${balanceChangeOf('transfer', own.sales)}) as sales, sum(${balanceChangeOf('transfer', own.points)}) as points,
        sum(amount) filter (where reason = 'card' and credit = ${hold}::bigint) as card,
        sum(amount) filter (where reason = 'payout_fee') as fee
      from ledger_transfer transfer
      where transfer.subject_id = head.subject_id and reason = any(${joinedReasons})
    ) rest on head.kind = any(${joinedKinds})
    left join purchase on purchase.id = head.subject_id and head.kind = any(${[...dealEntryKinds, 'dispute']})
    left join lateral (${tradeOf(account_id)}) trade on head.id = 0
    left join asset on asset.kid = coalesce(purchase.kid, trade.kid)
    left join payout on payout.id = head.subject_id and head.kind = 'payout'
    left join account other on other.id =
      case when head.kind <> all(${[...earnedKinds, ...paidKinds]}) then null
        when purchase.buyer = purchase.seller then null
        when head.debit = ${hold}::bigint then purchase.seller else purchase.buyer end
    order by head.at desc, head.id desc, head.subject_id desc
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
