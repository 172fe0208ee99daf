import { auditBreaks } from './audit-breaks.ts'
import { dealReasons, isRecorded } from '#src/sales/deal/deals.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { freeRentalInvariants } from '#src/sales/free-rental/free-rental-invariants.ts'
import { downloadInvariants } from '#src/media/downloads/download-invariants.ts'
import { loanInvariants } from '#src/sales/loan/loan-invariants.ts'
import { giftInvariants } from '#src/sales/gift/gift-invariants.ts'
import { matchingInvariants } from '#src/sales/matching/matching-invariants.ts'
import { tradeInvariants } from '#src/sales/trade/trade-invariants.ts'
import { distributionInvariants } from '#src/sales/distribution/distribution-invariants.ts'
import { rentalInvariants } from '#src/sales/rental/rental-invariants.ts'

const ROWS_MAX = 100

export type Row = Record<string, unknown>

/** An invariant that does not hold, as a sentence, with the rows that break it. */
export interface Difference {
  sentence: string
  rows: Row[]
}

/**
 * The invariants of money and ownership. Each sentence has the query that selects the rows breaking
 * it. They are checked after every test, hourly in production, and on an operator's request.
 */
export const invariants: Record<string, RawBuilder<Row>> = {
  'each entry of the audit log follows from the one before': auditBreaks,
  'a stored balance is the sum of its transfers': sql`
    select account.id from ledger_account account where balance is not null and balance <>
      (select coalesce(sum(amount), 0) from ledger_transfer where credit = account.id)
      - (select coalesce(sum(amount), 0) from ledger_transfer where debit = account.id)`,
  'the balance on hold is the sum of what open purchases hold': sql`
    select account_id from ledger_account account where kind = 'hold' and balance <>
      (select coalesce(sum(case status when 'reserved' then points_used + sales_used
                           when 'refunding' then card_amount else 0 end), 0)
       from purchase where buyer = account.account_id)`,
  'the balance set aside for payouts is the sum of open payouts and their fees': sql`
    select account_id from ledger_account account where kind = 'payout' and balance <>
      (select coalesce(sum(amount + fee), 0) from payout
       where payout.account_id = account.account_id and status = 'reserved')`,
  'an ended payout holds nothing, and a processed payout was paid': sql`
    select payout.id from payout where status <> 'reserved' and (
      (select sum(case when credit.kind = 'payout' then amount else -amount end)
       from ledger_transfer transfer join ledger_account credit on credit.id = transfer.credit
       where subject_id = payout.id) <> 0
      or (case status when 'processed' then payout.amount - withheld else 0 end,
          case status when 'processed' then withheld else 0 end) <>
        (select coalesce(sum(amount) filter (where reason = 'payout'), 0),
                coalesce(sum(amount) filter (where reason = 'withholding'), 0)
         from ledger_transfer where subject_id = payout.id))`,
  'the number of a copy lies within its edition': sql`
    select serial.kid from serial join asset using (kid)
    where number < first_number or number >= first_number + copies_count`,
  'a published title has all its copies': sql`
    select kid from asset where published_at is not null and copies_count <>
      (select count(*) from serial where serial.kid = asset.kid)`,
  'a listing is sold once': sql`
    select listing_id from purchase where status = 'settled' and transfers_copy
    group by 1 having count(*) > 1`,
  'every sold listing has a settled purchase, and the other way round': sql`
    select coalesce(sold.id, purchase.listing_id) as id
    from (select id from listing where status = 'sold') sold
    full join (select listing_id from purchase
        where status = 'settled' and transfers_copy) purchase
      on purchase.listing_id = sold.id
    where sold.id is null or purchase.listing_id is null`,
  'a copy on offer belongs to its seller': sql`
    select listing.id from listing join serial using (asset_token_id)
    where listing.status in ('preparing', 'open') and seller <> owner`,
  'a copy belongs to its last buyer unless it changed hands since': sql`
    select serial.asset_token_id from serial join purchase using (asset_token_id)
    where purchase.status = 'settled' and transfers_copy
      and settled_at > owned_since and buyer <> owner`,
  'all copies of an order have the same buyer and status': sql`
    select order_id from purchase group by order_id
    having count(distinct status) > 1 or count(distinct buyer) > 1`,
  'a settled purchase is recorded once in the provenance of its copy': sql`
    select purchase.id from purchase where status = 'settled' and (${isRecorded})::int <>
      (select count(*) from provenance_event event
       where event.asset_token_id = purchase.asset_token_id and subject_id = purchase.id
         and event.kind <> 'trade')`,
  'the transfers of a settled purchase add up to its price': sql`
    select purchase.id from purchase where status = 'settled' and price <>
      (select coalesce(sum(amount), 0) from ledger_transfer
       where subject_id = purchase.id and (reason in ${dealReasons} or reason in ('royalty', 'fee')))`,
  'an ended purchase holds nothing': sql`
    select purchase.id from purchase where status not in ('reserved', 'refunding') and 0 <>
      (select coalesce(sum(case when credit.kind = 'hold' then amount else 0 end
                         - case when debit.kind = 'hold' then amount else 0 end), 0)
       from ledger_transfer transfer
       join ledger_account credit on credit.id = transfer.credit
       join ledger_account debit on debit.id = transfer.debit
       where subject_id = purchase.id)`,
  'a frozen copy is not on offer and belongs to the buyer of a disputed purchase': sql`
    select asset_token_id from serial
    where (frozen_at is not null) <> (
        exists (select from dispute join purchase using (order_id)
          where dispute.status = 'open' and purchase.status = 'settled'
            and purchase.asset_token_id = serial.asset_token_id and buyer = owner
            and transfers_copy and owned_since in (settled_at, (select max(event.at)
              from provenance_event event join dispute other on other.id = subject_id
              where event.asset_token_id = serial.asset_token_id
                and other.order_id = purchase.order_id))
            and not exists (select from coupon join coupon_batch batch on batch.id = batch_id
              where coupon.asset_token_id = serial.asset_token_id
              and batch.created_at >= settled_at)))
      or (frozen_at is not null and exists (select from listing
        where listing.asset_token_id = serial.asset_token_id and status in ('preparing', 'open')))`,
  'a dispute posted its amount only if it was lost, and its fee once it was decided': sql`
    select order_id from dispute group by order_id having
      (sum(case status when 'lost' then amount else 0 end),
        sum(case status when 'open' then 0 else fee end))
      <> (select coalesce(sum(case card.id when credit then amount else -amount end)
              filter (where reason = 'dispute'), 0),
            coalesce(sum(case card.id when credit then amount else -amount end)
              filter (where reason = 'dispute_fee'), 0)
          from ledger_transfer transfer
          join ledger_account card on card.id in (debit, credit) and card.kind = 'card'
          where subject_id in (select id from purchase where order_id = dispute.order_id))`,
  'a person with a debt has no earnings left': sql`
    select account_id from ledger_account where kind in ('debt', 'sales') and balance > 0
    group by account_id having count(*) > 1`,
  'the debts of all people add up to what the platform is owed': sql`
    select 'owed' as kind where
      (select coalesce(sum(balance), 0) from ledger_account where kind = 'debt') <>
      (select coalesce(sum(case debit when owed.id then amount else -amount end), 0)
       from ledger_account owed left join ledger_transfer on owed.id in (debit, credit)
       where owed.kind = 'owed')`,
  'a copy held for a coupon is held for only one, belongs to its issuer and is not on offer': sql`
    select asset_token_id from coupon join coupon_batch batch on batch.id = batch_id
    join serial using (asset_token_id) where coupon.status in ('valid', 'occupied')
    group by asset_token_id, owner having count(*) > 1 or bool_or(issuer <> owner)
      or exists (select from listing where listing.asset_token_id = coupon.asset_token_id
        and status in ('preparing', 'open'))`,
  'a used coupon gave its points or copy once, and an unused coupon nothing': sql`
    select coupon.id from coupon join coupon_batch batch on batch.id = batch_id
    where (case when coupon.status = 'used' then coalesce(points, 0) else 0 end) <>
        (select coalesce(sum(amount), 0) from ledger_transfer
         where subject_id = coupon.id and reason = 'coupon')
      or (coupon.status = 'used' and coupon.asset_token_id is not null)::int <>
        (select count(*) from provenance_event event
         where event.asset_token_id = coupon.asset_token_id and subject_id = coupon.id
           and kind = 'coupon')`,
  'the stored counts and prices of a title’s offers match its listings': sql`
    select asset.kid from asset left join asset_offer offer using (kid) cross join lateral (
      select count(*) filter (where status = 'preparing') as preparing,
        count(*) filter (where status = 'open' and kind = 'sale') as sale,
        count(*) filter (where status = 'open' and kind = 'rental') as rental,
        count(*) filter (where status = 'open' and kind = 'trade') as trade,
        count(*) filter (where status = 'open' and kind not in ('sale', 'rental', 'trade')) as other,
        count(*) filter (where status = 'sold') as sold,
        min(sale_price) filter (where status = 'open') as min_sale,
        max(sale_price) filter (where status = 'open') as max_sale,
        min(rent_price) filter (where status = 'open' and kind = 'rental') as min_rent,
        max(rent_price) filter (where status = 'open' and kind = 'rental') as max_rent
      from listing where listing.kid = asset.kid
    ) counted
    where (offer.preparing, offer.sale, offer.rental, offer.trade, offer.other, offer.sold,
        min_sale_price, max_sale_price, min_rent_price, max_rent_price)
      is distinct from (counted.preparing, counted.sale, counted.rental, counted.trade, counted.other, counted.sold,
        min_sale, max_sale, min_rent, max_rent)`,
  'the provenance head of a copy has the number of its records': sql`
    select head.asset_token_id from provenance_head head where n <>
      (select count(*) from provenance_event event where event.asset_token_id = head.asset_token_id)`,
  'the log has as many records as its newest checkpoint says, without a gap': sql`
    select size from
      (select coalesce((select size from log_checkpoint order by id desc limit 1), 0) as size) signed,
      (select count(log_index) as records, coalesce(max(log_index) + 1, 0) as next
       from provenance_event where log_index is not null) log
    where size <> records or size <> next`,
  'every copy has a provenance record': sql`
    select serial.asset_token_id from serial
    left join provenance_head head using (asset_token_id) where coalesce(head.n, 0) < 1`,
  ...rentalInvariants,
  ...tradeInvariants,
  ...matchingInvariants,
  ...distributionInvariants,
  ...freeRentalInvariants,
  ...downloadInvariants,
  ...giftInvariants,
  ...loanInvariants,
}

/**
 * Returns the invariants that do not hold, each with the first 100 rows that break it. Call it in a
 * snapshot. Each is a statement of its own: with millions of sales one for all takes longer than a
 * connection may be silent.
 */
export async function differencesIn(tx: Tx | Db): Promise<Difference[]> {
  const found: Difference[] = []
  for (const sentence of Object.keys(invariants)) {
    const rows = await breaking(tx, sentence)
    if (rows.length > 0) found.push({ sentence, rows })
  }
  return found
}

/** Returns the first 100 rows that break an invariant. */
export async function breaking(tx: Tx | Db, sentence: string): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(broken) as row from (${invariants[sentence]!}) as broken
    order by broken::text limit ${ROWS_MAX}`.execute(tx)
  return rows.map(({ row }) => row)
}
