import { z } from 'zod'
import { API, endpoint } from '#core/http/endpoint.ts'
import { INT_MAX } from '#core/http/paging.shared.ts'
import { licenceRequest } from '#src/media/packaging/licence.shared.ts'
import { chapters } from './chapters.shared.ts'

const sound = z.strictObject({
  waveform: z.array(z.number()), // 1,800 peaks from 0 to 1
  loudness_lufs: z.number().nullable(), // EBU R128, null for silence
  peak_dbtp: z.number().nullable(),
})
export type Sound = z.output<typeof sound>

export const drmTypes = ['none', 'playready', 'widevine', 'fairplay'] as const
/** The header in which a player sends the token with its request to a licence provider. */
export const TOKEN_HEADER = 'X-AxDRM-Message'
export type DrmType = (typeof drmTypes)[number]

/**
 * Returns a token to watch a title for 60 seconds. The header `drm-type` names the system: `none`,
 * the default, is the embedded one (ClearKey, or AES-128 keys for HLS). `url` is the licence's
 * address, and `token` goes with it: in its query, or to a licence provider in the header
 * `X-AxDRM-Message`. The manifests carry `playback_token`, which is the same for `none`.
 */
export const createDrmToken = endpoint('POST', '/assets/drm_token', {
  body: z.strictObject({
    kid: z.uuid(),
    persistent: z.boolean().optional(),
    serial_number: z.int().min(1).max(INT_MAX).optional(), // of the caller's copies; default: the lowest
    screening_id: z.uuid().optional(), // to watch as its guest
  }),
  reply: z.strictObject({
    url: z.string(),
    token: z.string(),
    playback_token: z.string(),
    drm_types: z.array(z.enum(drmTypes)), // the systems that play this title here
    persistent: z.boolean(),
    as: z.enum(['owner', 'renter', 'borrower', 'creator', 'screening_guest']),
    asset_token_id: z.uuid().nullable(), // null: the creator watches the master
    serial_number: z.int().nullable(),
    expires_at: z.iso.datetime(),
    dash_url: z.string().nullable(),
    hls_url: z.string().nullable(), // with AES-128 keys or the provider's licences
    image_url: z.string().nullable(), // for pictures: just the image, no licence
    owned_since: z.iso.datetime().nullable(),
    rented_until: z.iso.datetime().nullable(), // for renters and borrowers: access ends then
    screening_id: z.uuid().nullable(), // for guests: access ends with the screening
  }),
})

/**
 * Issues a W3C Clear Key licence. The body is the JSON of the browser's decryption module, and the
 * URL carries the token. Entitlement is checked again.
 */
export const clearKeyLicence = endpoint('POST', '/drm/clearkey', {
  query: z.strictObject({ token: z.string() }),
  sent: licenceRequest,
  reply: z.strictObject({
    keys: z.array(z.strictObject({ kty: z.string(), kid: z.string(), k: z.string() })),
    type: z.string(),
  }),
})

/** Returns the AES-128 key of an HLS rendition: 16 bytes. */
export const hlsKey = endpoint('GET', '/drm/hls_key', {
  query: z.strictObject({ token: z.string(), track: z.enum(['video', 'audio']) }),
  file: ['application/octet-stream'],
  reply: z.undefined(),
})

/** Returns the FairPlay certificate (DER), which a browser needs to request a licence. */
export const getFairPlayCertificate = endpoint('GET', '/drm/fairplay_certificate', {
  query: z.strictObject({}),
  file: ['application/octet-stream'],
  reply: z.undefined(),
})
export const CERTIFICATE_PATH = API + getFairPlayCertificate.path

/**
 * Returns a song's waveform and loudness, for players to draw and level it; `null` for films and
 * pictures.
 */
export const getSound = endpoint('GET', '/assets/{id}/sound', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ sound: sound.nullable() }),
})

/** Returns the chapters of a film or song. */
export const getChapters = endpoint('GET', '/assets/{id}/chapters', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ chapters }),
})

/** Replaces the chapters of the creator's own film or song. */
export const putChapters = endpoint('PUT', '/assets/{kid}/chapters', {
  body: z.strictObject({ kid: z.uuid(), chapters }),
  reply: z.strictObject({ chapters }),
})
