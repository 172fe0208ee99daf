import { z } from 'zod'
import { endpoint, requestOf } from '#core/http/endpoint.ts'
import { inputTime, page, paging } from '#src/catalog/asset/asset.shared.ts'
import { plainName } from '#src/catalog/asset/plain-name.shared.ts'

/** A set of people, and the copies of one title that are held for them. */
const allowlist = z.strictObject({
  id: z.uuid(),
  kid: z.uuid(),
  name: z.string(),
  whole: z.boolean(), // every copy of the title that no other list holds
  numbers: z.string(), // those it names, as in `1-10,12`; empty where it holds the whole title
  copies: z.int(), // how many it holds now: those that are its creator's still
  maximum: z.int().nullable(), // of these copies, for each person
  early_from: z.iso.datetime().nullable(), // null: they are theirs alone
  people: z.int(),
  arrived: z.int(), // how many of them have an account
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})
export type Allowlist = z.output<typeof allowlist>

const rules = {
  name: plainName(80),
  maximum: z.int().min(1).max(10_000).nullable(),
  early_from: inputTime.nullable(),
}

/** The lists of a title of one's own, the newest first; those that have ended too. */
export const listAllowlists = endpoint('GET', '/allowlists', {
  query: z.strictObject({ kid: z.uuid() }),
  reply: z.strictObject({ items: z.array(allowlist) }),
})

/**
 * Holds copies for people that are named afterwards: those given, which leave the list they were on,
 * or without any the whole title. With `early_from`, which is before the sale starts, its people may
 * buy from then on and everybody else from its start; without, nobody else may at all.
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

/** Changes a list; `asset_token_ids` are held by it as well, `ended` lets everything go or takes it up. */
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

/** A person as the creator named them: an address, else an account with its name. */
const listedPerson = z.strictObject({
  id: z.int(),
  email: z.string().nullable(),
  username: z.string().nullable(),
  account_id: z.uuid().nullable(),
  arrived: z.boolean(), // has an account
  added_at: z.iso.datetime(),
})
export type ListedPerson = z.output<typeof listedPerson>

/** Who is on a list, in the order they were named; `q` is part of an address or a name. */
export const listPeople = endpoint('GET', '/allowlists/{id}/people', {
  query: z.strictObject({ ...paging, id: z.uuid(), q: z.string().trim().max(254).optional() }),
  reply: page(listedPerson),
})

/** What became of a line; `waiting` is on the list, and counts once somebody signs in with it. */
export const lineOutcomes = ['added', 'already', 'waiting', 'unknown', 'invalid'] as const
export type LineOutcome = (typeof lineOutcomes)[number]

/**
 * Puts people on a list: addresses, usernames or account ids, as lines, separated by commas, or a CSV
 * file with columns of those names. `replace`: whoever is not named comes off it. `review`: nothing is
 * written, the answer says what would be. `removed` names those who came off, to be put on again.
 */
export const addPeople = endpoint('POST', '/allowlists/{id}/people', {
  body: z.strictObject({
    id: z.uuid(),
    text: z.string().max(1_000_000),
    replace: z.boolean().default(false),
    review: z.boolean().default(false),
  }),
  reply: z.strictObject({
    counts: z.record(z.enum(lineOutcomes), z.int()),
    faults: z.array(
      z.strictObject({ line: z.int(), text: z.string(), outcome: z.enum(lineOutcomes) }),
    ), // the first of those that are nobody's yet, or cannot be anybody's
    removed: z.string(),
    removed_count: z.int(),
    people: z.int(), // on it afterwards
  }),
})
export type PeopleReview = z.output<typeof addPeople.reply>

/** Takes people off a list. What they bought stays theirs. */
export const removePeople = endpoint('POST', '/allowlists/{id}/people/removals', {
  body: z.strictObject({ id: z.uuid(), people: z.array(z.int()).min(1).max(1_000) }),
  reply: z.strictObject({ removed: z.string(), removed_count: z.int() }),
})

/** A list's people as CSV, which can be put on a list again. */
export const exportPeople = endpoint('GET', '/allowlists/{id}/export', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.string(),
})

/** Its address, for a link that saves the file. */
export const peopleFile = (id: string) => requestOf(exportPeople, { id }).url

/** Why the caller may not acquire a copy. */
export const restrictionReasons = [
  ...(['region_unavailable', 'not_designated_acquirer', 'sale_not_started', 'sale_ended'] as const),
  'max_holding_reached',
] as const

/**
 * What stands between the caller and a copy (readings A15, A32). `maximum`, `held` and `remaining` are
 * those of the limit that is reached first; whoever is not designated learns nothing of the list.
 */
export const getAcquisitionRestriction = endpoint('GET', '/acquisition_restriction', {
  query: z.strictObject({ asset_token_id: z.uuid() }),
  reply: z.strictObject({
    asset_token_id: z.uuid(),
    restricted: z.boolean(), // held by a list or a coupon
    reserved_by: z.enum(['list', 'coupon']).nullable(),
    designated: z.boolean(), // for the caller
    maximum: z.int().nullable(),
    held: z.int(), // by the caller, those being paid for among them
    remaining: z.int().nullable(), // null: as many as there are
    sale_starting_at: z.iso.datetime().nullable(), // for everybody
    early_from: z.iso.datetime().nullable(), // for the caller, before that
    sale_ending_at: z.iso.datetime().nullable(),
    region: z.strictObject({
      only_japan_accessible: z.boolean(),
      country: z.string(), // ISO 3166 as we see it, or ZZ
      allowed: z.boolean(),
    }),
    reason: z.enum(restrictionReasons).nullable(),
  }),
})
export type AcquisitionRestriction = z.output<typeof getAcquisitionRestriction.reply>
