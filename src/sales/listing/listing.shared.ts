import { z } from 'zod'
import { rentalClock } from '#src/catalog/rental-period/rental-period.shared.ts'
import { endpoint } from '#core/http/endpoint.ts'
import { INT_MAX } from '#core/http/paging.shared.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { type CopyDeal, copyDeals } from '#src/sales/deal/deal.shared.ts'

export const listingTransitions = {
  table: 'listing',
  steps: [
    // from        action     to           by
    ['new', 'prepare', 'preparing', 'owner'],
    ['preparing', 'open', 'open', 'platform'],
    ['preparing', 'delist', 'delisted', 'owner'],
    ['preparing', 'delist', 'delisted', 'platform'], // its payment is disputed, or its seller suspended
    ['open', 'delist', 'delisted', 'owner'],
    ['open', 'delist', 'delisted', 'platform'],
    ['open', 'sell', 'sold', 'platform'],
    ['preparing', 'trade', 'traded', 'platform'],
    ['open', 'trade', 'traded', 'platform'],
    ['open', 'give', 'given', 'platform'], // given away for free
  ],
} as const satisfies Transitions

/** The offer of a listing: one of the deals, or the copy for another one. */
export type ListingType = CopyDeal | 'trade'

const outcomes = z.strictObject({
  batch: z.uuid(),
  items: z.array(
    z.strictObject({
      asset_token_id: z.uuid(),
      outcome: z.enum(['preparing', 'delisted', 'refused']),
      code: z.string().nullable(), // the reason for a refusal, as in the error catalogue
    }),
  ),
})
outcomes.register(z.globalRegistry, { id: 'ListingOutcomes' })
export type ListingOutcomes = z.output<typeof outcomes>

const tokens = z.array(z.uuid()).min(1).max(10_000)

/** Lists copies for sale, for rent or for trade. Each listing is prepared and opens a moment later, or is refused with a code. */
export const listSerialsForSale = endpoint('POST', '/assets/list', {
  once: true,
  body: z.strictObject({
    listing_type: z.enum(['sale', 'rental', 'trade']),
    asset_token_ids: tokens,
    sale_price: z.int().optional(),
    rent_price: z.int().optional(),
    rental_period_seconds: z.int().positive().optional(),
    rental_clock: rentalClock.optional(), // what the period counts from; `payment` if absent
    batch: z.uuid().optional(), // shared by the calls that one click was split into
    reprice: z.boolean().optional(), // gives copies that are already listed the new price
    end_secondary: z.boolean().optional(), // delists holders' rental offers when the creator starts to rent out
  }),
  reply: outcomes,
})

/** Delists copies. A copy that a buyer is paying for stays listed. */
export const delistSerials = endpoint('POST', '/assets/delist', {
  once: true,
  body: z.strictObject({ asset_token_ids: tokens, batch: z.uuid().optional() }),
  reply: outcomes,
})

/** Withdraws a title of which nobody else has ever owned a copy. */
export const withdrawAsset = endpoint('POST', '/assets/withdraw', {
  body: z.strictObject({ kid: z.uuid() }),
  reply: z.strictObject({ kid: z.uuid(), withdrawn_at: z.iso.datetime() }),
})
/** Undoes a withdrawal while the title's files are still stored. */
export const restoreAsset = endpoint('POST', '/assets/restore', {
  body: z.strictObject({ kid: z.uuid() }),
  reply: z.strictObject({ kid: z.uuid(), published_at: z.iso.datetime() }),
})

const profit = z.strictObject({
  price: z.int(),
  platform_fee: z.int(),
  royalty: z.int(),
  creator_royalty: z.int(),
  net: z.int(),
  tax: z.int(),
  is_primary: z.boolean(),
  needs_balance: z.boolean(), // below the card minimum, so buyers need balance
})
profit.register(z.globalRegistry, { id: 'Profit' })
export type Profit = z.output<typeof profit>

/**
 * Splits a price into shares with the arithmetic of the settlement: of a copy sold by its owner; of a
 * title's copy sold by the caller; or, if neither is named, of the first sale of a title that is still
 * being created. The kind `trade` is a top-up that is paid for the copy.
 */
export const calculateProfit = endpoint('GET', '/profit_calculate', {
  query: z.strictObject({
    kid: z.uuid().optional(),
    asset_token_id: z.uuid().optional(),
    kind: z.enum([...copyDeals, 'trade']).default('sale'),
    price: z.coerce.number().int().min(1).max(9_999_999),
  }),
  reply: profit,
})

/** Splits the price at which a copy is for sale or for rent; `not_found` if it is neither. */
export const getProfitOfOffer = endpoint('GET', '/assets/{id}/serials/{number}/profit', {
  query: z.strictObject({ id: z.uuid(), number: z.coerce.number().int().min(1).max(INT_MAX) }),
  reply: profit,
})

/** Names what a message about one copy's listing is about: a later one replaces it. */
export const listingOf = (copies: readonly { asset_token_id: string }[]): string | undefined =>
  copies.length === 1 ? `listing ${copies[0]!.asset_token_id}` : undefined
