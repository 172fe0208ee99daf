import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'

const hex = z.string().regex(/^[\da-f]{64}$/)

/** Why nothing is drawn out of a group now. */
export const drawObstacles = [
  'prices_differ',
  'nothing_left',
  'region_unavailable',
  'sale_not_started',
  'sale_ended',
] as const

/** A group as it can be bought from at random: what is in it, at which odds, at one price. */
export const getDraw = endpoint('GET', '/groups/{id}/draw', {
  query: z.strictObject({ id: z.string() }),
  reply: z.strictObject({
    group_key: z.uuid(),
    name: z.string(),
    obstacle: z.enum(drawObstacles).nullable(),
    price: z.int().nullable(), // yen, of each copy
    most: z.int(), // copies at once
    remaining: z.int(),
    lots: z.array(
      z.strictObject({
        kid: z.uuid(),
        title: z.string(),
        remaining: z.int(), // of `remaining` in all: its odds for the first copy
        copies_count: z.int(),
      }),
    ),
    commitment: hex.nullable(), // to the seed of one's own next draw; guests have none
  }),
})

const purchase = purchaseSerial.reply.shape

/**
 * Draws copies out of a group and buys them, all or none: settled at once where `balance_to_use` is
 * the whole price, else held for the card. `client_seed` is mixed into the draw and stays for a draw
 * that was not paid; `commitment`, where given, must still be the one that counts.
 */
export const randomlyPurchase = endpoint('POST', '/assets/randomly_purchase', {
  once: true,
  body: z.strictObject({
    number_of_purchases: z.int().min(1).max(100),
    group_id: z.string(),
    balance_to_use: z.int(),
    lang: z.string().min(2).max(10).default('en'),
    price: z.int().optional(), // of each copy, as it was seen
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
    id: purchase.id.nullable(), // of the checkout, its key and address
    key: purchase.key.nullable(),
    url: purchase.url.nullable(),
    held_until: purchase.held_until.nullable(),
  }),
})

/** A draw for anybody to do again; the seed is shown once its order is paid. */
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
        numbers: z.string(), // that were left, as ranges: `1-30,32`
        all: z.string().optional(), // its numbers, gone or left
        at_most: z.int().nullable(),
      }),
    ),
    drawn: z.array(z.strictObject({ kid: z.uuid(), number: z.int() })),
  }),
})
