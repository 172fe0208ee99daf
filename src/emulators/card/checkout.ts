import { z } from 'zod'
import { checked, expansions, type Fields, isWithin, listOf, listParams } from './form.ts'
import { metadata, timeRange, wholeNumber } from './form.ts'
import { type Checkout, newId, type Session } from './objects.ts'
import { missing, refuse } from './api-error.ts'
import { announce, type Provider, type RowWrite } from './store.ts'

// Source: the vendor's API reference, "Checkout Sessions".
const AMOUNT_MIN = 50 // yen
const AMOUNT_MAX = 99_999_999 // yen
const LIVES_MIN = 30 * 60 // seconds
const LIVES_MAX = 24 * 3600 // seconds

const text = z.string().max(5000)
/** Source: the parameter `locale` in docs.stripe.com/api/checkout/sessions/create. */
// oxfmt-ignore
const LOCALES = [
  'auto', 'bg', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'es-419', 'et', 'fi', 'fil', 'fr', 'fr-CA', 'hr', 'hu',
  'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sk', 'sl', 'sv',
  'th', 'tr', 'vi', 'zh', 'zh-HK', 'zh-TW',
] as const
const webAddress = z.url({ protocol: /^https?$/ })
const createParams = z.strictObject({
  mode: z.literal('payment'),
  line_items: z
    .array(
      z.strictObject({
        quantity: wholeNumber,
        price_data: z.strictObject({
          currency: z.literal('jpy'),
          unit_amount: wholeNumber,
          product_data: z.strictObject({ name: text.min(1), description: text.optional() }),
        }),
      }),
    )
    .min(1),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  expires_at: wholeNumber.optional(),
  client_reference_id: z.string().max(200).optional(),
  custom_text: z
    .strictObject({ submit: z.strictObject({ message: z.string().max(1200) }) })
    .optional(),
  customer_email: z.email().optional(),
  locale: z.enum(LOCALES).optional(),
  metadata,
  payment_intent_data: z.strictObject({ description: text.optional(), metadata }).optional(),
  allowed_payment_method_types: z.array(z.literal('card')).default(['card']),
  payment_method_options: z
    .strictObject({
      card: z.strictObject({ request_three_d_secure: z.enum(['any', 'automatic', 'challenge']) }),
    })
    .optional(),
  expand: expansions,
})

export function createSession(
  provider: Provider,
  fields: Fields,
): { reply: object; writes: RowWrite[] } {
  const params = checked(createParams, fields)
  const created = provider.seconds()
  const amount = params.line_items
    .map(({ quantity, price_data }) => quantity * price_data.unit_amount)
    .reduce((sum, each) => sum + each, 0)
  const { expires_at = created + LIVES_MAX } = params
  if (amount < AMOUNT_MIN)
    refuse(400, `The Checkout Session's total amount must be at least ¥${AMOUNT_MIN}.`, {
      code: 'amount_too_small',
    })
  if (amount > AMOUNT_MAX)
    refuse(400, `The Checkout Session's total amount must be no more than ¥${AMOUNT_MAX}.`, {
      code: 'amount_too_large',
    })
  if (expires_at < created + LIVES_MIN || expires_at > created + LIVES_MAX)
    refuse(400, 'The `expires_at` timestamp must be 30 minutes to 24 hours from now.', {
      param: 'expires_at',
    })
  const session: Session = {
    id: newId('cs_test', 36),
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created,
    currency: 'jpy',
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: params.custom_text?.submit ?? null,
      terms_of_service_acceptance: null,
    },
    customer_email: params.customer_email ?? null,
    expires_at,
    livemode: false,
    locale: params.locale ?? null,
    metadata: params.metadata,
    mode: 'payment',
    payment_intent: null, // created at the first attempt to pay, like the vendor's
    payment_method_types: params.allowed_payment_method_types,
    payment_status: 'unpaid',
    status: 'open',
    success_url: params.success_url,
  }
  const { description = null, metadata: intentMetadata = {} } = params.payment_intent_data ?? {}
  const title = params.line_items.map(({ price_data }) => price_data.product_data.name).join(', ')
  const row: Checkout = {
    id: session.id,
    session,
    title,
    intent: { description, metadata: intentMetadata },
  }
  return { reply: showSession(provider, session), writes: [{ table: 'checkouts', row }] }
}

/** Returns a session as the API shows it: only an open one has a `url`. */
export function showSession(provider: Provider, session: Session) {
  return { ...session, url: session.status === 'open' ? provider.pageUrl(session.id) : null }
}

/** Returns the current session and expires it first if it is overdue. */
export function findCheckout(provider: Provider, id: string): Checkout {
  const checkout = provider.store.checkouts.get(id) ?? missing('checkout.session', id)
  if (!isOverdue(provider, checkout)) return checkout
  provider.store.write(expiry(provider, checkout))
  return provider.store.checkouts.get(id)!
}

export function expireOverdue(provider: Provider) {
  for (const checkout of provider.store.checkouts.values())
    if (isOverdue(provider, checkout)) provider.store.write(expiry(provider, checkout))
}

export function expireSession(
  provider: Provider,
  id: string,
): { reply: object; writes: RowWrite[] } {
  const checkout = findCheckout(provider, id)
  const { status } = checkout.session
  if (status !== 'open')
    refuse(
      400,
      'Only Checkout Sessions with a status in ["open"] can be expired. ' +
        `This Checkout Session has a status of ${status}.`,
    )
  const writes = expiry(provider, checkout)
  return { reply: { ...checkout.session, status: 'expired', url: null }, writes }
}

const sessionFilters = listParams({
  created: timeRange,
  payment_intent: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
})

export function listSessions(provider: Provider, fields: Fields) {
  expireOverdue(provider)
  const params = checked(sessionFilters, fields)
  const matching = [...provider.store.checkouts.values()]
    .map(({ session }) => session)
    .filter(
      ({ created, payment_intent, status }) =>
        isWithin(created, params.created) &&
        (!params.payment_intent || params.payment_intent === payment_intent) &&
        (!params.status || params.status === status),
    )
  const page = listOf('/v1/checkout/sessions', matching, params)
  return { ...page, data: page.data.map((session) => showSession(provider, session)) }
}

function isOverdue(provider: Provider, { session }: Checkout): boolean {
  return session.status === 'open' && session.expires_at <= provider.seconds()
}

function expiry(provider: Provider, checkout: Checkout): RowWrite[] {
  const session: Session = { ...checkout.session, status: 'expired' }
  const intent = provider.store.intents.get(session.payment_intent ?? '')
  const canceled_at = provider.seconds()
  return [
    { table: 'checkouts', row: { ...checkout, session } },
    ...(intent
      ? [{ table: 'intents', row: { ...intent, status: 'canceled', canceled_at } } as const]
      : []),
    ...announce(provider, 'checkout.session.expired', showSession(provider, session)),
  ]
}
