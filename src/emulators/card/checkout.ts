import { z } from 'zod'
import { checked, expansions, type Fields, isWithin, listOf, listParams } from './form.ts'
import { metadata, timeRange, wholeNumber } from './form.ts'
import { type Checkout, newId, type Session } from './objects.ts'
import { missing, refuse } from './refused.ts'
import { announce, type Desk, type Put } from './store.ts'

// Source: the vendor's API reference, "Checkout Sessions".
const AMOUNT_MIN = 50 // yen
const AMOUNT_MAX = 99_999_999 // yen
const LIVES_MIN = 30 * 60 // seconds
const LIVES_MAX = 24 * 3600 // seconds

const text = z.string().max(5000)
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
  customer_email: z.email().optional(),
  locale: z.string().optional(),
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

export function createSession(desk: Desk, fields: Fields): { reply: object; puts: Put[] } {
  const params = checked(createParams, fields)
  const created = desk.seconds()
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
    customer_email: params.customer_email ?? null,
    expires_at,
    livemode: false,
    locale: params.locale ?? null,
    metadata: params.metadata,
    mode: 'payment',
    payment_intent: null, // made when somebody first tries to pay, as at the vendor
    payment_method_types: params.allowed_payment_method_types,
    payment_status: 'unpaid',
    status: 'open',
    success_url: params.success_url,
  }
  const { description = null, metadata: kept = {} } = params.payment_intent_data ?? {}
  const title = params.line_items.map(({ price_data }) => price_data.product_data.name).join(', ')
  const row: Checkout = { id: session.id, session, title, intent: { description, metadata: kept } }
  return { reply: showSession(desk, session), puts: [{ table: 'checkouts', row }] }
}

/** Only an open session has an address: where it was, its page says what became of it. */
export function showSession(desk: Desk, session: Session) {
  return { ...session, url: session.status === 'open' ? desk.pageUrl(session.id) : null }
}

/** The session as it is now: one whose time has come is expired by whoever looks first. */
export function findCheckout(desk: Desk, id: string): Checkout {
  const checkout = desk.store.checkouts.get(id) ?? missing('checkout.session', id)
  if (!isOverdue(desk, checkout)) return checkout
  desk.store.write(expiry(desk, checkout))
  return desk.store.checkouts.get(id)!
}

export function expireOverdue(desk: Desk) {
  for (const checkout of desk.store.checkouts.values())
    if (isOverdue(desk, checkout)) desk.store.write(expiry(desk, checkout))
}

export function expireSession(desk: Desk, id: string): { reply: object; puts: Put[] } {
  const checkout = findCheckout(desk, id)
  const { status } = checkout.session
  if (status !== 'open')
    refuse(
      400,
      'Only Checkout Sessions with a status in ["open"] can be expired. ' +
        `This Checkout Session has a status of ${status}.`,
    )
  const puts = expiry(desk, checkout)
  return { reply: { ...checkout.session, status: 'expired', url: null }, puts }
}

const sessionFilters = listParams({
  created: timeRange,
  payment_intent: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
})

export function listSessions(desk: Desk, fields: Fields) {
  expireOverdue(desk)
  const params = checked(sessionFilters, fields)
  const wanted = [...desk.store.checkouts.values()]
    .map(({ session }) => session)
    .filter(
      ({ created, payment_intent, status }) =>
        isWithin(created, params.created) &&
        (!params.payment_intent || params.payment_intent === payment_intent) &&
        (!params.status || params.status === status),
    )
  const page = listOf('/v1/checkout/sessions', wanted, params)
  return { ...page, data: page.data.map((session) => showSession(desk, session)) }
}

function isOverdue(desk: Desk, { session }: Checkout): boolean {
  return session.status === 'open' && session.expires_at <= desk.seconds()
}

function expiry(desk: Desk, checkout: Checkout): Put[] {
  const session: Session = { ...checkout.session, status: 'expired' }
  const intent = desk.store.intents.get(session.payment_intent ?? '')
  const canceled_at = desk.seconds()
  return [
    { table: 'checkouts', row: { ...checkout, session } },
    ...(intent
      ? [{ table: 'intents', row: { ...intent, status: 'canceled', canceled_at } } as const]
      : []),
    ...announce(desk, 'checkout.session.expired', showSession(desk, session)),
  ]
}
