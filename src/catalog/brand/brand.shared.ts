import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { eitherPaging, page } from '#src/catalog/asset/asset.shared.ts'
import { focal, picture } from '#src/platform/pictures/picture.shared.ts'
import { plainName } from '#core/plain-name.shared.ts'

/**
 * The addresses that neither brands nor campaigns can have: words of the app's own paths, and names that
 * suggest the operator.
 */
export const RESERVED_WORDS = `
  about account accountings admin airport-anifes api asset assets audit bank batches brand brands
  built campaigns cancel certificate claim collected_contents company contact copies coupons create
  created deleted desk dev developers disputes distribute distribution distributions download downloads
  draw draws drops dvt edit embed error extras favorited favourites following follows free_rentals
  gallery gifts give group groups healthz help hidden html interview jobs language legal lend loans login
    mails media moderation move new notifications occupations oembed offer official offline payment payout
  people personal_information playback points preview purchase queue readyz receipts recovery register renban rent
  rental rentals rented reserved sale screening screenings search searches security seller serials settings several
  sheet shelf sign-out sign_ins sitemaps start statements statistics success support terms unsubscribe upload
  uploads users verification verifications verify waiting wallets wanted watch webhooks workerz
`.match(/[a-z_-]+/g)!

const TITLES_MAX = 2_000

/** A brand's address: 1–63 letters, digits and inner hyphens, stored in lower case. */
export const brandAccount = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(63)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)

const brand = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  account: z.string(),
  description: z.string(),
  description_html: z.string(),
  kids: z.array(z.uuid()),
  hero_image_url: z.string().nullable(),
  hero_picture: picture.nullable(),
  owner_account_id: z.uuid(),
  owner_username: z.string(),
  titles_count: z.int(),
  is_hidden: z.boolean(), // by an administrator, after a report
  is_verified: z.boolean(), // an administrator has checked who is behind the name
  has_seller_notice: z.boolean(), // the creator sells as a business
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
})
brand.register(z.globalRegistry, { id: 'Brand' })
export type Brand = z.output<typeof brand>

const fields = {
  name: plainName(80),
  description: z.string().trim().max(4_000),
  /** A picture: base64 of a PNG, JPEG, WebP or AVIF file, at most 700 kB; null for none. */
  hero_image: z.base64().max(960_000).nullable(),
  /** The point kept in view when the picture is cropped; a new picture starts at its middle. */
  hero_focal: focal,
  /** Titles of the brand's owner; each belongs to one brand only. */
  kids: z.array(z.uuid()).max(TITLES_MAX),
}

/** Describes what the form of a brand sends. */
export const newBrand = z.strictObject({
  name: fields.name,
  account: brandAccount,
  description: fields.description.default(''),
  hero_image: fields.hero_image.optional(),
  hero_focal: fields.hero_focal.optional(),
  kids: fields.kids.default([]),
})

/**
 * Creates a brand; `brand_account_taken` or `brand_account_reserved` if the address is not free.
 */
export const createBrand = endpoint('POST', '/brands', {
  body: newBrand,
  reply: brand,
})

/**
 * Changes the given fields of a brand. `kids` is the whole list; titles left out leave the brand. Former
 * addresses (`account`) keep leading to it; `brand_account_taken` if another brand has or had the new one.
 */
export const updateBrand = endpoint('PATCH', '/brands/update', {
  body: z.strictObject({
    id: z.uuid(),
    // as the form loaded it; `changed_elsewhere` if it differs
    edited_at: z.iso.datetime().nullable().optional(),
    name: fields.name.optional(),
    account: brandAccount.optional(),
    description: fields.description.optional(),
    hero_image: fields.hero_image.optional(),
    hero_focal: fields.hero_focal.optional(),
    kids: fields.kids.optional(),
  }),
  reply: brand,
})

/**
 * Lists the brand that has or had the address `account`, for anybody, or else the caller's own brands, for
 * creators.
 */
export const listBrands = endpoint('GET', '/brands', {
  query: z.strictObject({ ...eitherPaging, account: z.string().toLowerCase().optional() }),
  reply: page(brand),
})
/** Returns a brand by its id. */
export const getBrand = endpoint('GET', '/brands/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: brand,
})
