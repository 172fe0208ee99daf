import { z } from 'zod'
import { checked, expansions, type Fields, isWithin, listOf, listParams } from './form.ts'
import { metadata, timeRange, wholeNumber } from './form.ts'
import { type Charge, type Dispute, newId, type Refund } from './objects.ts'
import { missing, refuse } from './refused.ts'
import { announce, type Desk, type Put } from './store.ts'

const createParams = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: wholeNumber.pipe(z.int().min(1)).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
  expand: expansions,
})

/** Gives a charge back, whole or in parts that together are never more than it was. */
export function createRefund(desk: Desk, fields: Fields): { reply: object; puts: Put[] } {
  const params = checked(createParams, fields)
  const charge = chargeOf(desk, params)
  if (isDisputed(desk, charge))
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
    created: desk.seconds(),
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
  const puts: Put[] = [
    { table: 'refunds', row: refund },
    { table: 'charges', row: after },
    ...announce(desk, 'charge.refunded', after),
  ]
  return { reply: refund, puts }
}

/** The card's bank does not take a refund, as where the card was closed: the newest one has failed. */
export function failRefund(desk: Desk, payment_intent: string): { reply: object; puts: Put[] } {
  const refund = [...desk.store.refunds.values()].findLast(
    (one) => one.payment_intent === payment_intent && one.status === 'succeeded',
  )
  if (!refund) return refuse(400, 'Nothing of this payment was refunded.')
  const failed: Refund = { ...refund, status: 'failed' }
  const charge = chargeOf(desk, refund)
  const after = { ...charge, amount_refunded: charge.amount_refunded - refund.amount }
  const puts: Put[] = [
    { table: 'refunds', row: failed },
    { table: 'charges', row: { ...after, refunded: false } },
    ...announce(desk, 'refund.failed', failed),
  ]
  return { reply: failed, puts }
}

/** What the bank takes back, or has, the shop cannot give back as well; what it gave up it can. */
const isDisputed = ({ store }: Desk, charge: Charge) =>
  [...store.disputes.values()].some((one) => one.charge === charge.id && one.status !== 'won')

const filters = listParams({
  created: timeRange,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
})

export const listRefunds = ({ store }: Desk, fields: Fields) =>
  ofPayments('/v1/refunds', store.refunds, fields)

/** What belongs to payments, of a time, of one payment or of one charge. */
export function ofPayments(
  url: string,
  rows: ReadonlyMap<string, Refund | Dispute>,
  fields: Fields,
) {
  const params = checked(filters, fields)
  const wanted = [...rows.values()].filter(
    ({ created, payment_intent, charge }) =>
      isWithin(created, params.created) &&
      (!params.payment_intent || params.payment_intent === payment_intent) &&
      (!params.charge || params.charge === charge),
  )
  return listOf(url, wanted, params)
}

export function chargeOf(
  { store }: Desk,
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
