import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { language } from '#core/language.shared.ts'
import { rentalClock } from '#src/catalog/rental-period/rental-period.shared.ts'
import { asset, page } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { checkout, paidFields } from '#src/sales/purchase/purchase.shared.ts'

/** The copy, price and period as the renter saw them. */
const rentFields = z.strictObject({
  owner_account_id: z.uuid(),
  kid: z.uuid(),
  asset_token_id: z.uuid(),
  balance_to_use: z.int(),
  /** States what the renter expects to pay by card: the price less `balance_to_use`, or it is refused. */
  amount_to_pay: z.int().optional(),
  asset_sale_price: z.int().nullish(), // sent along by programs that also buy; renting ignores it
  asset_rent_price: z.int(),
  rental_period_seconds: z.int().positive(),
  rental_clock: rentalClock.default('payment'),
  lang: language.default('en'),
})

/** Holds the copy and opens a card checkout for the rest; `url` is its address. */
export const rentSerial = endpoint('POST', '/assets/rent', {
  once: true,
  body: rentFields,
  reply: z.strictObject({ rental_id: z.uuid(), ...checkout.shape }),
})

/** Pays everything from balance: the rental begins at once. */
export const rentForFree = endpoint('POST', '/assets/rent_for_free', {
  once: true,
  body: rentFields,
  reply: z.strictObject({ rental_id: z.uuid(), status: z.string() }),
})

const rental = z.strictObject({
  ...paidFields,
  id: z.uuid(), // the id of its purchase
  /** `active` or `ended`; the purchase's status before it begins or if it never does. */
  status: z.enum(['reserved', 'canceled', 'expired', 'refunding', 'refunded', 'active', 'ended']),
  rental_period_seconds: z.int(),
  rental_clock: rentalClock,
  start_by: z.iso.datetime().nullable(), // for the first play; null if it counts from the payment
  started_at: z.iso.datetime().nullable(),
  began_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
})
rental.register(z.globalRegistry, { id: 'Rental' })
export type Rental = z.output<typeof rental>

/** Returns one of the caller's rentals, for the page that waits for it. */
export const getRental = endpoint('GET', '/rentals/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: rental,
})

/**
 * Lists titles that the caller rents, soonest end first, or has rented, latest end first, each with its
 * `my_max_expiry`. Titles being paid for count as live.
 */
export const listRented = endpoint('GET', '/assets/rented', {
  query: z.strictObject({ state: z.enum(['live', 'ended']).default('live'), ...paging }),
  reply: page(asset),
})

/** Lists the caller's rentals of one title, newest first; none of a title that they only borrowed. */
export const getRented = endpoint('GET', '/assets/rented/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ asset, rentals: z.array(rental) }),
})

/**
 * Starts the period of the caller's rental that counts from the first play, once, and returns its end. A
 * repeat returns the same end.
 */
export const startRental = endpoint('POST', '/rentals/{id}/start', {
  once: true,
  body: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ id: z.uuid(), ends_at: z.iso.datetime() }),
})
