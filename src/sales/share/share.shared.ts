import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { mediaTypes } from '#src/catalog/asset/asset.shared.ts'
import { picture } from '#src/platform/pictures/picture.shared.ts'

/** The copy's id, whether its holder's name is shown, and our mark on both. */
export const shareToken = z.string().regex(/^[0-9a-f]{32}[na][0-9a-f]{32}$/)

/**
 * The address at which everybody may see that this copy is held, and a picture to show elsewhere.
 * Only the holder is told it; it leads somewhere for as long as they hold the copy.
 */
export const getShareAddress = endpoint('GET', '/serials/{asset_token_id}/share', {
  query: z.strictObject({
    asset_token_id: z.uuid(),
    show: z.enum(['number', 'name']).default('number'), // the holder's name as well
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
  holder: z.string().nullable(), // a name only where they chose to show it
  owned_since: z.iso.datetime(),
  media_type: z.enum(mediaTypes),
  obi: z.string(),
  poster: picture.nullable(),
})
export type SharedCopy = z.output<typeof sharedCopy>

/** What such an address shows. */
export const getSharedCopy = endpoint('GET', '/copies/{token}', {
  query: z.strictObject({ token: z.string() }),
  reply: sharedCopy,
})

/** Of a picture of Open Graph's usual proportions, in pixels. */
export const SHARED_PICTURE = { width: 1_200, height: 630 }
export const picturePath = (token: string) => `/copies/${token}/picture.png`
