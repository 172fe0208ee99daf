import type { Fields } from './form.ts'
import { type Dispute, newId } from './objects.ts'
import { missing, refuse } from './refused.ts'
import { chargeOf, ofPayments } from './refund.ts'
import { announce, type Desk, type Put } from './store.ts'

const FEE = 1_500 // yen: what the vendor charges for each dispute, won or lost

/** A card's holder tells their bank that they do not know of a payment: it is taken back meanwhile. */
export function openDispute(
  desk: Desk,
  { payment_intent, amount: asked }: { payment_intent: string; amount?: number | undefined },
): { reply: object; puts: Put[] } {
  const charge = chargeOf(desk, { payment_intent })
  if (charge.disputed)
    refuse(400, `Charge ${charge.id} is disputed already.`, { code: 'charge_disputed' })
  const amount = asked ?? charge.amount
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [{ amount: -amount, fee: FEE, net: -amount - FEE }],
    charge: charge.id,
    created: desk.seconds(),
    currency: charge.currency,
    metadata: {},
    payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }
  const puts: Put[] = [
    { table: 'disputes', row: dispute },
    { table: 'charges', row: { ...charge, disputed: true } },
    ...announce(desk, 'charge.dispute.created', dispute),
    ...announce(desk, 'charge.dispute.funds_withdrawn', dispute),
  ]
  return { reply: dispute, puts }
}

/**
 * The bank decides, or decides anew: for the shop, and the amount comes back, or for the holder. The
 * fee is kept.
 */
export function closeDispute(
  desk: Desk,
  id: string,
  status: 'won' | 'lost',
): { reply: object; puts: Put[] } {
  const before = desk.store.disputes.get(id) ?? missing('dispute', id)
  if (before.status === status) refuse(400, `This dispute is already ${before.status}.`)
  const { amount, balance_transactions } = before
  const moved = status === 'won' ? amount : before.status === 'won' ? -amount : 0
  const funds = moved > 0 ? 'reinstated' : 'withdrawn'
  const dispute: Dispute = {
    ...before,
    status,
    balance_transactions: [
      ...balance_transactions,
      ...(moved === 0 ? [] : [{ amount: moved, fee: 0, net: moved }]),
    ],
  }
  const puts: Put[] = [
    { table: 'disputes', row: dispute },
    ...(moved === 0 ? [] : announce(desk, `charge.dispute.funds_${funds}`, dispute)),
    ...announce(desk, 'charge.dispute.closed', dispute),
  ]
  return { reply: dispute, puts }
}

export const listDisputes = ({ store }: Desk, fields: Fields) =>
  ofPayments('/v1/disputes', store.disputes, fields)
