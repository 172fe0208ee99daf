import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { asset, mediaTypes, page } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { picture } from '#src/platform/pictures/picture.shared.ts'
import { group } from '#src/catalog/group/group.shared.ts'

/** A brand in the caller's collection, with counts of what they hold of it. */
const ownedBrand = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  account: z.string(),
  is_verified: z.boolean(),
  hero_picture: picture.nullable(),
  titles_count: z.int(), // titles of which the caller holds a copy
  copies_count: z.int(),
})
export type OwnedBrand = z.output<typeof ownedBrand>

/** A copy that the caller once held, with the period and the price it was sold for. */
const previousCopy = z.strictObject({
  asset_token_id: z.uuid(),
  kid: z.uuid(),
  title: z.string(),
  number: z.int(),
  copies_count: z.int(),
  first_number: z.int(),
  media_type: z.enum(mediaTypes),
  obi: z.string(),
  owned_since: z.iso.datetime(),
  given_up_at: z.iso.datetime(),
  price: z.int().nullable(), // yen; null if it was not sold
})
export type PreviousCopy = z.output<typeof previousCopy>

/** Lists the brands of the caller's collection by name. Titles without a brand are left out. */
export const listOwnedBrands = endpoint('GET', '/owned_contents/brands', {
  query: z.strictObject(paging),
  reply: page(ownedBrand),
})

/** Lists the copies that the caller once held, of all brands and none, the last given up first. */
export const listPreviousCopies = endpoint('GET', '/owned_contents/previous', {
  query: z.strictObject(paging),
  reply: page(previousCopy),
})

/** Returns the caller's collection of one brand. `offset` and `limit` apply to each section. */
export const getOwnedBrand = endpoint('GET', '/owned_contents/brands/{id}', {
  query: z.strictObject({ ...paging, id: z.uuid() }),
  reply: z.strictObject({
    brand: ownedBrand,
    rented: page(asset), // rentals that are running
    collected: page(asset), // held or being paid for
    groups: page(group), // groups with a held title
    expired_rentals: page(asset),
    previously_owned: page(previousCopy), // last given up first
  }),
})
