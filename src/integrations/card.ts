import { Stripe } from 'stripe'
import {
  asked,
  assertIs,
  CardBusy,
  CardDown,
  type Checkout,
  checkoutOf,
  idOf,
  iso,
  PaymentDisputed,
  seconds,
} from './card-answers.ts'
import { openCircuit } from './circuit.ts'
import {
  type Dispute,
  getDispute,
  listCheckouts,
  listDisputes,
  listRefunded,
  type Refunded,
  type Span,
  stateOf,
} from './card-lists.ts'
import { getRefund, type NewRefund, refund } from './card-refunds.ts'

export { CardBusy, CardDown, type Checkout, type Dispute, PaymentDisputed, type Refunded, stateOf }

export interface CardConfig {
  secretKey: string
  webhookSecrets: string[] // the newest first; an older one as well while it is rotated out
  api?: { host: string; port: number; protocol: 'http' | 'https' }
}
export interface NewCheckout {
  reference: string // the purchase it pays for
  amount: number // yen
  title: string
  email: string
  lang: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
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
const SOON = { timeout: 3_000, maxNetworkRetries: 0 } // for what is only good to know
const TOLERANCE = 300 // seconds
// Our languages in the provider's spelling; it has no Arabic, and `auto` asks the browser.
const LOCALES: Record<string, string> = { 'zh-Hans': 'zh', 'zh-Hant': 'zh-TW', ar: 'auto' }

/**
 * The card provider. Every act takes a reference of ours and is done once for it however often it
 * is asked. Throws `CardDown` when it is worth asking again; any other error is a mistake of ours.
 */
export function openCard({ secretKey, webhookSecrets, api }: CardConfig) {
  const options = { maxNetworkRetries: 1, timeout: TIMEOUT, telemetry: false, ...api }
  const stripe = new Stripe(secretKey, options)
  return {
    /** For what people wait for; jobs ask all the same, and again. */
    circuit: openCircuit(
      (error) => error instanceof CardDown,
      () => new CardDown('it is not asked now'),
    ),
    createCheckout: (wanted: NewCheckout) => asked(createCheckout(stripe, wanted)),
    getCheckout: (id: string) => asked(getCheckout(stripe, id)),
    whyDeclined: (id: string) => asked(whyDeclined(stripe, id)),
    checkoutPaidBy: (intent: string) => asked(checkoutPaidBy(stripe, intent)),
    expireCheckout: (id: string) => asked(expireCheckout(stripe, id)),
    refund: (wanted: NewRefund) => asked(refund(stripe, wanted)),
    getRefund: (id: string) => asked(getRefund(stripe, id)),
    listCheckouts: (span: Span) => listCheckouts(stripe, span),
    listRefunded: (span: Span) => listRefunded(stripe, span),
    getDispute: (id: string) => asked(getDispute(stripe, id)),
    listDisputes: (span: Span) => listDisputes(stripe, span),
    readWebhook: (rawBody: string | Buffer, signature: string) =>
      readWebhook(stripe, webhookSecrets, rawBody, signature),
  }
}

/**
 * Opens a page where the amount is paid. The provider wants 50 yen at least, and a page that lives
 * 30 minutes to 24 hours counted from its own clock when the request arrives.
 */
async function createCheckout(stripe: Stripe, wanted: NewCheckout) {
  const { reference, amount, title, lang } = wanted
  const metadata = { ...wanted.metadata, reference }
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
      payment_method_options: { card: { request_three_d_secure: 'any' } }, // asked for in Japan
      payment_intent_data: { description: title, metadata },
      client_reference_id: reference,
      customer_email: wanted.email,
      locale: LOCALES[lang] ?? lang,
      success_url: wanted.successUrl,
      cancel_url: wanted.cancelUrl,
      expires_at: seconds(wanted.expiresAt),
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

/** In the provider's word, why the last card that was tried on a page did not pay. */
async function whyDeclined(stripe: Stripe, id: string): Promise<string | undefined> {
  const more = { expand: ['payment_intent'] }
  const session = await stripe.checkout.sessions.retrieve(id, more, SOON)
  assertIs('checkout.session', session)
  const { payment_intent } = session
  const error = typeof payment_intent === 'object' ? payment_intent?.last_payment_error : undefined
  return error?.decline_code ?? error?.code
}

/** The page that a payment was made on. */
async function checkoutPaidBy(stripe: Stripe, payment_intent: string) {
  const { data } = await stripe.checkout.sessions.list({ payment_intent, limit: 1 })
  return data[0] && checkoutOf(data[0])
}

/** Closes a page so that it cannot be paid any more; one already paid or expired is left as it is. */
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
 * What an event is about, or undefined when its signature is not the provider's or older than 300
 * seconds. Takes the body as it came, byte for byte. The event says where to look, not what is
 * true: read the object's current state.
 */
function readWebhook(
  stripe: Stripe,
  secrets: string[],
  rawBody: string | Buffer,
  signature: string,
): CardEvent | undefined {
  const event = secrets.map((secret) => verified(stripe, rawBody, signature, secret)).find(Boolean)
  if (!event) return undefined
  const about = event.data.object as {
    id: string
    object: string
    payment_intent?: string | { id: string } | null
  }
  const intent = about.object === 'payment_intent' ? about.id : idOf(about.payment_intent)
  return {
    id: event.id,
    type: event.type,
    created: iso(event.created),
    ...(about.object === 'checkout.session' && { checkout_id: about.id }),
    ...(about.object === 'dispute' && { dispute_id: about.id }),
    ...(about.object === 'refund' && { refund_id: about.id }),
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
