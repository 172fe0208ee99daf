import { z } from 'zod'
import { endpoint, requestOf } from '#core/http/endpoint.ts'
import { language } from '#core/language.shared.ts'
import { page, tileFacts } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'

const COPIES_MAX = 10_000

/** How far ahead a free rental can start, in days. */
export const START_DAYS_MAX = 365

/** The states of a free rental. */
export const freeRentalStatuses = ['scheduled', 'open', 'ended'] as const

/** A free rental as its creator sees it. */
const freeRental = z.strictObject({
  id: z.uuid(),
  kid: z.uuid(),
  title: z.string(),
  status: z.enum(freeRentalStatuses),
  numbers: z.string(), // as in `1-10,12`
  copies: z.int(),
  seats_left: z.int(), // copies that somebody can rent now
  rental_period_seconds: z.int(),
  allowlist_id: z.uuid(), // its list, for the calls about people on a list
  people: z.int(), // on its list
  renters: z.int(), // people who have rented
  rentals: z.int(),
  running: z.int(), // rentals that run now
  lang: language,
  created_at: z.iso.datetime(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime().nullable(), // null: until its creator ends it
  closed_at: z.iso.datetime().nullable(),
})
freeRental.register(z.globalRegistry, { id: 'FreeRental' })
export type FreeRental = z.output<typeof freeRental>

/**
 * Lets the named people rent copies for 0 yen. `allowed_asset_renters` are mail addresses or usernames,
 * one an element, or pasted lines of them, or a CSV file. Locks all copies, or refuses with the first
 * that cannot be lent.
 */
export const createFreeRental = endpoint('POST', '/free_rental_settings', {
  once: true,
  body: z.strictObject({
    asset_token_ids: z.array(z.uuid()).min(1).max(COPIES_MAX),
    rental_period_seconds: z.int().positive(),
    allowed_asset_renters: z.array(z.string().max(1_000_000)).min(1).max(20_000),
    starts_at: z.iso.datetime().nullable().default(null), // null: now
    ends_at: z.iso.datetime().nullable().default(null),
    lang: language.default('en'),
  }),
  reply: freeRental,
})

/** Lists the caller's free rentals, newest first. */
export const listFreeRentals = endpoint('GET', '/free_rental_settings', {
  query: z.strictObject(paging),
  reply: page(freeRental),
})

const byId = z.strictObject({ id: z.uuid() })

/** Returns one of the caller's free rentals. */
export const getFreeRental = endpoint('GET', '/free_rental_settings/{id}', {
  query: byId,
  reply: freeRental,
})

/** Ends a free rental: copies that nobody rents are free again. Running rentals go on. */
export const endFreeRental = endpoint('POST', '/free_rental_settings/{id}/end', {
  once: true,
  body: byId,
  reply: freeRental,
})

const invited = z.strictObject({
  email: z.string().nullable(), // as the creator named the person, if so
  username: z.string().nullable(), // of a person named by account
  rentals: z.int(),
  last_began_at: z.iso.datetime().nullable(),
  running_until: z.iso.datetime().nullable(),
})
export type InvitedRenter = z.output<typeof invited>

/** Lists the people of one of the caller's free rentals: the latest renters first. */
export const listRenters = endpoint('GET', '/free_rental_settings/{id}/renters', {
  query: z.strictObject({ ...paging, id: z.uuid() }),
  reply: page(invited),
})

/** Exports the people of a free rental as CSV. */
export const exportRenters = endpoint('GET', '/free_rental_settings/{id}/export', {
  query: byId,
  file: ['text/csv'],
  reply: z.string(),
})
/** Returns the URL of that export, for a download link. */
export const rentersFile = (id: string) => requestOf(exportRenters, { id }).url

/** The reasons for which a named person cannot rent now. */
export const freeRentalReasons = [
  'free_rental_closed',
  'already_renting',
  'all_rented',
  'region_unavailable',
] as const

/** Returns a free rental to a person on its list, once it is open; `not_found` to all others. */
export const getFreeRentalOffer = endpoint('GET', '/free_rentals/{id}', {
  query: byId,
  reply: tileFacts.extend({
    id: z.uuid(),
    owner_account_id: z.uuid(),
    creator: z.string(),
    rental_period_seconds: z.int(),
    ends_at: z.iso.datetime().nullable(),
    copies: z.int(),
    seats_left: z.int(),
    /** A copy to rent, which may go to another person meanwhile; null if none is left. */
    asset_token_id: z.uuid().nullable(),
    number: z.int().nullable(),
    rented_until: z.iso.datetime().nullable(), // the caller's running rental of the title
    reason: z.enum(freeRentalReasons).nullable(),
  }),
})
export type FreeRentalOffer = z.output<typeof getFreeRentalOffer.reply>
