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

/**
 * Thrown where other vendors' clients throw `Unreachable`. It does not become a refusal by itself: the
 * caller says what the buyer is told.
 */
export class CardDown extends Error {
  override name = 'CardDown'
}

/** Thrown if a call with the same idempotency key is still running. */
export class CardBusy extends Error {
  override name = 'CardBusy'
}

/** Thrown if the payment is or was disputed at the cardholder's bank, so it cannot be refunded. */
export class PaymentDisputed extends Error {
  override name = 'PaymentDisputed'
}

const DOWN = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']

/** Converts the provider's checkout session. */
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

/** Throws `CardDown` if an answer is of another type: the SDK accepts any JSON, even a proxy's 503. */
export function assertIs(type: string, { object }: { object: string }) {
  if (object !== type) throw new CardDown(`the answer is not a ${type}`)
}

/** Awaits a call of the SDK and translates its errors. */
export async function translated<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw translateError(error)
  }
}

/** Returns the app's error for an error of the SDK, or the same error if it has none. */
export function translateError(cause: unknown): unknown {
  const { type = '', code, message } = cause as { type?: string; code?: string; message: string }
  if (code === 'idempotency_key_in_use') return new CardBusy(message, { cause })
  if (code === 'charge_disputed') return new PaymentDisputed(message, { cause })
  return DOWN.includes(type) ? new CardDown(message, { cause }) : cause
}

export const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
export const iso = (unix: number) => new Date(unix * 1000).toISOString()
export const idOf = (object: string | { id: string } | null | undefined) =>
  typeof object === 'string' ? object : (object?.id ?? null)
