import type { Fields } from './form.ts'
import { type Dispute, newId } from './objects.ts'
import { missing, refuse } from './api-error.ts'
import { chargeOf, ofPayments } from './refund.ts'
import { announce, type Provider, type RowWrite } from './store.ts'

const FEE = 1_500 // yen; the vendor's charge for each dispute, won or lost

/**
 * Opens a dispute: the cardholder denies a payment, and the bank takes it back until it decides. A payment
 * can have several (source: the vendor's questions about multiple disputes of a payment).
 */
export function openDispute(
  provider: Provider,
  { payment_intent, amount: disputed }: { payment_intent: string; amount?: number | undefined },
): { reply: object; writes: RowWrite[] } {
  const charge = chargeOf(provider, { payment_intent })
  const amount = disputed ?? charge.amount
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [{ amount: -amount, fee: FEE, net: -amount - FEE }],
    charge: charge.id,
    created: provider.seconds(),
    currency: charge.currency,
    metadata: {},
    payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }
  const writes: RowWrite[] = [
    { table: 'disputes', row: dispute },
    { table: 'charges', row: { ...charge, disputed: true } },
    ...announce(provider, 'charge.dispute.created', dispute),
    ...announce(provider, 'charge.dispute.funds_withdrawn', dispute),
  ]
  return { reply: dispute, writes }
}

/**
 * Decides a dispute, or reverses an earlier decision. The amount comes back if the shop wins; the
 * fee does not.
 */
export function closeDispute(
  provider: Provider,
  id: string,
  status: 'won' | 'lost',
): { reply: object; writes: RowWrite[] } {
  const before = provider.store.disputes.get(id) ?? missing('dispute', id)
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
  const writes: RowWrite[] = [
    { table: 'disputes', row: dispute },
    ...(moved === 0 ? [] : announce(provider, `charge.dispute.funds_${funds}`, dispute)),
    ...announce(provider, 'charge.dispute.closed', dispute),
  ]
  return { reply: dispute, writes }
}

export const listDisputes = ({ store }: Provider, fields: Fields) =>
  ofPayments('/v1/disputes', store.disputes, fields)
