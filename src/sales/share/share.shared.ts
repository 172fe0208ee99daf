import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { mediaTypes } from '#src/catalog/asset/asset.shared.ts'
import { picture } from '#src/platform/pictures/picture.shared.ts'

/** A share token: the copy's id, `n` or `a` (with or without the holder's name), and a MAC. */
export const shareToken = z.string().regex(/^[0-9a-f]{32}[na][0-9a-f]{32}$/)

/**
 * Returns the public path of a held copy and of its picture. Only the holder can get it
 * (`not_owner`), and it works as long as they hold the copy.
 */
export const getShareAddress = endpoint('GET', '/serials/{asset_token_id}/share', {
  query: z.strictObject({
    asset_token_id: z.uuid(),
    show: z.enum(['number', 'name']).default('number'), // `name` shows the holder's name as well
  }),
  reply: z.strictObject({ path: z.string(), picture: z.string() }),
})

const sharedCopy = z.strictObject({
  kid: z.uuid(),
  title: z.string(),
  number: z.int(),
  first_number: z.int(),
  copies_count: z.int(),
  brand_name: z.string().nullable(),
  holder: z.string().nullable(), // the name, if the holder chose to show it
  owned_since: z.iso.datetime(),
  media_type: z.enum(mediaTypes),
  obi: z.string(),
  poster: picture.nullable(),
})
sharedCopy.register(z.globalRegistry, { id: 'SharedCopy' })
export type SharedCopy = z.output<typeof sharedCopy>

/** Returns the copy behind a share token. Refuses with `not_found` once it has a new owner. */
export const getSharedCopy = endpoint('GET', '/copies/{token}', {
  query: z.strictObject({ token: z.string() }),
  reply: sharedCopy,
})

/** The size of shared pictures in pixels, in the usual proportions of Open Graph. */
export const SHARED_PICTURE = { width: 1_200, height: 630 }
export const picturePath = (token: string) => `/copies/${token}/picture.png`
