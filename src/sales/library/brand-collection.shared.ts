import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { asset, mediaTypes, page, paging } from '#src/catalog/asset/asset.shared.ts'
import { picture } from '#src/platform/pictures/picture.shared.ts'
import { group } from '#src/catalog/group/group.shared.ts'

/** A brand as somebody collects it: what they hold of it, hold no more, or are buying. */
const ownedBrand = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  account: z.string(),
  hero_picture: picture.nullable(),
  titles_count: z.int(), // of which one holds a copy
  copies_count: z.int(),
})
export type OwnedBrand = z.output<typeof ownedBrand>

/** A copy that one gave up: since when until when it was theirs, and for how much it went. */
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
  price: z.int().nullable(), // yen; none where it was not sold
})
export type PreviousCopy = z.output<typeof previousCopy>

/** The brands of one's collection, by name; titles without a brand are in none. */
export const listOwnedBrands = endpoint('GET', '/owned_contents/brands', {
  query: z.strictObject(paging),
  reply: page(ownedBrand),
})

/** One brand's part of a collection; `offset` and `limit` are those of each section. */
export const getOwnedBrand = endpoint('GET', '/owned_contents/brands/{id}', {
  query: z.strictObject({ ...paging, id: z.uuid() }),
  reply: z.strictObject({
    brand: ownedBrand,
    rented: page(asset), // within their period
    collected: page(asset), // held, or paid for and on the way
    groups: page(group), // with a title that is held
    expired_rentals: page(asset),
    previously_owned: page(previousCopy), // last given up first
  }),
})
