import type { Tx } from '#core/database/db.ts'
import { log } from '#core/log.ts'
import { balancesIn, type Ledger, post, type Transfer } from '#src/ledger/ledger.ts'
import { freezeSerials } from '#src/catalog/serial/transfer.ts'
import { delistCopies } from '#src/sales/listing/delist.ts'
import { byDeal } from '#src/sales/deal/deals.ts'
import { copiesOf } from '#src/sales/purchase/offers.ts'
import { type Claim, claimTransfers, type Disputed, FEE_DISPUTE } from './claims.ts'
import { isDisputed, lockClaimedBalances, postPlatformCost } from './lose.ts'

/**
 * Applies a lost dispute that the bank reversed. Restores a deal if the seller still has the copy or
 * the rental ran its full time. A restored copy is frozen while another dispute is open. While another
 * one is lost, too, nothing is restored and nobody is told of it: the bank has the payment. Clears the debt
 * for a resold copy. If the copy has a new owner, the platform keeps the money until an operator refunds
 * the card (decision 0026). Returns the copies with their new standing.
 */
export async function regain(
  tx: Tx,
  { id, amount }: { id: string; amount: number },
  copies: Disputed[],
  at: Date,
): Promise<Disputed[]> {
  const paid = copies.reduce((sum, { card_amount }) => sum + card_amount, 0)
  if (amount !== paid) {
    await postPlatformCost(tx, copies, { amount: -amount, reason: 'dispute' }, at) // only the platform had paid
    return []
  }
  const restored = copies.filter(isRestored)
  const claims = (locked: Ledger) => claimsAgain(restored, locked)
  const { ledger, sales } = await lockClaimedBalances(tx, copies, claims, at)
  await post(tx, ledger, regainTransfers(copies, ledger, sales), at)
  for (const [kind, some] of byDeal(restored)) {
    if (kind.transfers_copy) await delistCopies(tx, copiesOf(some), at)
    await kind.redo(tx, some, { subject_id: id, at })
    if (kind.transfers_copy && (await isDisputed(tx, copies)))
      await freezeSerials(tx, copiesOf(some), at)
  }
  if (copies.some(({ is_lost_twice }) => is_lost_twice)) return copies.filter(wasSoldOn)
  const lacking = copies.filter((copy) => !isRestored(copy) && !wasSoldOn(copy))
  if (lacking.length > 0)
    log('error', 'a payment came back and its copy is gone', { subject: copies[0]!.order_id })
  return copies.map((copy) => ({
    ...copy,
    held: isRestored(copy),
    undone: lacking.includes(copy),
  }))
}

const isRestored = ({ status, back }: Disputed) => status === 'settled' && back
const wasSoldOn = (copy: Disputed) => copy.status === 'settled' && !copy.undone && !isRestored(copy)

/**
 * Returns the claims on buyers: what the loss gave back to their balance, less the points still there.
 */
function claimsAgain(restored: Disputed[], ledger: Ledger): Claim[] {
  const points = pointsTaken(restored, ledger)
  return restored.map(({ id, buyer, points_used, sales_used }) => ({
    account_id: buyer,
    amount: points_used + sales_used - points.get(id)!,
  }))
}

/** Returns, by purchase id, the points that the buyer gives back: those once used, while any are left. */
function pointsTaken(restored: Disputed[], ledger: Ledger): Map<string, number> {
  const left = new Map(restored.map(({ buyer }) => [buyer, balancesIn(ledger, buyer).points]))
  const taken = new Map<string, number>()
  for (const { id, buyer, points_used } of restored) {
    const points = Math.min(points_used, left.get(buyer)!)
    left.set(buyer, left.get(buyer)! - points)
    taken.set(id, points)
  }
  return taken
}

/** Returns the transfers that reverse a loss. Balance spent meanwhile becomes the buyer's debt. */
function regainTransfers(copies: Disputed[], ledger: Ledger, sales: Map<string, number>) {
  const points = pointsTaken(copies.filter(isRestored), ledger)
  return copies.flatMap((copy): Transfer[] => {
    const deal = { reason: 'dispute', subject_id: copy.id } as const
    const card = { ...deal, debit: { kind: 'card' }, amount: copy.card_amount } as const
    const earned = (account_id: string) => ({ account_id, kind: 'sales' }) as const
    if (wasSoldOn(copy)) return [{ ...card, credit: earned(copy.buyer) }]
    if (!isRestored(copy)) return [{ ...card, credit: { kind: 'fees' } }]
    const hold = { account_id: copy.buyer, kind: 'hold' } as const
    const account_id = copy.buyer
    const taken = points.get(copy.id)!
    const amount = copy.points_used + copy.sales_used - taken
    return [
      { ...card, credit: hold },
      { ...deal, debit: { account_id, kind: 'points' }, credit: hold, amount: taken },
      ...claimTransfers(copy.id, { account_id, amount }, hold, sales),
      { ...deal, debit: hold, credit: earned(copy.seller), amount: copy.net },
      { ...deal, debit: hold, credit: earned(copy.creator), amount: copy.royalty },
      {
        ...deal,
        reason: FEE_DISPUTE,
        debit: hold,
        credit: { kind: 'fees' },
        amount: copy.platform_fee,
      },
    ]
  })
}
