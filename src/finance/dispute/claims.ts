import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import type { Side, Transfer } from '#src/ledger/ledger.ts'
import type { Settling } from '#src/sales/deal/deal.ts'
import { caseOfDeal, dealKinds } from '#src/sales/deal/deals.ts'

/** A copy of a disputed order, with its payment and standing. */
export interface Disputed extends Settling {
  status: string
  /** True if the buyer still owns the bought copy, or the rental was not cut short. */
  held: boolean
  /** True if a dispute has undone the deal and it was not restored. */
  undone: boolean
  /** True if the deal can be restored: the seller has the copy free, or the rental was not cut short. */
  back: boolean
  /** True if more than one dispute took the whole payment. */
  is_lost_twice: boolean
}

type Standing = Pick<Disputed, 'held' | 'undone' | 'back' | 'is_lost_twice'>

/**
 * Returns the standing of an order's copies by purchase id. Each undoing and each restoring leaves a
 * provenance record of the copy, so an odd number means undone. A rental is undone if it ended early, or if the
 * bank took all of its payment before. A coupon counts if it was made with the bought copy.
 */
export async function loadStandings(tx: Tx, order_id: string): Promise<Map<string, Standing>> {
  const { rows } = await sql<Standing & { id: string }>`
    select purchase.id,
      purchase.status = 'settled' and (${caseOfDeal(({ dispute }) => dispute.held)}) as held,
      ${caseOfDeal(({ dispute }) => dispute.undone)} as undone,
      ${caseOfDeal(({ dispute }) => dispute.back)} as back,
      losses > 1 as is_lost_twice
    from purchase join serial using (asset_token_id)
    cross join lateral (select count(*) as returns, max(event.at) as returned_at
      from provenance_event event join dispute on dispute.id = subject_id
      where event.asset_token_id = serial.asset_token_id
        and dispute.order_id = purchase.order_id) returned
    cross join lateral (
      select exists (select from rental where rental.id = purchase.id and ended_at < ends_at)
          as is_cut_short,
        (select count(*) from dispute where dispute.order_id = purchase.order_id and status = 'lost'
          and amount = (select sum(card_amount) from purchase copy
            where copy.order_id = purchase.order_id)) as losses,
        not exists (select from coupon join coupon_batch batch on batch.id = batch_id
            where coupon.asset_token_id = serial.asset_token_id
            and batch.created_at >= purchase.settled_at)
          and not exists (select from rental where rental.asset_token_id = serial.asset_token_id
            and rental.status = 'active' and owner <> buyer)
          and not exists (select from purchase hold where owner <> purchase.buyer
            and hold.asset_token_id = serial.asset_token_id and hold.status = 'reserved') as is_free
    ) facts
    where order_id = ${order_id}
  `.execute(tx)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

/** Returns the bought copies that the buyer still owns. Rented copies belong to their lender. */
export const heldCopies = (copies: Disputed[]) =>
  copies.filter(({ held, deal }) => held && dealKinds[deal].transfers_copy)

/** Returns the buyers, sellers and creators of these copies, each once. */
export const peopleOf = (copies: readonly Pick<Disputed, 'buyer' | 'seller' | 'creator'>[]) => [
  ...new Set(copies.flatMap(({ buyer, seller, creator }) => [buyer, seller, creator])),
]

/** The reason of transfers by which the platform gives the fee of an undone deal back, or gets it again. */
export const FEE_DISPUTE = 'fee_dispute'

/** An amount in yen that a person has to give back. */
export interface Claim {
  account_id: string
  amount: number
}

/**
 * Returns what each person has to give back for a copy. If the buyer still has it, seller and creator
 * give back their shares. If the buyer has resold it, the buyer keeps the proceeds and owes what the
 * card paid; the seller does not get the copy back and keeps the earnings (decision 0021).
 */
export function claimsOn(copy: Disputed): Claim[] {
  if (copy.status !== 'settled' || copy.undone) return []
  if (!copy.held) return [{ account_id: copy.buyer, amount: copy.card_amount }]
  return [
    { account_id: copy.seller, amount: copy.net },
    { account_id: copy.creator, amount: copy.royalty },
  ]
}

/**
 * Returns the transfers of a lost dispute. The part paid by card goes to the bank that took it; the
 * rest of an undone deal goes to the buyer's balance. `sales` holds the balance of each person and is
 * reduced here. The platform advances what is missing and records it as the person's debt.
 */
export function lossTransfers(copies: Disputed[], sales: Map<string, number>): Transfer[] {
  return copies.flatMap((copy) => {
    const deal = { reason: 'dispute', subject_id: copy.id } as const
    const fees = { kind: 'fees' } as const
    const card = { ...deal, credit: { kind: 'card' }, amount: copy.card_amount } as const
    const hold = { account_id: copy.buyer, kind: 'hold' } as const
    if (copy.status === 'refunding') return [{ ...card, debit: hold }]
    // The card already got its refund, so the platform pays the dispute.
    if (copy.status !== 'settled' || copy.undone) return [{ ...card, debit: fees }]
    const to = copy.held ? hold : card.credit
    const claimed = claimsOn(copy).flatMap((claim) => claimTransfers(copy.id, claim, to, sales))
    if (!copy.held) return claimed
    const back = (kind: 'points' | 'sales', amount: number) => ({
      ...deal,
      debit: hold,
      amount,
      credit: { account_id: copy.buyer, kind },
    })
    return [
      ...claimed,
      { ...deal, reason: FEE_DISPUTE, debit: fees, credit: hold, amount: copy.platform_fee },
      { ...card, debit: hold },
      back('points', copy.points_used),
      back('sales', copy.sales_used),
    ]
  })
}

/** Returns the transfers of a claim: what the person's balance covers, and the rest as a debt. */
export function claimTransfers(
  subject_id: string,
  { account_id, amount }: Claim,
  to: Side,
  sales: Map<string, number>,
): Transfer[] {
  const taken = Math.min(amount, sales.get(account_id) ?? 0)
  const missing = amount - taken
  sales.set(account_id, (sales.get(account_id) ?? 0) - taken)
  const own = (kind: 'sales' | 'debt') => ({ account_id, kind })
  const deal = { reason: 'dispute', subject_id } as const
  return [
    { ...deal, debit: own('sales'), credit: to, amount: taken },
    { ...deal, debit: { kind: 'fees' }, credit: to, amount: missing },
    { ...deal, debit: { kind: 'owed' }, credit: own('debt'), amount: missing },
  ]
}
