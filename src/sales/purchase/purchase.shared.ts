import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { INT_MAX } from '#src/catalog/asset/asset.shared.ts'

export const purchaseTransitions = {
  table: 'purchase',
  steps: [
    // from       act        to           by
    ['new', 'settle', 'settled', 'buyer'], // all from balance
    ['new', 'reserve', 'reserved', 'buyer'], // a card part: held until paid
    ['reserved', 'pay', 'settled', 'card'],
    ['reserved', 'cancel', 'canceled', 'buyer'],
    ['reserved', 'abandon', 'canceled', 'platform'], // no checkout could be opened
    ['reserved', 'expire', 'expired', 'clock'],
    ['canceled', 'pay', 'refunding', 'card'], // paid too late: the money goes back
    ['expired', 'pay', 'refunding', 'card'],
    ['refunding', 'refund', 'refunded', 'card'],
    ['refunded', 'bounce', 'refunding', 'card'], // it did not take the money after all
  ],
} as const satisfies Transitions

const copyWanted = z.strictObject({
  owner_account_id: z.uuid(),
  kid: z.uuid(),
  asset_token_id: z.uuid(),
  asset_sale_price: z.int(),
})

/** `more`: copies that are bought with it, all or none; `balance_to_use` is for all of them. */
const purchaseFields = z.strictObject({
  ...copyWanted.shape,
  more: z.array(copyWanted).max(99).default([]),
  balance_to_use: z.int(),
  lang: z.string().min(2).max(10).default('en'),
})

/** Holds the copies and asks for the card part; the reply's `url` is the card checkout. */
export const purchaseSerial = endpoint('POST', '/assets/purchase', {
  once: true,
  body: purchaseFields,
  reply: z.strictObject({
    purchase_id: z.uuid(),
    id: z.string(),
    key: z.string(),
    url: z.string(),
    held_until: z.iso.datetime(),
  }),
})

/** Pays all from balance: the copies change hands at once. */
export const purchaseForFree = endpoint('POST', '/assets/purchase_for_free', {
  once: true,
  body: purchaseFields,
  reply: z.strictObject({ purchase_id: z.uuid(), status: z.string() }),
})

/**
 * Why a card did not pay, as people may be told: what a bank suspects of a card (`lost_card`,
 * `fraudulent` …) is none of the payer's business and only `declined` (source: the vendor's
 * "Decline codes").
 */
export const declines = [
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'limit',
  'not_confirmed', // 3-D Secure
  'try_again',
  'declined',
] as const
export type Decline = (typeof declines)[number]

/** Why the last card that was tried on a purchase's page did not pay; null where none was refused. */
export const getDecline = endpoint('GET', '/purchases/{id}/decline', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ reason: z.enum(declines).nullable() }),
})

/** Whether a card can pay just now, and in how many seconds it is worth asking again. */
export const getCardState = endpoint('GET', '/card_state', {
  query: z.strictObject({}),
  reply: z.strictObject({ available: z.boolean(), seconds: z.int() }),
})

/** Gives the held copies of an order and the held balance back; a payment that still comes is refunded. */
export const cancelPurchase = endpoint('POST', '/purchase/cancel', {
  once: true,
  body: z.strictObject({ kid: z.uuid(), serial_number: z.int().min(1).max(INT_MAX) }),
  reply: z.strictObject({ purchase_id: z.uuid(), status: z.string(), order_copies: z.int() }),
})

/** One copy that somebody pays for, be it to keep or for a while, and how the yen come together. */
export const paidFields = {
  kid: z.uuid(),
  asset_token_id: z.uuid(),
  number: z.int(),
  title: z.string(),
  price: z.int(),
  points_used: z.int(),
  sales_used: z.int(),
  balance_used: z.int(),
  card_amount: z.int(),
  tax: z.int(),
  seller_username: z.string(),
  brand_account: z.string().nullable(),
  checkout_url: z.string().nullable(),
  held_until: z.iso.datetime(),
  created_at: z.iso.datetime(),
  /** While it is refunding: when the card's bank did not take the money back. */
  refund_failed_at: z.iso.datetime().nullable(),
}

const purchase = z.strictObject({
  ...paidFields,
  id: z.uuid(),
  order_id: z.uuid(), // the purchase of the first copy bought with it
  order_copies: z.int(), // how many were bought with it, itself among them
  order_price: z.int(), // yen for all of them
  drawn: z.boolean(), // at random: `GET /draws/{order_id}` tells how
  status: z.string(),
  settled_at: z.iso.datetime().nullable(),
})
export type Purchase = z.output<typeof purchase>

/** One's own purchase, for the page that waits for it. */
export const getPurchase = endpoint('GET', '/purchases/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: purchase,
})

/** The caller's purchases, newest first; `brand` is a brand's account, `order_id` what was bought together. */
export const listPurchases = endpoint('GET', '/purchases', {
  query: z.strictObject({
    kid: z.uuid().optional(),
    order_id: z.uuid().optional(),
    number: z.coerce.number().int().min(1).max(INT_MAX).optional(),
    brand: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(16),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  reply: z.strictObject({ items: z.array(purchase), total: z.int() }),
})

/** Stripe's webhook: the signature is checked on the raw body. */
export const stripeWebhook = endpoint('POST', '/webhooks/stripe', {
  reply: z.strictObject({ received: z.boolean() }),
})
