import type { Tx } from '#core/database/db.ts'
import { log } from '#core/log.ts'
import { balancesIn, type Ledger, post, type Transfer } from '#src/ledger/ledger.ts'
import { delistCopies } from '#src/sales/listing/delist.ts'
import { byDeal, dealKinds } from '#src/sales/deal/deals.ts'
import { copiesOf } from '#src/sales/purchase/offers.ts'
import { claimTransfers, type Disputed } from './claims.ts'
import { postPlatformCost, lockClaimedBalances } from './lose.ts'

/**
 * The bank has given back what it had taken: the deals are made again where the copy still lies with
 * its seller or the rental had its time, and a debt for what was sold on goes. For what has gone to
 * somebody else meanwhile nothing can be given: the house keeps its money until an operator sends it
 * back to the card (decision 0026). Answers the copies with what they have come to.
 */
export async function regain(
  tx: Tx,
  { id, amount }: { id: string; amount: number },
  copies: Disputed[],
  at: Date,
): Promise<Disputed[]> {
  const paid = copies.reduce((sum, { card_amount }) => sum + card_amount, 0)
  if (amount !== paid) {
    await postPlatformCost(tx, copies, { amount: -amount, reason: 'dispute' }, at) // the house alone had borne it
    return []
  }
  const restored = copies.filter(isRestored)
  const { ledger, sales } = await lockClaimedBalances(tx, copies, restored.map(balancePart), at)
  await post(tx, ledger, regainTransfers(copies, ledger, sales), at)
  for (const [kind, some] of byDeal(restored)) {
    if (kind.transfers_copy) await delistCopies(tx, copiesOf(some), at)
    await kind.redo(tx, some, { subject_id: id, at })
  }
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
const wasSoldOn = ({ status, undone, deal }: Disputed) =>
  status === 'settled' && !undone && dealKinds[deal].transfers_copy

/** What the buyer had paid from their balance, and got back by the loss. */
const balancePart = ({ buyer, points_used, sales_used }: Disputed) => ({
  account_id: buyer,
  amount: points_used + sales_used,
})

/** The transfers of the loss the other way round; what was spent meanwhile is a debt as by a loss. */
function regainTransfers(copies: Disputed[], ledger: Ledger, sales: Map<string, number>) {
  const points = new Map(copies.map(({ buyer }) => [buyer, balancesIn(ledger, buyer).points]))
  return copies.flatMap((of): Transfer[] => {
    const deal = { reason: 'dispute', subject_id: of.id }
    const card = { ...deal, debit: { kind: 'card' }, amount: of.card_amount } as const
    const earned = (account_id: string) => ({ account_id, kind: 'sales' }) as const
    if (wasSoldOn(of)) return [{ ...card, credit: earned(of.buyer) }]
    if (!isRestored(of)) return [{ ...card, credit: { kind: 'fees' } }]
    const hold = { account_id: of.buyer, kind: 'hold' } as const
    const ofPoints = Math.min(of.points_used, points.get(of.buyer)!)
    points.set(of.buyer, points.get(of.buyer)! - ofPoints)
    const { account_id, amount } = balancePart(of)
    return [
      { ...card, credit: hold },
      { ...deal, debit: { account_id, kind: 'points' }, credit: hold, amount: ofPoints },
      ...claimTransfers(of.id, { account_id, amount: amount - ofPoints }, hold, sales),
      { ...deal, debit: hold, credit: earned(of.seller), amount: of.net },
      { ...deal, debit: hold, credit: earned(of.creator), amount: of.royalty },
      { ...deal, debit: hold, credit: { kind: 'fees' }, amount: of.platform_fee },
    ]
  })
}
