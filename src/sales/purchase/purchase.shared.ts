import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { language } from '#core/language.shared.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { giftTerms } from '#src/catalog/gift/gift.shared.ts'
import { paging, INT_MAX } from '#core/http/paging.shared.ts'

export const purchaseTransitions = {
  table: 'purchase',
  steps: [
    // from       action     to           by
    ['new', 'settle', 'settled', 'buyer'], // all from balance
    ['new', 'reserve', 'reserved', 'buyer'], // a card part: held until paid
    ['reserved', 'pay', 'settled', 'card'],
    ['reserved', 'cancel', 'canceled', 'buyer'],
    ['reserved', 'abandon', 'canceled', 'platform'], // no checkout could be opened, or a dispute froze the copy
    ['reserved', 'expire', 'expired', 'clock'],
    ['canceled', 'pay', 'refunding', 'card'], // paid too late: refunded
    ['expired', 'pay', 'refunding', 'card'],
    ['settled', 'owe', 'refunding', 'platform'], // the platform could not do its part
    ['settled', 'return', 'refunded', 'platform'], // likewise, and all was paid from balance
    ['refunding', 'refund', 'refunded', 'card'],
    ['refunded', 'bounce', 'refunding', 'card'], // the refund failed later
  ],
} as const satisfies Transitions

const copyWanted = z.strictObject({
  owner_account_id: z.uuid(),
  kid: z.uuid(),
  asset_token_id: z.uuid(),
  asset_sale_price: z.int(),
})

/** `more`: further copies of the same order, bought all or none; `balance_to_use` covers all copies. */
const purchaseFields = z.strictObject({
  ...copyWanted.shape,
  more: z.array(copyWanted).max(99).default([]),
  balance_to_use: z.int(),
  /** States what the buyer expects to pay by card: the prices less `balance_to_use`, or it is refused. */
  amount_to_pay: z.int().optional(),
  lang: language.default('en'),
  /** Gives the copies to other people once they are paid; addresses are in the order of the numbers. */
  gift: giftTerms.optional(),
})

/** A card checkout; `url` is its address. */
export const checkout = z.strictObject({
  id: z.string(),
  key: z.string(),
  url: z.string(),
  held_until: z.iso.datetime(),
})

/** Holds the copies and opens a card checkout for the rest. */
export const purchaseSerial = endpoint('POST', '/assets/purchase', {
  once: true,
  body: purchaseFields,
  reply: z.strictObject({ purchase_id: z.uuid(), ...checkout.shape }),
})

/** Pays everything from balance: the copies change hands at once. */
export const purchaseForFree = endpoint('POST', '/assets/purchase_for_free', {
  once: true,
  body: purchaseFields,
  reply: z.strictObject({ purchase_id: z.uuid(), status: z.string() }),
})

/**
 * The reasons for a declined card that the payer may read. A bank's suspicion (`lost_card`,
 * `fraudulent` …) is shown as `declined` only, as the vendor's page "Decline codes" asks.
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

/** Returns why the last card of a purchase failed; null if none was declined. */
export const getDecline = endpoint('GET', '/purchases/{id}/decline', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ reason: z.enum(declines).nullable() }),
})

/** Returns whether cards can pay now, and after how many seconds to ask again. */
export const getCardState = endpoint('GET', '/card_state', {
  query: z.strictObject({}),
  reply: z.strictObject({ available: z.boolean(), seconds: z.int() }),
})

/**
 * Releases the held copies and balance of an order; a payment that still arrives is refunded.
 * `purchase_id` names the order by any of its purchases, also of a rental. Without it, it is the
 * caller's newest order of the copy.
 */
export const cancelPurchase = endpoint('POST', '/purchase/cancel', {
  once: true,
  body: z.strictObject({
    kid: z.uuid(),
    serial_number: z.int().min(1).max(INT_MAX),
    purchase_id: z.uuid().optional(),
  }),
  reply: z.strictObject({ purchase_id: z.uuid(), status: z.string(), order_copies: z.int() }),
})

/** The fields of a purchase of any kind: the copy, and how its price is paid. */
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
  /** The time at which the card's bank refused the refund; null unless the refund is still owed. */
  refund_failed_at: z.iso.datetime().nullable(),
}

const purchase = z.strictObject({
  ...paidFields,
  id: z.uuid(),
  order_id: z.uuid(), // the order's first purchase
  order_copies: z.int(), // copies of the order
  order_price: z.int(), // yen for all copies
  order_owned: z.boolean(), // the caller owns all copies of the order now
  is_gift: z.boolean(), // bought for another person
  drawn: z.boolean(), // drawn at random: see `GET /draws/{order_id}`
  status: z.string(),
  settled_at: z.iso.datetime().nullable(),
})
purchase.register(z.globalRegistry, { id: 'Purchase' })
export type Purchase = z.output<typeof purchase>

/** Returns one of the caller's purchases, for the page that waits for it; or a claimed copy, for 0 yen. */
export const getPurchase = endpoint('GET', '/purchases/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: purchase,
})

/** Lists the caller's purchases, newest first. `brand` is a brand's account name. */
export const listPurchases = endpoint('GET', '/purchases', {
  query: z.strictObject({
    kid: z.uuid().optional(),
    order_id: z.uuid().optional(),
    number: z.coerce.number().int().min(1).max(INT_MAX).optional(),
    brand: z.string().optional(),
    ...paging,
  }),
  reply: z.strictObject({ items: z.array(purchase), total: z.int() }),
})

/** Receives Stripe's webhook. The action verifies the signature of the raw body. */
export const stripeWebhook = endpoint('POST', '/webhooks/stripe', {
  reply: z.strictObject({ received: z.boolean() }),
})
