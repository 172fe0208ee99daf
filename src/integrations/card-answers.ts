import type { Stripe } from 'stripe'

export interface Checkout {
  id: string
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  amount: number
  currency: string
  payment_intent: string | null
  reference: string | null
}

/** The provider cannot be reached, is broken or asks for patience: the same call may work later. */
export class CardDown extends Error {
  override name = 'CardDown'
}

/** The same call, by its idempotency key, is being answered to somebody else just now. */
export class CardBusy extends Error {
  override name = 'CardBusy'
}

/** The cardholder's bank takes this payment back, or has: it cannot be given back as well. */
export class PaymentDisputed extends Error {
  override name = 'PaymentDisputed'
}

const DOWN = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']

export function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  assertIs('checkout.session', session)
  return {
    id: session.id,
    status: session.status as Checkout['status'],
    paid: session.payment_status === 'paid',
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    payment_intent: idOf(session.payment_intent),
    reference: session.client_reference_id,
  }
}

/** The SDK takes any JSON without an error in it for an answer, even a proxy's 503. */
export function assertIs(kind: string, { object }: { object: string }) {
  if (object !== kind) throw new CardDown(`the answer is no ${kind}`)
}

/** The provider's answer; an error of it in this house's kinds. */
export async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw kindOf(error)
  }
}

export function kindOf(cause: unknown): unknown {
  const { type = '', code, message } = cause as { type?: string; code?: string; message: string }
  if (code === 'idempotency_key_in_use') return new CardBusy(message, { cause })
  if (code === 'charge_disputed') return new PaymentDisputed(message, { cause })
  return DOWN.includes(type) ? new CardDown(message, { cause }) : cause
}

export const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
export const iso = (unix: number) => new Date(unix * 1000).toISOString()
export const idOf = (object: string | { id: string } | null | undefined) =>
  typeof object === 'string' ? object : (object?.id ?? null)
