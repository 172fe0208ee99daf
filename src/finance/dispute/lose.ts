import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { failpoint } from '#core/failpoint.ts'
import { log } from '#core/log.ts'
import { balancesIn, type Ledger, lockBalances, post } from '#src/ledger/ledger.ts'
import { cancelUnsent, lockPayouts } from '#src/finance/payout/payout-money.ts'
import { endRefund } from '#src/sales/purchase/refund.ts'
import { freezeSerials } from '#src/catalog/serial/transfer.ts'
import { byDeal } from '#src/sales/deal/deals.ts'
import { delistBatches } from '#src/sales/listing/delist.ts'
import {
  type Claim,
  claimsOn,
  type Disputed,
  heldCopies,
  lossTransfers,
  peopleOf,
} from './claims.ts'

interface Lost {
  id: string
  amount: number
}

/**
 * Applies a lost dispute: undoes the deals, and ends a rental at once. If the bank took another amount
 * than was paid, it cannot be assigned to a copy: the platform pays it and the buyer keeps the copies
 * (`kept`).
 */
export async function lose(
  tx: Tx,
  { id, amount }: Lost,
  copies: Disputed[],
  at: Date,
): Promise<'lost' | 'kept'> {
  const paid = copies.reduce((sum, { card_amount }) => sum + card_amount, 0)
  if (amount === paid) {
    const { ledger, sales } = await lockClaimedBalances(
      tx,
      copies,
      () => copies.flatMap(claimsOn),
      at,
    )
    await post(tx, ledger, lossTransfers(copies, sales), at)
    await endRefund(tx, copies, id, at) // the dispute replaces a pending refund
    const held = copies.filter((copy) => copy.held)
    for (const [kind, some] of byDeal(held)) {
      await kind.undo(tx, some, { subject_id: id, at })
      if (kind.is_of_batch) await delistBatches(tx, some, at)
    }
  } else {
    log('error', 'a dispute has another amount than its payment', { subject: copies[0]!.order_id })
    await postPlatformCost(tx, copies, { amount, reason: 'dispute' }, at)
    await unfreeze(tx, copies)
  }
  failpoint('dispute.losing')
  return amount === paid ? 'lost' : 'kept'
}

/** Unfreezes the copies that the buyer still has, unless another dispute of their order is open. */
export async function unfreeze(tx: Tx, copies: Disputed[]) {
  const ids = heldCopies(copies).map(({ asset_token_id }) => asset_token_id)
  if (ids.length > 0 && !(await isDisputed(tx, copies))) await freezeSerials(tx, ids, undefined)
}

/** Tells if a dispute of the order of these copies is open. */
export async function isDisputed(tx: Tx, [copy]: Disputed[]): Promise<boolean> {
  const open = await tx
    .selectFrom('dispute')
    .select('id')
    .where('order_id', '=', copy!.order_id)
    .where('status', '=', 'open')
    .limit(1)
    .execute()
  return open.length > 0
}

/**
 * Posts a cost that the platform pays itself, such as the provider's charge for each dispute, won or
 * lost. A negative amount is returned to the platform.
 */
export async function postPlatformCost(
  tx: Tx,
  copies: Disputed[],
  cost: { amount: number; reason: 'dispute' | 'dispute_fee' },
  at: Date,
) {
  const subject_id = copies[0]!.order_id
  const [fees, card] = [{ kind: 'fees' }, { kind: 'card' }] as const
  const sides = cost.amount > 0 ? { debit: fees, credit: card } : { debit: card, credit: fees }
  const transfer = { ...cost, ...sides, amount: Math.abs(cost.amount), subject_id }
  await post(tx, await lockBalances(tx, []), [transfer], at)
}

/**
 * Locks the ledger accounts of all people concerned and returns their sales balances. First cancels
 * the unsent payouts of people whose balance does not cover their claims. `claims` come from the locked
 * ledger.
 */
export async function lockClaimedBalances(
  tx: Tx,
  copies: Disputed[],
  claims: (ledger: Ledger) => Claim[],
  at: Date,
): Promise<{ ledger: Ledger; sales: Map<string, number> }> {
  const people = peopleOf(copies)
  await lockPayouts(tx, sql`account_id = any(${people}::uuid[])`)
  const before = await lockBalances(tx, people)
  const claimed = sumByPerson(claims(before))
  const short = people.filter((id) => (claimed.get(id) ?? 0) > balancesIn(before, id).sales)
  await cancelUnsent(tx, short, at)
  const ledger = short.length > 0 ? await lockBalances(tx, people) : before
  const sales = new Map(people.map((person) => [person, balancesIn(ledger, person).sales]))
  return { ledger, sales }
}

function sumByPerson(claims: Claim[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { account_id, amount } of claims)
    sums.set(account_id, (sums.get(account_id) ?? 0) + amount)
  return sums
}
