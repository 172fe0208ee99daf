import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { asset, page, paging } from '#src/catalog/asset/asset.shared.ts'
import { paidFields, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'

/** One copy, one price and one period, as the renter saw them. */
const rentFields = z.strictObject({
  owner_account_id: z.uuid(),
  kid: z.uuid(),
  asset_token_id: z.uuid(),
  balance_to_use: z.int(),
  asset_rent_price: z.int(),
  rental_period_seconds: z.int().positive(),
  lang: z.string().min(2).max(10).default('en'),
})

/** Holds the copy and asks for the card part; the reply's `url` is the card checkout. */
export const rentSerial = endpoint('POST', '/assets/rent', {
  once: true,
  body: rentFields,
  reply: z.strictObject({
    rental_id: z.uuid(),
    ...purchaseSerial.reply.omit({ purchase_id: true }).shape,
  }),
})

/** Pays all from balance: the rental begins at once. */
export const rentForFree = endpoint('POST', '/assets/rent_for_free', {
  once: true,
  body: rentFields,
  reply: z.strictObject({ rental_id: z.uuid(), status: z.string() }),
})

const rental = z.strictObject({
  ...paidFields,
  id: z.uuid(), // its purchase's
  /** `active` or `ended`, and before it begins, or where it never does, its purchase's status. */
  status: z.enum(['reserved', 'canceled', 'expired', 'refunding', 'refunded', 'active', 'ended']),
  rental_period_seconds: z.int(),
  began_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
})
export type Rental = z.output<typeof rental>

/** One's own rental, for the page that waits for it. */
export const getRental = endpoint('GET', '/rentals/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: rental,
})

/**
 * Titles that the caller rents, soonest end first, or rented before, latest end first; each with its
 * `my_max_expiry`. Those being paid for stand with the live ones.
 */
export const listRented = endpoint('GET', '/assets/rented', {
  query: z.strictObject({ state: z.enum(['live', 'ended']).default('live'), ...paging }),
  reply: page(asset),
})

/** The caller's rentals of one title, newest first. */
export const getRented = endpoint('GET', '/assets/rented/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ asset, rentals: z.array(rental) }),
})
