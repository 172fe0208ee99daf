import { z } from 'zod'
import { endpoint, requestOf } from '#core/http/endpoint.ts'
import { page } from '#src/catalog/asset/asset.shared.ts'
import { paging, parts } from '#core/http/paging.shared.ts'
import { inputTime } from '#src/catalog/asset/input-time.shared.ts'
import { plainName } from '#core/plain-name.shared.ts'

/** A set of people, and the copies of one title that are reserved for them. */
const allowlist = z.strictObject({
  id: z.uuid(),
  kid: z.uuid(),
  name: z.string(),
  whole: z.boolean(), // reserves every copy of the title that no other list reserves
  numbers: z.string(), // the reserved numbers, as in `1-10,12`; empty for the whole title
  copies: z.int(), // reserved now, which are those the creator still owns
  maximum: z.int().nullable(), // the most of these copies that one person may hold
  early_from: z.iso.datetime().nullable(), // null if nobody else may ever buy them
  people: z.int(),
  arrived: z.int(), // the people who have an account
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})
allowlist.register(z.globalRegistry, { id: 'Allowlist' })
export type Allowlist = z.output<typeof allowlist>

const rules = {
  name: plainName(80),
  maximum: z.int().min(1).max(10_000).nullable(),
  early_from: inputTime.nullable(),
}

/**
 * Lists the allowlists of one of the caller's titles, newest first: ended ones included, those of free
 * rentals not.
 */
export const listAllowlists = endpoint('GET', '/allowlists', {
  query: z.strictObject({ ...parts, kid: z.uuid() }),
  reply: z.strictObject({ items: z.array(allowlist) }),
})

/**
 * Reserves copies for people who are added later. The given copies leave the list they were on; no
 * copies given means the whole title. With `early_from`, which must be before the sale's start, the
 * list's people may buy from then on, and everybody else from the start. Without it nobody else
 * may.
 */
export const createAllowlist = endpoint('POST', '/allowlists', {
  once: true,
  body: z.strictObject({
    kid: z.uuid(),
    name: rules.name,
    asset_token_ids: z.array(z.uuid()).min(1).max(10_000).optional(),
    maximum: rules.maximum.default(null),
    early_from: rules.early_from.default(null),
  }),
  reply: allowlist,
})

/** Changes a list. `asset_token_ids` adds copies; `ended` ends the reservation or resumes it. */
export const updateAllowlist = endpoint('PATCH', '/allowlists/{id}', {
  body: z.strictObject({
    id: z.uuid(),
    name: rules.name.optional(),
    maximum: rules.maximum.optional(),
    early_from: rules.early_from.optional(),
    asset_token_ids: z.array(z.uuid()).min(1).max(10_000).optional(),
    ended: z.boolean().optional(),
  }),
  reply: allowlist,
})

/** A person as the creator named them: by mail address, or by account. */
const listedPerson = z.strictObject({
  id: z.int(),
  email: z.string().nullable(),
  username: z.string().nullable(),
  account_id: z.uuid().nullable(),
  arrived: z.boolean(), // has an account
  added_at: z.iso.datetime(),
})
export type ListedPerson = z.output<typeof listedPerson>

/**
 * Lists a list's people in the order of their addition; `q` is part of an address or a username.
 */
export const listPeople = endpoint('GET', '/allowlists/{id}/people', {
  query: z.strictObject({ ...paging, id: z.uuid(), q: z.string().trim().max(254).optional() }),
  reply: page(listedPerson),
})

/**
 * The outcomes of a line; a `waiting` address is listed and counts once a person signs in with it.
 */
export const lineOutcomes = ['added', 'already', 'waiting', 'unknown', 'invalid'] as const
export type LineOutcome = (typeof lineOutcomes)[number]

const PLACES_MAX = 2_500_000 // characters, for 20,000 people and a text of the longest length

const removed = {
  removed: z.string(),
  removed_count: z.int(),
  places: z.string(), // sealed: the accounts of removed addresses; empty without any
}

/**
 * Adds people to a list: mail addresses, usernames or account ids, one a line or separated by
 * commas, or a CSV file with columns `email`, `username` and `account_id`. `replace` removes
 * everybody else. `review` writes nothing and returns what would happen. `removed` can be sent
 * again as `text`, with `places`, so that places by address go back to the people who had them. Who is
 * added to the list of an open free rental gets its mail, unless `places` are sent.
 */
export const addPeople = endpoint('POST', '/allowlists/{id}/people', {
  body: z.strictObject({
    id: z.uuid(),
    text: z.string().max(1_000_000),
    replace: z.boolean().default(false),
    review: z.boolean().default(false),
    places: z.string().max(PLACES_MAX).optional(),
  }),
  bodyMax: 4 * 1024 ** 2, // the longest text with the places of a full list
  reply: z.strictObject({
    counts: z.record(z.enum(lineOutcomes), z.int()),
    faults: z.array(
      z.strictObject({ line: z.int(), text: z.string(), outcome: z.enum(lineOutcomes) }),
    ), // the first lines that name no account, or cannot
    ...removed,
    people: z.int(), // on the list afterwards
  }),
})
export type PeopleReview = z.output<typeof addPeople.reply>

/** Removes people from a list. They keep the copies they bought. */
export const removePeople = endpoint('POST', '/allowlists/{id}/people/removals', {
  body: z.strictObject({ id: z.uuid(), people: z.array(z.int()).min(1).max(1_000) }),
  reply: z.strictObject(removed),
})
export type RemovedPeople = z.output<typeof removePeople.reply>

/** Exports a list's people as CSV, in the form that `addPeople` reads. */
export const exportPeople = endpoint('GET', '/allowlists/{id}/export', {
  query: z.strictObject({ id: z.uuid() }),
  file: ['text/csv'],
  reply: z.string(),
})

/** Returns the URL of that export, for a download link. */
export const peopleFile = (id: string) => requestOf(exportPeople, { id }).url

/** The reasons for which the caller may not acquire a copy. */
export const restrictionReasons = [
  'region_unavailable',
  'not_designated_acquirer',
  'sale_not_started',
  'sale_ended',
  'max_holding_reached',
] as const

/**
 * Returns the restrictions between the caller and a copy. `maximum`, `held` and `remaining` belong
 * to the limit that is reached first. A caller who is not designated learns nothing about the list.
 */
export const getAcquisitionRestriction = endpoint('GET', '/acquisition_restriction', {
  query: z.strictObject({ asset_token_id: z.uuid() }),
  reply: z.strictObject({
    asset_token_id: z.uuid(),
    restricted: z.boolean(), // reserved by a list or a coupon
    reserved_by: z.enum(['list', 'coupon']).nullable(),
    designated: z.boolean(), // the reservation is for the caller
    maximum: z.int().nullable(),
    held: z.int(), // by the caller, including copies being paid for
    remaining: z.int().nullable(), // null if there is no limit
    sale_starting_at: z.iso.datetime().nullable(), // for everybody
    early_from: z.iso.datetime().nullable(), // the caller's earlier start
    sale_ending_at: z.iso.datetime().nullable(),
    region: z.strictObject({
      only_japan_accessible: z.boolean(),
      country: z.string(), // ISO 3166-1 alpha-2 of the request's IP address, or ZZ if unknown
      allowed: z.boolean(),
    }),
    reason: z.enum(restrictionReasons).nullable(),
  }),
})
export type AcquisitionRestriction = z.output<typeof getAcquisitionRestriction.reply>
