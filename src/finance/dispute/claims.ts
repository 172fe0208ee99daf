import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import type { Side, Transfer } from '#src/ledger/ledger.ts'
import type { Settling } from '#src/sales/deal/deal.ts'
import { caseOfDeal, dealKinds } from '#src/sales/deal/deals.ts'

/** A copy of a disputed order: what was paid for it, and whether its buyer still has that. */
export interface Disputed extends Settling {
  status: string
  /** A bought copy may have gone on; what is rented never does, but its rental may be cut short. */
  held: boolean
  /** This dispute has undone its deal, and it was not made again. */
  undone: boolean
  /** It lies where the loss left it, to be given again: with its seller, and nobody waits for it. */
  back: boolean
}

type Standing = Pick<Disputed, 'held' | 'undone' | 'back'>

/**
 * Where the copies of an order stand, by purchase. Every undoing and every making again leaves a
 * record of the copy, so an odd number of them says that it is undone; of a rental its early end does.
 */
export async function loadStandings(tx: Tx, order_id: string): Promise<Map<string, Standing>> {
  const { rows } = await sql<Standing & { id: string }>`
    select purchase.id,
      purchase.status = 'settled' and (${caseOfDeal(({ dispute }) => dispute.held)}) as held,
      ${caseOfDeal(({ dispute }) => dispute.undone)} as undone,
      ${caseOfDeal(({ dispute }) => dispute.back)} as back
    from purchase join serial using (asset_token_id)
    left join lateral (select max(closed_at) as closed_at from dispute
      where dispute.order_id = purchase.order_id) over on true
    cross join lateral (
      select exists (select from rental where rental.id = purchase.id and ended_at < ends_at)
          as is_cut_short,
        (select count(*) from provenance_event event join dispute on dispute.id = subject_id
          where event.asset_token_id = serial.asset_token_id
            and dispute.order_id = purchase.order_id) as returns,
        not exists (select from coupon where coupon.asset_token_id = serial.asset_token_id)
          and not exists (select from rental where rental.asset_token_id = serial.asset_token_id
            and rental.status = 'active' and owner <> buyer)
          and not exists (select from purchase hold where owner <> purchase.buyer
            and hold.asset_token_id = serial.asset_token_id and hold.status = 'reserved') as is_free
    ) facts
    where order_id = ${order_id}
  `.execute(tx)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

/** The bought copies among them that their buyer still has: what is rented is its lender's. */
export const heldCopies = (copies: Disputed[]) =>
  copies.filter(({ held, deal }) => held && dealKinds[deal].transfers_copy)

/** Yen that somebody has to give back. */
export interface Claim {
  account_id: string
  amount: number
}

/**
 * Who has to give back what of a copy. While its buyer holds it the deal is undone: seller and
 * creator give back what they got. Who has sold it on keeps what they were paid for it and owes
 * their own price instead; the seller, who cannot get the copy back, keeps theirs (decision 0021).
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
 * What a lost dispute moves: the cards' part of every copy to the bank that took it, and of undone
 * deals the rest to the buyer's balance. `sales`: by person, what can be taken; what is missing is
 * borne by the house for now and written down as that person's debt.
 */
export function lossTransfers(copies: Disputed[], sales: Map<string, number>): Transfer[] {
  return copies.flatMap((copy) => {
    const deal = { reason: 'dispute', subject_id: copy.id }
    const fees = { kind: 'fees' } as const
    const card = { ...deal, credit: { kind: 'card' }, amount: copy.card_amount } as const
    const hold = { account_id: copy.buyer, kind: 'hold' } as const
    if (copy.status === 'refunding') return [{ ...card, debit: hold }]
    // It went back to the card before.
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
      { ...deal, debit: fees, credit: hold, amount: copy.platform_fee },
      { ...card, debit: hold },
      back('points', copy.points_used),
      back('sales', copy.sales_used),
    ]
  })
}

/** What is taken of somebody's balance, and what of it is missing. */
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
  const deal = { reason: 'dispute', subject_id }
  return [
    { ...deal, debit: own('sales'), credit: to, amount: taken },
    { ...deal, debit: { kind: 'fees' }, credit: to, amount: missing },
    { ...deal, debit: { kind: 'owed' }, credit: own('debt'), amount: missing },
  ]
}
