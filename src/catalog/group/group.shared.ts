import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { asset, eitherPaging, page, brandFacts } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { inputTime } from '#src/catalog/asset/input-time.shared.ts'
import { focal, picture } from '#src/platform/pictures/picture.shared.ts'
import { plainName } from '#core/plain-name.shared.ts'
import { brandAccount } from '#src/catalog/brand/brand.shared.ts'
import { currency, localCurrency } from '#src/platform/currency/currency.shared.ts'

const CONTENTS_MAX = 200
const time = z.iso.datetime().nullable()
const opening = inputTime.nullable()

/** A group: titles of one brand, shown together in their creator's order. */
export const group = z.strictObject({
  key: z.uuid(),
  encrypted_id: z.string(), // the group's address, 128 random bits
  name: z.string(),
  description: z.string(),
  description_html: z.string(),
  brand_id: z.uuid(),
  brand: brandFacts,
  cover_url: z.string().nullable(),
  cover_picture: picture.nullable(),
  poster: picture.nullable(), // of the first title that has one
  sale_starting_at: time,
  sale_ending_at: time,
  waiting_room: z.boolean(), // buyers at the first sale of its titles queue there
  sorted_contents: z.array(z.uuid()), // drafts are included only for the owner
  owner_account_id: z.uuid(),
  created_at: z.iso.datetime(),
  edited_at: time,
})
group.register(z.globalRegistry, { id: 'Group' })
export type Group = z.output<typeof group>

const fields = {
  name: plainName(80),
  description: z.string().trim().max(4_000),
  /** A picture: base64 of a PNG, JPEG, WebP or AVIF file, at most 700 kB; null for none. */
  cover: z.base64().max(960_000).nullable(),
  /** The point kept in view when the picture is cropped; a new picture starts at its middle. */
  cover_focal: focal,
  /** The owner's titles in the group's brand, in order; each is in one group only. */
  sorted_contents: z
    .array(z.uuid())
    .max(CONTENTS_MAX)
    .refine((kids) => new Set(kids).size === kids.length),
}

/** Describes what the form of a group sends. */
export const newGroup = z.strictObject({
  name: fields.name,
  description: fields.description.default(''),
  brand_id: z.uuid(),
  cover: fields.cover.optional(),
  cover_focal: fields.cover_focal.optional(),
  sale_starting_at: opening.default(null),
  sale_ending_at: opening.default(null),
  waiting_room: z.boolean().default(false),
  sorted_contents: fields.sorted_contents.default([]),
})

/** Creates a group. */
export const createGroup = endpoint('POST', '/groups', { body: newGroup, reply: group })

/**
 * Changes the given fields of a group. `id` is the address; a `key` must belong to the same group.
 */
export const updateGroup = endpoint('PUT', '/groups/{id}', {
  body: z.strictObject({
    id: z.string(),
    key: z.uuid().optional(),
    edited_at: time.optional(), // as the form loaded it; `changed_elsewhere` if it differs
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

/** Deletes a group. Its titles stay. */
export const deleteGroup = endpoint('DELETE', '/groups/{id}', {
  query: z.strictObject({ id: z.string() }),
  reply: z.undefined(),
})

/** Lists the caller's own groups, newest first, or only the group `key`. */
export const listGroups = endpoint('GET', '/groups', {
  query: z.strictObject({ ...paging, key: z.uuid().optional() }),
  reply: page(group),
})

/** Returns a group to anybody who has its address. */
export const getGroup = endpoint('GET', '/groups/{id}', {
  query: z.strictObject({ id: z.string(), user_currency: currency.optional() }),
  reply: group.extend({ local_currency: localCurrency }), // for display only; buyers pay in yen
})

/** Lists a group's titles in its order, as the caller sees them. */
export const listGroupContents = endpoint('GET', '/groups/{id}/contents', {
  query: z.strictObject({ ...paging, id: z.string() }),
  reply: page(asset),
})

export const groupSorts = ['newest', 'oldest', 'name'] as const

/** Lists a brand's groups. An `account` beside the brand's id must be that brand's own. */
export const listBrandGroups = endpoint('GET', '/brands/{id}/groups', {
  query: z.strictObject({
    ...eitherPaging,
    id: z.uuid(),
    account: brandAccount.optional(),
    sort_by: z.enum(groupSorts).default('newest'),
  }),
  reply: page(group),
})

/** Returns the state of a group's sale at `now`; a sale without times is always open. */
export function saleOf(
  { sale_starting_at, sale_ending_at }: Pick<Group, 'sale_starting_at' | 'sale_ending_at'>,
  now: string,
): 'before' | 'open' | 'ended' {
  const at = Date.parse(now)
  if (sale_starting_at !== null && at < Date.parse(sale_starting_at)) return 'before'
  return sale_ending_at !== null && at >= Date.parse(sale_ending_at) ? 'ended' : 'open'
}
