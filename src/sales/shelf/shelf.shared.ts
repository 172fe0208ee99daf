import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { page, tileFacts } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { visibleText } from '#core/plain-name.shared.ts'
import { picture } from '#src/platform/pictures/picture.shared.ts'

/** Copies that stand on a shelf at most. */
export const SHELF_COPIES_MAX = 60
/** Characters that a person may write about themselves. */
export const ABOUT_MAX = 160

/** A copy as a shelf shows it. */
const shelfCopy = tileFacts.extend({ number: z.int() })

export type ShelfCopy = z.output<typeof shelfCopy>

const shelfBrand = z.strictObject({
  name: z.string(),
  account: z.string(),
  hero_picture: picture.nullable(),
})

const publicShelf = z.strictObject({
  username: z.string(),
  about: z.string(),
  is_indexed: z.boolean(), // search engines may find it
  copies: z.array(shelfCopy), // in the chosen order
  brands: z.array(shelfBrand).nullable(), // null: not shown
  numbers_count: z.int().nullable(), // null: not shown
})
publicShelf.register(z.globalRegistry, { id: 'Shelf' })
export type PublicShelf = z.output<typeof publicShelf>

/** Returns the shelf of a person who shows one. Refuses every other name as `not_found`. */
export const getShelf = endpoint('GET', '/shelves/{username}', {
  query: z.strictObject({ username: z.string() }),
  reply: publicShelf,
})

const choices = {
  is_public: z.boolean(), // needs a username that was not generated
  is_indexed: z.boolean(),
  shows_brands: z.boolean(),
  shows_count: z.boolean(),
}

const ownCopy = shelfCopy.extend({ asset_token_id: z.uuid() })
export type OwnShelfCopy = z.output<typeof ownCopy>

const ownShelf = z.strictObject({
  username: z.string(),
  ...choices,
  about: z.string(),
  edited_at: z.iso.datetime().nullable(), // null: never saved
  copies: z.array(ownCopy),
  brands: z.array(shelfBrand), // what would be shown
  numbers_count: z.int(),
})
ownShelf.register(z.globalRegistry, { id: 'OwnShelf' })
export type OwnShelf = z.output<typeof ownShelf>

/** Returns the caller's own shelf, whether it is public or not. */
export const getOwnShelf = endpoint('GET', '/accounts/current/shelf', {
  query: z.strictObject({}),
  reply: ownShelf,
})

/** Describes what the form of a shelf edits beside its copies. */
export const shelfFields = z.strictObject({
  ...choices,
  about: z.string().overwrite(visibleText).max(ABOUT_MAX), // one line
})

/** Replaces the caller's shelf: what it shows, and its copies in their order. */
export const putOwnShelf = endpoint('PUT', '/accounts/current/shelf', {
  body: shelfFields.extend({
    asset_token_ids: z.array(z.uuid()).max(SHELF_COPIES_MAX),
    // as the form loaded it; `changed_elsewhere` if it differs
    edited_at: z.iso.datetime().nullable().optional(),
  }),
  reply: ownShelf,
})

/** Lists the copies of the caller's collection that may stand on their shelf, the newest first. */
export const listShelfChoices = endpoint('GET', '/accounts/current/shelf/choices', {
  query: z.strictObject({ ...paging, q: z.string().trim().max(80).optional() }),
  reply: page(ownCopy),
})

/** The path of a person's public shelf. */
export const shelfPath = (username: string) => `/shelf/${encodeURIComponent(username)}`

/** The size of a shelf's picture in pixels, in the usual proportions of Open Graph. */
export const SHELF_PICTURE = { width: 1_200, height: 630 }
export const shelfPicturePath = (username: string) => `${shelfPath(username)}/picture.png`
