import { z } from 'zod'
import { checked, expansions, type Fields, isWithin, listOf, listParams } from './form.ts'
import { metadata, timeRange, wholeNumber } from './form.ts'
import { type Charge, type Dispute, newId, type Refund } from './objects.ts'
import { missing, refuse } from './api-error.ts'
import { announce, type Provider, type RowWrite } from './store.ts'

const createParams = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: wholeNumber.pipe(z.int().min(1)).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
  expand: expansions,
})

/** Refunds a charge in full or in part. All refunds together never exceed the charge. */
export function createRefund(
  provider: Provider,
  fields: Fields,
): { reply: object; writes: RowWrite[] } {
  const params = checked(createParams, fields)
  const charge = chargeOf(provider, params)
  if (isDisputed(provider, charge))
    refuse(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  const left = charge.amount - charge.amount_refunded
  const amount = params.amount ?? left
  if (left === 0)
    refuse(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (amount > left)
    refuse(
      400,
      `Refund amount (¥${amount}) is greater than unrefunded amount on charge (¥${left})`,
      {
        param: 'amount',
      },
    )
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: provider.seconds(),
    currency: charge.currency,
    metadata: params.metadata,
    payment_intent: charge.payment_intent,
    reason: params.reason ?? null,
    status: 'succeeded',
  }
  const after: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  }
  const writes: RowWrite[] = [
    { table: 'refunds', row: refund },
    { table: 'charges', row: after },
    ...announce(provider, 'charge.refunded', after),
  ]
  return { reply: refund, writes }
}

/** Lets the latest refund of a payment fail: the card's bank rejects it, for example if the card is closed. */
export function failRefund(
  provider: Provider,
  payment_intent: string,
): { reply: object; writes: RowWrite[] } {
  const refund = [...provider.store.refunds.values()].findLast(
    (made) => made.payment_intent === payment_intent && made.status === 'succeeded',
  )
  if (!refund) return refuse(400, 'This payment has no successful refund.')
  const failed: Refund = { ...refund, status: 'failed' }
  const charge = chargeOf(provider, refund)
  const after = { ...charge, amount_refunded: charge.amount_refunded - refund.amount }
  const writes: RowWrite[] = [
    { table: 'refunds', row: failed },
    { table: 'charges', row: { ...after, refunded: false } },
    ...announce(provider, 'refund.failed', failed),
  ]
  return { reply: failed, writes }
}

/** Returns true if the bank takes or took a charge back, so that it cannot be refunded as well. */
const isDisputed = ({ store }: Provider, charge: Charge) =>
  [...store.disputes.values()].some((one) => one.charge === charge.id && one.status !== 'won')

const filters = listParams({
  created: timeRange,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
})

export const listRefunds = ({ store }: Provider, fields: Fields) =>
  ofPayments('/v1/refunds', store.refunds, fields)

/** Lists refunds or disputes, filtered by time, payment or charge. */
export function ofPayments(
  url: string,
  rows: ReadonlyMap<string, Refund | Dispute>,
  fields: Fields,
) {
  const params = checked(filters, fields)
  const matching = [...rows.values()].filter(
    ({ created, payment_intent, charge }) =>
      isWithin(created, params.created) &&
      (!params.payment_intent || params.payment_intent === payment_intent) &&
      (!params.charge || params.charge === charge),
  )
  return listOf(url, matching, params)
}

export function chargeOf(
  { store }: Provider,
  by: { payment_intent?: string | undefined; charge?: string | undefined },
): Charge {
  if (by.charge) return store.charges.get(by.charge) ?? missing('charge', by.charge)
  if (!by.payment_intent)
    return refuse(400, 'One of the following params should be provided: charge, payment_intent.')
  const intent =
    store.intents.get(by.payment_intent) ?? missing('payment_intent', by.payment_intent)
  return (
    store.charges.get(intent.latest_charge ?? '') ??
    refuse(400, `The PaymentIntent ${intent.id} does not have a successful charge to refund.`)
  )
}
