import type { Tx } from '#core/database/db.ts'
import { job, enqueueAll } from '#core/jobs.ts'
import { type Ledger, post, type Transfer } from '#src/ledger/ledger.ts'
import { sell } from '#src/sales/listing/listing.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { giveSerials } from '#src/catalog/serial/give.ts'
import { begin } from '#src/catalog/rental-period/rental-period.ts'

export const mailPurchase = job<{ id: string }>('purchase.mail')

/** What settlement needs of a purchase: the row as it is stored. */
export interface Settling {
  id: string
  order_id: string
  buyer: string
  seller: string
  creator: string
  kid: string
  asset_token_id: string
  number: number
  listing_id: string
  kind: string
  /** Of what is rented; null: the copy itself is bought. */
  rental_period_seconds: number | null
  points_used: number
  sales_used: number
  card_amount: number
  platform_fee: number
  royalty: number
  net: number
}

/** Sets a buyer's part aside until the purchase is settled or released. */
export const holdTransfers = (of: Settling): Transfer[] => [
  within(of, 'points', 'hold', of.points_used, 'hold'),
  within(of, 'sales', 'hold', of.sales_used, 'hold'),
]

/** Gives it back to where it came from. */
export const releaseTransfers = (of: Settling): Transfer[] => [
  within(of, 'hold', 'points', of.points_used, 'release'),
  within(of, 'hold', 'sales', of.sales_used, 'release'),
]

/** What the card paid joins what was held, and the whole price goes to its three shares. */
export function settleTransfers(of: Settling): Transfer[] {
  const hold = { account_id: of.buyer, kind: 'hold' } as const
  const to = (account_id: string) => ({ account_id, kind: 'sales' }) as const
  const deal = { subject_id: of.id }
  const reason = of.rental_period_seconds ? 'rental' : 'sale'
  return [
    { ...deal, debit: { kind: 'card' }, credit: hold, amount: of.card_amount, reason: 'card' },
    { ...deal, debit: hold, credit: to(of.seller), amount: of.net, reason },
    { ...deal, debit: hold, credit: to(of.creator), amount: of.royalty, reason: 'royalty' },
    { ...deal, debit: hold, credit: { kind: 'fees' }, amount: of.platform_fee, reason: 'fee' },
  ]
}

function within(
  { id, buyer }: Settling,
  from: 'points' | 'sales' | 'hold',
  to: 'points' | 'sales' | 'hold',
  amount: number,
  reason: string,
): Transfer {
  const side = (kind: typeof from) => ({ account_id: buyer, kind })
  return { debit: side(from), credit: side(to), amount, reason, subject_id: id }
}

/**
 * Settles purchases as one set: money, copies, listings, records and mails, in the transaction that
 * moved them to `settled`. `first`: transfers that come before (what an all-balance purchase holds).
 */
export async function settle(
  tx: Tx,
  purchases: Settling[],
  ledger: Ledger,
  at: Date,
  first: Transfer[] = [],
) {
  if (purchases.length === 0) return
  await post(tx, ledger, [...first, ...purchases.flatMap(settleTransfers)], at)
  const rented = purchases.filter(({ rental_period_seconds }) => rental_period_seconds)
  const sold = purchases.filter(({ rental_period_seconds }) => !rental_period_seconds)
  const given = sold.map(({ asset_token_id, buyer }) => ({ asset_token_id, to: buyer }))
  await giveSerials(tx, given, at)
  const listings = sold.map(({ listing_id }) => listing_id)
  await sell(tx, listings, at)
  await begin(tx, rented, at)
  await record(tx, purchases.map(changeOf), at)
  const orders = new Set(purchases.map(({ order_id }) => order_id))
  await enqueueAll(
    tx,
    mailPurchase,
    [...orders].map((id) => ({ id })),
  )
}

const changeOf = ({ buyer, seller, id, rental_period_seconds, ...copy }: Settling) => ({
  ...{ asset_token_id: copy.asset_token_id, kid: copy.kid, number: copy.number },
  kind: rental_period_seconds ? ('rental' as const) : ('sale' as const),
  ...{ from: seller, to: buyer, subject_id: id },
})
