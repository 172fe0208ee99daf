import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { asset, eitherPaging, inputTime, page, paging } from '#src/catalog/asset/asset.shared.ts'
import { focal, picture } from '#src/platform/pictures/picture.shared.ts'
import { plainName } from '#src/catalog/asset/plain-name.shared.ts'
import { brandAccount } from '#src/catalog/brand/brand.shared.ts'
import { currency, localCurrency } from '#src/platform/currency/currency.shared.ts'

const CONTENTS_MAX = 200
const time = z.iso.datetime().nullable()
const opening = inputTime.nullable()

/** Titles of one brand, shown together in their creator's order. */
export const group = z.strictObject({
  key: z.uuid(),
  encrypted_id: z.string(), // its address: nobody can guess another's
  name: z.string(),
  description: z.string(),
  description_html: z.string(),
  brand_id: z.uuid(),
  brand: z.strictObject({ name: z.string(), account: z.string() }),
  cover_url: z.string().nullable(),
  cover_picture: picture.nullable(),
  poster: picture.nullable(), // of the first title that has one
  sale_starting_at: time,
  sale_ending_at: time,
  waiting_room: z.boolean(), // whoever wants a copy of its titles' first sale waits there
  sorted_contents: z.array(z.uuid()), // what is not out yet only the owner sees
  owner_account_id: z.uuid(),
  created_at: z.iso.datetime(),
  edited_at: time,
})
export type Group = z.output<typeof group>

const fields = {
  name: plainName(80),
  description: z.string().trim().max(4_000),
  /** A picture: base64 of a PNG, JPEG, WebP or AVIF file, at most 700 kB. */
  cover: z.base64().max(960_000),
  /** Kept in view where the picture is cropped; a new picture begins in its middle. */
  cover_focal: focal,
  /** Titles of one's own in the group's brand, in their order; each is in one group only. */
  sorted_contents: z
    .array(z.uuid())
    .max(CONTENTS_MAX)
    .refine((kids) => new Set(kids).size === kids.length),
}

export const createGroup = endpoint('POST', '/groups', {
  body: z.strictObject({
    name: fields.name,
    description: fields.description.default(''),
    brand_id: z.uuid(),
    cover: fields.cover.optional(),
    cover_focal: fields.cover_focal.optional(),
    sale_starting_at: opening.default(null),
    sale_ending_at: opening.default(null),
    waiting_room: z.boolean().default(false),
    sorted_contents: fields.sorted_contents.default([]),
  }),
  reply: group,
})

/** `id` is the address; a `key` beside it must be the same group's (readings A48). */
export const updateGroup = endpoint('PUT', '/groups/{id}', {
  body: z.strictObject({
    id: z.string(),
    key: z.uuid().optional(),
    edited_at: time.optional(), // as the form was filled; another is refused
    name: fields.name.optional(),
    description: fields.description.optional(),
    brand_id: z.uuid().optional(),
    cover: fields.cover.optional(),
    cover_focal: fields.cover_focal.optional(),
    sale_starting_at: opening.optional(),
    sale_ending_at: opening.optional(),
    waiting_room: z.boolean().optional(),
    sorted_contents: fields.sorted_contents.optional(),
  }),
  reply: group,
})

/** Its titles stay, each for itself. */
export const deleteGroup = endpoint('DELETE', '/groups/{id}', {
  query: z.strictObject({ id: z.string() }),
  reply: z.undefined(),
})

/** One's own, newest first; with `key`, that one alone. */
export const listGroups = endpoint('GET', '/groups', {
  query: z.strictObject({ ...paging, key: z.uuid().optional() }),
  reply: page(group),
})

/** For anybody who has its address. */
export const getGroup = endpoint('GET', '/groups/{id}', {
  query: z.strictObject({ id: z.string(), user_currency: currency.optional() }),
  reply: group.extend({ local_currency: localCurrency }), // for showing prices in; charged are yen
})

/** Its titles as who asks sees them, in its order. */
export const listGroupContents = endpoint('GET', '/groups/{id}/contents', {
  query: z.strictObject({ ...paging, id: z.string() }),
  reply: page(asset),
})

export const groupSorts = ['newest', 'oldest', 'name'] as const

/**
 * A brand's, by either way of paging: from an offset, or pages counted from 0. An `account` beside
 * its id has to be that brand's own (product.md 7).
 */
export const listBrandGroups = endpoint('GET', '/brands/{id}/groups', {
  query: z.strictObject({
    ...eitherPaging,
    id: z.uuid(),
    account: brandAccount.optional(),
    sort_by: z.enum(groupSorts).default('newest'),
  }),
  reply: page(group),
})

/** Whether a group's sale is still to come, on, or over; without times it is always on. */
export function saleOf(
  { sale_starting_at, sale_ending_at }: Pick<Group, 'sale_starting_at' | 'sale_ending_at'>,
  now: string,
): 'before' | 'open' | 'ended' {
  const at = Date.parse(now)
  if (sale_starting_at !== null && at < Date.parse(sale_starting_at)) return 'before'
  return sale_ending_at !== null && at >= Date.parse(sale_ending_at) ? 'ended' : 'open'
}
