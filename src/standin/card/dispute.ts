import type { Fields } from './form.ts'
import { type Dispute, newId } from './objects.ts'
import { chargeOf, ofPayments } from './refund.ts'
import { announce, type Desk, type Put } from './store.ts'

/** A card's holder tells their bank that they do not know of a payment: it is taken back meanwhile. */
export function openDispute(desk: Desk, payment_intent: string): { reply: object; puts: Put[] } {
  const charge = chargeOf(desk, { payment_intent })
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
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
    ...announce(desk, 'charge.dispute.created', dispute),
  ]
  return { reply: dispute, puts }
}

export const listDisputes = ({ store }: Desk, fields: Fields) =>
  ofPayments('/v1/disputes', store.disputes, fields)
