import type { Stripe } from 'stripe'
import { assertIs, idOf } from './card-answers.ts'

export interface NewRefund {
  reference: string
  paymentIntent: string
  amount?: number // yen; the rest of the payment if omitted
}

/** A refund and its state. Some cards' banks take days, and may reject it in the end. */
export interface Refund {
  id: string
  state: 'succeeded' | 'failed' | 'pending'
  amount: number
  payment_intent: string | null
}

/**
 * Refunds a payment in full or in part. Throws `PaymentDisputed` if the payment is disputed. The
 * provider forgets idempotency keys after a day, so the function first looks for a refund with the
 * same reference. A failed refund is not repeated: returns it, or another refund of at least the
 * same sum, such as one made on the provider's dashboard.
 */
export async function refund(stripe: Stripe, input: NewRefund): Promise<Refund> {
  const { reference, paymentIntent, amount } = input
  const { made, known } = await refundsFor(stripe, input)
  if (made) return made
  const params = { payment_intent: paymentIntent, metadata: { reference } }
  const once = { idempotencyKey: `refund:${reference}` }
  try {
    return refundOf(await stripe.refunds.create({ ...params, ...(amount && { amount }) }, once))
  } catch (error) {
    const isRefunded = (error as { code?: string }).code === 'charge_already_refunded'
    const other = known.find(isNotFailed)
    if (!isRefunded || amount || !other) throw error
    return other
  }
}

/** Returns the refund that was made with this reference, as `refund` would; undefined without one. */
export async function findRefund(
  stripe: Stripe,
  of: Pick<NewRefund, 'reference' | 'paymentIntent'>,
): Promise<Refund | undefined> {
  return (await refundsFor(stripe, of)).made
}

/** Reads the refunds of a payment, and the one among them that stands for this reference. */
async function refundsFor(
  stripe: Stripe,
  { reference, paymentIntent }: Pick<NewRefund, 'reference' | 'paymentIntent'>,
) {
  const listed = stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })
  const existing = await Array.fromAsync(listed)
  const known = existing.map(refundOf)
  const [first, ...others] = known.filter((_, i) => existing[i]!.metadata?.reference === reference)
  const made =
    first && ([first, ...others].find(isNotFailed) ?? replacementOf(first, known) ?? first)
  return { made, known }
}

const isNotFailed = ({ state }: Refund) => state !== 'failed'

function replacementOf({ amount }: Refund, known: Refund[]): Refund | undefined {
  const succeeded = known.filter(({ state }) => state === 'succeeded')
  const sum = succeeded.reduce((total, refunded) => total + refunded.amount, 0)
  return sum >= amount ? succeeded[0] : undefined
}

/** Returns the current state of a refund. */
export async function getRefund(stripe: Stripe, id: string): Promise<Refund> {
  return refundOf(await stripe.refunds.retrieve(id))
}

/** Converts the provider's refund (source: the vendor's "Refund object", `status`). */
export function refundOf(object: Stripe.Refund): Refund {
  assertIs('refund', object)
  const { id, status, amount, payment_intent } = object
  const isFailed = status === 'failed' || status === 'canceled'
  const state = status === 'succeeded' ? status : isFailed ? 'failed' : 'pending'
  return { id, state, amount, payment_intent: idOf(payment_intent) }
}
