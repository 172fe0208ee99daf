import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { language } from '#core/language.shared.ts'
import { checkout } from '#src/sales/purchase/purchase.shared.ts'

const hex = z.string().regex(/^[\da-f]{64}$/)

/** The reasons why nothing can be drawn from a group now. */
export const drawObstacles = [
  'prices_differ',
  'nothing_left',
  'region_unavailable',
  'sale_not_started',
  'sale_ended',
] as const

/** Returns what can be drawn from a group: its titles, their odds and the one price. */
export const getDraw = endpoint('GET', '/groups/{id}/draw', {
  query: z.strictObject({ id: z.string() }),
  reply: z.strictObject({
    group_key: z.uuid(),
    name: z.string(),
    obstacle: z.enum(drawObstacles).nullable(),
    price: z.int().nullable(), // yen per copy
    most: z.int(), // copies per draw
    remaining: z.int(),
    lots: z.array(
      z.strictObject({
        kid: z.uuid(),
        title: z.string(),
        remaining: z.int(), // divided by the group's `remaining`: the odds of the first copy
        copies_count: z.int(),
      }),
    ),
    commitment: hex.nullable(), // to the seed of the caller's next draw; null for guests
  }),
})

/**
 * Draws copies from a group and buys all or none of them: settled at once if `balance_to_use` is the
 * whole price, else held for the card payment. `client_seed` is mixed into the draw; after an unpaid
 * draw the first one stays in force. `commitment`, if given, must still belong to the next seed.
 */
export const randomlyPurchase = endpoint('POST', '/assets/randomly_purchase', {
  once: true,
  body: z.strictObject({
    number_of_purchases: z.int().min(1).max(100),
    group_id: z.string(),
    balance_to_use: z.int(),
    lang: language.default('en'),
    price: z.int().optional(), // per copy, as the buyer saw it
    client_seed: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
    commitment: hex.optional(),
  }),
  reply: z.strictObject({
    purchase_id: z.uuid(),
    status: z.string(),
    commitment: hex,
    id: checkout.shape.id.nullable(), // the checkout's id, key and URL
    key: checkout.shape.key.nullable(),
    url: checkout.shape.url.nullable(),
    held_until: checkout.shape.held_until.nullable(),
  }),
})

/** Returns a draw with everything needed to repeat it. The seed is shown once the order is paid. */
export const getDrawResult = endpoint('GET', '/draws/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({
    id: z.uuid(),
    group_name: z.string(),
    drawn_at: z.iso.datetime(),
    status: z.string(),
    commitment: hex,
    seed: hex.nullable(),
    client_seed: z.string(),
    copies: z.int(),
    lots: z.array(
      z.strictObject({
        kid: z.uuid(),
        title: z.string(),
        numbers: z.string(), // the numbers that were left, as ranges: `1-30,32`
        all: z.string().optional(), // every number of the title
        at_most: z.int().nullable(),
      }),
    ),
    drawn: z.array(z.strictObject({ kid: z.uuid(), number: z.int() })),
  }),
})
