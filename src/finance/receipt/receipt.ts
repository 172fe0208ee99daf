import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { isInvoiceNumber } from '#src/platform/settings/invoice-number.shared.ts'
import { settingsBefore } from '#src/platform/settings/settings.ts'
import {
  type getReceipt,
  type Receipt,
  type ReceiptLine,
  taxOf,
  totalOf,
} from './receipt.shared.ts'
import { registeredAt } from './invoice-registration.ts'

const PLATFORM = 'Renban' // until the operator's name is set

interface Paid {
  id: string
  reference: number
  status: string
  buyer: string
  seller: string
  seller_id: string
  paid_at: string
  refunded_at: string | null
  card: number
  sales_balance: number
  points: number
  line: Omit<ReceiptLine, 'tax_percent'>
  rental_period_seconds: number | null
  began_at: string | null
  ends_at: string | null
  start_by: string | null
  started_at: string | null
  /** The copies of a free distribution. */
  given: number | null
  is_top_up: boolean
}

/**
 * Computes a receipt from the purchase and its transfers. Edition, settings and the seller's
 * registration are those at the time of payment. Title and usernames are the current ones.
 */
export async function get(ctx: Ctx, { purchase_id }: BodyOf<typeof getReceipt>): Promise<Receipt> {
  const paid =
    (await paidPurchase(ctx.db, purchase_id, currentPerson(ctx).account_id)) ?? fail('not_found')
  const { card, sales_balance, points, paid_at, refunded_at } = paid
  const [{ operator }, registration] = await Promise.all([
    settingsBefore(ctx.db, new Date(paid_at)),
    registeredAt(ctx.db, paid.seller_id, paid_at),
  ])
  const { name, address, phone, email, invoice_number } = operator
  const is_refunded = paid.status !== 'settled'
  const issuer = name || PLATFORM
  const isOfficial = !is_refunded && isInvoiceNumber(invoice_number)
  // The operator itself sells the service of a free distribution.
  const seller =
    paid.given === null ? registration : isOfficial && { name: issuer, number: invoice_number }
  const is_qualified = isOfficial && Boolean(seller)
  const lines = [{ ...paid.line, tax_percent: 10 as const }]
  const { rental_period_seconds: seconds, began_at, ends_at, start_by, started_at } = paid
  return {
    purchase_id,
    reference: `R-${String(paid.reference).padStart(6, '0')}`,
    paid_at,
    is_refunded,
    refunded_at,
    is_qualified,
    buyer: paid.buyer,
    seller:
      is_qualified && seller
        ? { name: seller.name, invoice_number: seller.number }
        : { name: paid.given === null ? paid.seller : issuer, invoice_number: null },
    issuer: {
      name: issuer,
      address,
      phone,
      email,
      invoice_number: is_qualified ? invoice_number : null,
    },
    lines,
    rental: seconds === null ? null : { seconds, began_at, ends_at, start_by, started_at },
    distribution: paid.given === null ? null : { copies: paid.given },
    is_top_up: paid.is_top_up,
    total: totalOf(lines),
    tax: taxOf(lines),
    card,
    sales_balance,
    points,
  }
}

/**
 * Returns the buyer's purchase if it was paid. Of a payment that came too late and is refunded, only the
 * card's part was charged.
 */
async function paidPurchase(db: Db, id: string, buyer: string): Promise<Paid | undefined> {
  const { rows } = await sql<Paid>`
    select purchase.id, reference, purchase.status, buyer.username as buyer, seller.username as seller,
      purchase.seller as seller_id, coalesce(settled_at, charged.at) as paid_at,
      case purchase.status when 'refunded' then coalesce(refund.at, returned.at) end as refunded_at, card_amount as card,
      case when settled_at is null then 0 else sales_used end as sales_balance,
      case when settled_at is null then 0 else points_used end as points,
      rental_period_seconds, began_at, ends_at, start_by, started_at, distribution.copies as given,
      traded.id is not null as is_top_up,
      json_build_object('kid', asset.kid, 'title', asset.title, 'number', purchase.number,
        'of', issued.last_number,
        'price', case when settled_at is null then card_amount else price end) as line
    from purchase join asset on asset.kid = purchase.kid
    join account buyer on buyer.id = buyer join account seller on seller.id = seller
    left join rental on rental.id = purchase.id
    left join trade_offer traded on traded.id = purchase.id
    left join lateral (
      select count(*) as copies from listing first join listing on listing.batch = first.batch
      where first.id = purchase.listing_id and listing.created_at = first.created_at
      having purchase.buyer = purchase.seller
    ) distribution on true
    left join ledger_transfer charged on charged.subject_id = purchase.id and charged.reason = 'card'
    cross join lateral (
      select max(at) as at from ledger_transfer
      where subject_id = purchase.id and reason = 'refund'
    ) refund
    cross join lateral (
      select max(at) as at from ledger_transfer
      where subject_id = purchase.id and reason = 'fee_return'
    ) returned
    cross join lateral (
      select max(first_number + copies) - 1 as last_number from issue_batch
      where kid = asset.kid and at <= coalesce(settled_at, charged.at)
    ) issued
    where purchase.id = ${id} and buyer = ${buyer} and price > 0
      and (settled_at is not null or charged.at is not null)
      and purchase.status in ('settled', 'refunding', 'refunded')
  `.execute(db)
  return rows[0]
}
