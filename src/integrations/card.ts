import { Stripe } from 'stripe'
import {
  assertIs,
  CardBusy,
  CardDown,
  type Checkout,
  checkoutOf,
  idOf,
  iso,
  PaymentDisputed,
  seconds,
  translated,
} from './card-answers.ts'
import { openCircuit } from './circuit.ts'
import {
  type Dispute,
  getDispute,
  listCheckouts,
  listDisputes,
  listFailedRefunds,
  listRefunded,
  type Refunded,
  type Span,
  stateOf,
} from './card-lists.ts'
import { findRefund, getRefund, type NewRefund, refund } from './card-refunds.ts'

export { CardBusy, CardDown, type Checkout, type Dispute, PaymentDisputed, type Refunded, stateOf }

export interface CardConfig {
  secretKey: string
  webhookSecrets: string[] // newest first; also an older one during rotation
  api?: { host: string; port: number; protocol: 'http' | 'https' }
  /** The longest time of a call, in milliseconds. */
  timeout?: number
}
export interface NewCheckout {
  reference: string // the id of the purchase
  amount: number // yen
  title: string
  email: string
  lang: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
  /** A sentence that the page shows beside the button that pays. */
  note: string
  metadata: Record<string, string>
}
export interface CardEvent {
  id: string
  type: string
  created: string
  checkout_id?: string
  payment_intent?: string
  dispute_id?: string
  refund_id?: string
}
export type Card = ReturnType<typeof openCard>

const TIMEOUT = 20_000 // ms
const QUICK = { timeout: 3_000, maxNetworkRetries: 0 } // for optional information
const TOLERANCE = 300 // seconds
// The app's languages in the provider's codes. It has no Arabic; `auto` uses the browser's language.
const LOCALES = new Map([
  ['zh-Hans', 'zh'],
  ['zh-Hant', 'zh-TW'],
  ['ar', 'auto'],
])
const ASCII = /^[\x20-\x7e]+$/

/**
 * Opens a client of the card provider. Calls that change something take a reference of the app and
 * take effect once per reference. Throws `CardDown` if a retry may work, `CardBusy` while the same
 * call is running, and `PaymentDisputed`; any other error is a bug of the app.
 */
export function openCard({ secretKey, webhookSecrets, api, timeout = TIMEOUT }: CardConfig) {
  const options = { maxNetworkRetries: 1, timeout, telemetry: false, ...api }
  const stripe = new Stripe(secretKey, options)
  return {
    /** The circuit breaker for calls that people wait for. Jobs call regardless, and retry. */
    circuit: openCircuit(
      (error) => error instanceof CardDown,
      () => new CardDown('the circuit is open: the provider is not called now'),
    ),
    createCheckout: (input: NewCheckout) => translated(createCheckout(stripe, input)),
    getCheckout: (id: string) => translated(getCheckout(stripe, id)),
    whyDeclined: (id: string) => translated(whyDeclined(stripe, id)),
    checkoutPaidBy: (intent: string) => translated(checkoutPaidBy(stripe, intent)),
    expireCheckout: (id: string) => translated(expireCheckout(stripe, id)),
    refund: (input: NewRefund) => translated(refund(stripe, input)),
    findRefund: (of: Pick<NewRefund, 'reference' | 'paymentIntent'>) =>
      translated(findRefund(stripe, of)),
    getRefund: (id: string) => translated(getRefund(stripe, id)),
    listCheckouts: (span: Span) => listCheckouts(stripe, span),
    listRefunded: (of: Span | { payment_intent: string }) => listRefunded(stripe, of),
    listFailedRefunds: (span: Span) => listFailedRefunds(stripe, span),
    getDispute: (id: string) => translated(getDispute(stripe, id)),
    listDisputes: (span: Span) => listDisputes(stripe, span),
    readWebhook: (rawBody: string | Buffer, signature: string) =>
      readWebhook(stripe, webhookSecrets, rawBody, signature),
  }
}

/**
 * Creates a payment page. The provider requires at least 50 yen, and an expiry 30 minutes to 24 hours
 * after the request arrives, by its own clock.
 */
async function createCheckout(stripe: Stripe, input: NewCheckout) {
  const { reference, amount, title, lang } = input
  const metadata = { ...input.metadata, reference }
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'jpy', unit_amount: amount, product_data: { name: title } },
        },
      ],
      allowed_payment_method_types: ['card'],
      payment_method_options: { card: { request_three_d_secure: 'any' } }, // required in Japan
      payment_intent_data: { description: title, metadata },
      client_reference_id: reference,
      ...(ASCII.test(input.email) && { customer_email: input.email }), // it takes no others
      locale: LOCALES.get(lang) ?? lang,
      success_url: input.successUrl,
      cancel_url: input.cancelUrl,
      expires_at: seconds(input.expiresAt),
      custom_text: { submit: { message: input.note } },
      metadata,
    },
    { idempotencyKey: `checkout:${reference}` },
  )
  assertIs('checkout.session', session)
  if (!session.url) throw new Error(`checkout ${session.id} has no page`)
  return {
    id: session.id,
    url: session.url,
    payment_intent: idOf(session.payment_intent),
    expires_at: iso(session.expires_at),
  }
}

async function getCheckout(stripe: Stripe, id: string): Promise<Checkout> {
  return checkoutOf(await stripe.checkout.sessions.retrieve(id))
}

/** Returns the provider's code for why the last card tried on a page was declined. */
async function whyDeclined(stripe: Stripe, id: string): Promise<string | undefined> {
  const more = { expand: ['payment_intent'] }
  const session = await stripe.checkout.sessions.retrieve(id, more, QUICK)
  assertIs('checkout.session', session)
  const { payment_intent } = session
  const error = typeof payment_intent === 'object' ? payment_intent?.last_payment_error : undefined
  return error?.decline_code ?? error?.code
}

/** Returns the checkout that a payment was made through. */
async function checkoutPaidBy(stripe: Stripe, payment_intent: string) {
  const { data } = await stripe.checkout.sessions.list({ payment_intent, limit: 1 })
  return data[0] && checkoutOf(data[0])
}

/** Expires a payment page so that it can no longer be paid. A paid or expired page stays as it is. */
async function expireCheckout(stripe: Stripe, id: string): Promise<Checkout> {
  try {
    return checkoutOf(await stripe.checkout.sessions.expire(id))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const checkout = await getCheckout(stripe, id)
    if (checkout.status === 'open') throw error
    return checkout
  }
}

/**
 * Verifies a webhook and returns the object that its event is about. Returns `undefined` if the
 * signature is not the provider's or older than 300 seconds. Needs the body byte for byte. Read the
 * object's current state afterwards: the event's own copy may be outdated.
 */
function readWebhook(
  stripe: Stripe,
  secrets: string[],
  rawBody: string | Buffer,
  signature: string,
): CardEvent | undefined {
  const event = secrets.map((secret) => verified(stripe, rawBody, signature, secret)).find(Boolean)
  if (!event) return undefined
  const subject = event.data.object as {
    id: string
    object: string
    payment_intent?: string | { id: string } | null
  }
  const intent = subject.object === 'payment_intent' ? subject.id : idOf(subject.payment_intent)
  return {
    id: event.id,
    type: event.type,
    created: iso(event.created),
    ...(subject.object === 'checkout.session' && { checkout_id: subject.id }),
    ...(subject.object === 'dispute' && { dispute_id: subject.id }),
    ...(subject.object === 'refund' && { refund_id: subject.id }),
    ...(intent && { payment_intent: intent }),
  }
}

function verified(stripe: Stripe, body: string | Buffer, signature: string, secret: string) {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
    throw error
  }
}
