import type { Stripe } from 'stripe'
import { assertIs, idOf } from './card-answers.ts'

export interface NewRefund {
  reference: string
  paymentIntent: string
  amount?: number // yen; all that is left without it
}

/** A refund, and what its state comes to: some cards' banks take days, and may say no in the end. */
export interface Refund {
  id: string
  state: 'succeeded' | 'failed' | 'pending'
  amount: number
  payment_intent: string | null
}

/**
 * Gives back a payment or part of it; throws `PaymentDisputed` where the cardholder's bank is taking
 * it back already. The provider forgets idempotency keys after a day, so a refund that carries our
 * reference is looked for first. One that failed is not made again: the answer is that, or what was
 * given back instead, as by hand at the provider's own desk, once that is as much.
 */
export async function refund(
  stripe: Stripe,
  { reference, paymentIntent, amount }: NewRefund,
): Promise<Refund> {
  const listed = stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })
  const made = await Array.fromAsync(listed)
  const known = made.map(refundOf)
  const ours = known.filter((_, i) => made[i]!.metadata?.reference === reference)
  if (ours[0]) return ours.find(stands) ?? insteadOf(ours[0], known) ?? ours[0]
  const wanted = { payment_intent: paymentIntent, metadata: { reference } }
  const once = { idempotencyKey: `refund:${reference}` }
  try {
    return refundOf(await stripe.refunds.create({ ...wanted, ...(amount && { amount }) }, once))
  } catch (error) {
    const isBack = (error as { code?: string }).code === 'charge_already_refunded'
    const other = known.find(stands)
    if (!isBack || amount || !other) throw error
    return other
  }
}

const stands = ({ state }: Refund) => state !== 'failed'

function insteadOf({ amount }: Refund, known: Refund[]): Refund | undefined {
  const back = known.filter(({ state }) => state === 'succeeded')
  return back.reduce((sum, one) => sum + one.amount, 0) >= amount ? back[0] : undefined
}

/** One refund as it stands. */
export async function getRefund(stripe: Stripe, id: string): Promise<Refund> {
  return refundOf(await stripe.refunds.retrieve(id))
}

/** Source: the vendor's "Refund object", `status`. */
function refundOf(made: Stripe.Refund): Refund {
  assertIs('refund', made)
  const { id, status, amount, payment_intent } = made
  const isOver = status === 'failed' || status === 'canceled'
  const state = status === 'succeeded' ? status : isOver ? 'failed' : 'pending'
  return { id, state, amount, payment_intent: idOf(payment_intent) }
}
