import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import type { Transitions } from '#core/database/transitions.ts'

export const listingTransitions = {
  table: 'listing',
  steps: [
    // from        act        to           by
    ['new', 'prepare', 'preparing', 'owner'],
    ['preparing', 'open', 'open', 'platform'],
    ['preparing', 'delist', 'delisted', 'owner'],
    ['preparing', 'delist', 'delisted', 'platform'], // its payment is disputed
    ['open', 'delist', 'delisted', 'owner'],
    ['open', 'delist', 'delisted', 'platform'],
    ['open', 'sell', 'sold', 'platform'],
  ],
} as const satisfies Transitions

const outcomes = z.strictObject({
  batch: z.uuid(),
  items: z.array(
    z.strictObject({
      asset_token_id: z.uuid(),
      outcome: z.enum(['preparing', 'delisted', 'refused']),
      code: z.string().nullable(), // why it was refused: a code of the error catalogue
    }),
  ),
})
export type ListingOutcomes = z.output<typeof outcomes>

const tokens = z.array(z.uuid()).min(1).max(10_000)

/** Puts copies on offer; each is prepared and opens a moment later, or says why not. */
export const listSerialsForSale = endpoint('POST', '/assets/list', {
  once: true,
  body: z.strictObject({
    listing_type: z.enum(['sale', 'rental', 'trade']),
    asset_token_ids: tokens,
    sale_price: z.int().optional(),
    rent_price: z.int().optional(),
    rental_period_seconds: z.int().positive().optional(),
    batch: z.uuid().optional(), // of the calls that one click is made in
    reprice: z.boolean().optional(), // what is on offer already gets this price
    end_secondary: z.boolean().optional(), // the creator's rentals begin, the holders' are taken off
  }),
  reply: outcomes,
})

/** Takes copies off the market; what somebody is paying for stays. */
export const delistSerials = endpoint('POST', '/assets/delist', {
  once: true,
  body: z.strictObject({ asset_token_ids: tokens, batch: z.uuid().optional() }),
  reply: outcomes,
})

/**
 * What its creator rents a title out for now, every copy alike; while they do, or a rental of theirs
 * runs, holders cannot. `secondary_listings`: holders' copies on offer that nobody rents.
 */
export const getRentalTerms = endpoint('GET', '/assets/{id}/rental_terms', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({
    terms: z.strictObject({ rent_price: z.int(), rental_period_seconds: z.int() }).nullable(),
    is_running: z.boolean(),
    secondary_listings: z.int(),
  }),
})

export type RentalTerms = z.output<typeof getRentalTerms.reply>

/** Takes a title back that nobody else ever owned a copy of; its creator may undo that for a while. */
export const withdrawAsset = endpoint('POST', '/assets/withdraw', {
  body: z.strictObject({ kid: z.uuid() }),
  reply: z.strictObject({ kid: z.uuid(), withdrawn_at: z.iso.datetime() }),
})
export const restoreAsset = endpoint('POST', '/assets/restore', {
  body: z.strictObject({ kid: z.uuid() }),
  reply: z.strictObject({ kid: z.uuid(), published_at: z.iso.datetime() }),
})

/**
 * Who would get what of a price; the settlement's own arithmetic. Asked of a title of one's own, of
 * a copy, or of neither: of the first sale of a title that is not there yet.
 */
export const calculateProfit = endpoint('GET', '/profit_calculate', {
  query: z.strictObject({
    kid: z.uuid().optional(),
    asset_token_id: z.uuid().optional(),
    kind: z.enum(['sale', 'rental']).default('sale'),
    price: z.coerce.number().int().min(1).max(9_999_999),
  }),
  reply: z.strictObject({
    price: z.int(),
    platform_fee: z.int(),
    royalty: z.int(),
    creator_royalty: z.int(),
    net: z.int(),
    tax: z.int(),
    is_primary: z.boolean(),
    needs_balance: z.boolean(), // under the card's minimum: buyers need balance for it
  }),
})
