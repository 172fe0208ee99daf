import type { Insertable } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { insertWithEvent } from '#core/database/events.ts'
import type { DB } from '#core/database/tables.ts'
import { type Ledger, type LedgerReason, post, type Transfer } from '#src/ledger/ledger.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { lockOfferCounts } from '#src/catalog/rental-period/rental-period.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import type { Settling } from '#src/sales/deal/deal.ts'
import { byDeal, dealKinds } from '#src/sales/deal/deals.ts'
import { orderMail } from '#src/sales/deal/order-mail.shared.ts'
import { giftsOfPurchases } from '#src/catalog/gift/gift.ts'
import { giveBought } from '#src/sales/listing/give-away.ts'
import { sell } from '#src/sales/listing/listing.ts'
import { purchaseTransitions } from './purchase.shared.ts'

/** Returns the transfers that set the balance part aside until settlement or release. */
export const holdTransfers = (of: Settling): Transfer[] => [
  within(of, 'points', 'hold', of.points_used, 'hold'),
  within(of, 'sales', 'hold', of.sales_used, 'hold'),
]

/** Returns the transfers that return a held part to points and sales balance. */
export const releaseTransfers = (of: Settling): Transfer[] => [
  within(of, 'hold', 'points', of.points_used, 'release'),
  within(of, 'hold', 'sales', of.sales_used, 'release'),
]

/** Returns the transfers that add the card part to the hold and pay the price's three shares. */
export function settleTransfers(of: Settling): Transfer[] {
  const hold = { account_id: of.buyer, kind: 'hold' } as const
  const to = (account_id: string) => ({ account_id, kind: 'sales' }) as const
  const deal = { subject_id: of.id }
  const { reason, fee_reason } = dealKinds[of.deal]
  return [
    { ...deal, debit: { kind: 'card' }, credit: hold, amount: of.card_amount, reason: 'card' },
    { ...deal, debit: hold, credit: to(of.seller), amount: of.net, reason },
    { ...deal, debit: hold, credit: to(of.creator), amount: of.royalty, reason: 'royalty' },
    { ...deal, debit: hold, credit: { kind: 'fees' }, amount: of.platform_fee, reason: fee_reason },
  ]
}

function within(
  { id, buyer }: Settling,
  from: 'points' | 'sales' | 'hold',
  to: 'points' | 'sales' | 'hold',
  amount: number,
  reason: LedgerReason,
): Transfer {
  const side = (kind: typeof from) => ({ account_id: buyer, kind })
  return { debit: side(from), credit: side(to), amount, reason, subject_id: id }
}

/** Step: inserts a purchase that its buyer pays from balance, and settles it. */
export async function settleFromBalance(
  tx: Tx,
  purchase: Settling & Omit<Insertable<DB['purchase']>, 'status'>,
  ledger: Ledger,
  at: Date,
) {
  const step = { action: 'settle', by: 'buyer', account: purchase.buyer, at } as const
  await insertWithEvent(tx, purchaseTransitions, [purchase], step)
  await settle(tx, [purchase], ledger, at, holdTransfers(purchase))
}

/**
 * Settles purchases as one set: money, copies, listings, provenance and mails, in the transaction
 * that moved them to `settled`. `first`: transfers to post before, such as the holds of purchases
 * that are paid from balance.
 */
export async function settle(
  tx: Tx,
  purchases: Settling[],
  ledger: Ledger,
  at: Date,
  first: Transfer[] = [],
) {
  if (purchases.length === 0) return
  const ids = purchases.map(({ id }) => id)
  const orders = [...new Set(purchases.map(({ order_id }) => order_id))]
  const kinds = [...byDeal(purchases)]
  if (kinds.length > 1) await lockOfferCounts(tx, purchases)
  const [gifts] = await Promise.all([
    giftsOfPurchases(tx, ids),
    post(tx, ledger, [...first, ...purchases.flatMap(settleTransfers)], at),
    ...kinds.flatMap(([kind, some]) => [
      kind.settle(tx, some, at),
      kind.transfers_copy && sell(tx, listingsOf(some), at),
    ]),
    record(tx, purchases.flatMap(provenanceOf), at),
    enqueueMails(
      tx,
      orderMail,
      orders.map((id) => ({ id })),
    ),
  ])
  await giveBought(tx, gifts, at)
}

const listingsOf = (purchases: Settling[]) => purchases.map(({ listing_id }) => listing_id)

function provenanceOf({ deal, asset_token_id, kid, number, seller, buyer, id }: Settling) {
  const kind = dealKinds[deal].provenance
  return kind
    ? [{ asset_token_id, kid, number, kind, from: seller, to: buyer, subject_id: id }]
    : []
}
