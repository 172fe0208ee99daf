import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { keyIds, segmentKey } from '#src/media/packaging/keys.ts'
import { clearKeyResponse } from '#src/media/packaging/licence.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { contentKeys } from './content-keys.ts'
import { authorizePlayback } from './entitlement.ts'
import { isVisibleTo } from '#src/catalog/asset/visible.ts'
import type * as schema from './playback.shared.ts'
import { drmTypes, type Sound } from './playback.shared.ts'
import { providerToken } from './provider-token.ts'
import { signToken, verifyToken } from './token.ts'

const LICENCE_URL = '/api/2.0/drm/clearkey'

/**
 * Returns a token to watch a title for a minute, and the URLs to use it with. Refuses
 * `input_invalid`, `drm_unavailable`, and everything that `authorizePlayback` refuses.
 */
export async function createToken(
  ctx: Ctx,
  body: BodyOf<typeof schema.createDrmToken>,
): Promise<ReplyOf<typeof schema.createDrmToken>> {
  const { kid, persistent = false, serial_number, screening_id } = body
  const drm = drmTypeOf(ctx)
  const viewer = { account_id: currentPerson(ctx).account_id, country: ctx.country, now: ctx.now }
  const { title, ...entitlement } = await authorizePlayback(ctx.db, viewer, kid, {
    serial_number,
    screening_id,
  })
  const { token, expires_at } = signToken(ctx, kid, { ...entitlement, drm })
  const at = (file: string) => `/playback/${kid}/${file}?token=${token}`
  const isImage = title.media_type === 'image'
  // A guest's access ends with the screening, and a stored licence could not be ended.
  const mayStore = persistent && entitlement.screening_id === null
  const isStored = mayStore && (await settingsFor(ctx)).offline_playback_enabled
  const licence =
    drm === 'none' || isImage
      ? { url: isImage ? at('image') : LICENCE_URL, token }
      : await providerToken(ctx, drm, { kid, ...entitlement, expires_at, persistent: isStored })
  return {
    ...licence,
    playback_token: token,
    drm_types: isImage ? ['none'] : offeredSystems(ctx),
    expires_at,
    persistent: isStored,
    ...entitlement,
    dash_url: isImage ? null : at('manifest.mpd'),
    hls_url: isImage ? null : at('master.m3u8'),
    image_url: isImage ? at('image') : null,
  }
}

/** Returns the licence systems that play films and songs here. */
const offeredSystems = ({ integrations: { licences } }: Ctx): schema.DrmType[] => [
  ...(licences?.isRequired ? [] : ['none' as const]),
  ...(licences?.systems ?? []),
]

/** Refuses `drm_unavailable` if the browser must never see a key. */
function assertBareKeysAllowed(ctx: Ctx): void {
  if (!offeredSystems(ctx).includes('none')) fail('drm_unavailable')
}

/** Returns the system that a request names. Refuses `input_invalid` and `drm_unavailable`. */
function drmTypeOf({ request, integrations }: Ctx): schema.DrmType {
  const named = request?.headers.get('drm-type') ?? 'none'
  const drm = drmTypes.find((type) => type === named)
  if (!drm) fail('input_invalid', { field: 'drm-type' })
  if (drm !== 'none' && !integrations.licences?.urls[drm]) fail('drm_unavailable')
  return drm
}

/**
 * Issues a licence with the requested keys, only for the title of the token. Refuses
 * `drm_unavailable`, `not_ready_to_watch`, `not_found`, and everything that `verifyToken` refuses.
 */
export async function issueLicence(
  ctx: Ctx,
  { token }: BodyOf<typeof schema.clearKeyLicence>,
): Promise<ReplyOf<typeof schema.clearKeyLicence>> {
  assertBareKeysAllowed(ctx)
  const { title } = await verifyToken(ctx, token, { kid: null, drm: 'none' })
  const keys = (await contentKeys(ctx, title.kid)) ?? fail('not_ready_to_watch')
  const ids = keyIds(title.kid)
  const request: unknown = await ctx.request!.json().catch(() => undefined)
  const held = new Map([
    [ids.video, keys.video],
    [ids.audio, keys.audio],
  ])
  return clearKeyResponse(request, held)
}

/** Returns the key of whole segments, for HLS players without Clear Key. Refuses as `issueLicence` does. */
export async function issueHlsKey(ctx: Ctx, { token, track }: BodyOf<typeof schema.hlsKey>) {
  assertBareKeysAllowed(ctx)
  const { title } = await verifyToken(ctx, token, { kid: null, use: 'stream', drm: 'none' })
  const keys = (await contentKeys(ctx, title.kid)) ?? fail('not_ready_to_watch')
  const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }
  return new Response(new Uint8Array(segmentKey(keys[track])), { headers })
}

/**
 * Returns the waveform and loudness of a published song. They are public: its trailer reveals more.
 * Refuses `not_found`.
 */
export async function getSound(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.getSound>,
): Promise<ReplyOf<typeof schema.getSound>> {
  const asset = await ctx.db
    .selectFrom('asset')
    .select('metadata')
    .where('kid', '=', id)
    .where('published_at', 'is not', null)
    .where(isVisibleTo(ctx.person))
    .executeTakeFirst()
  const { sound = null } = (asset?.metadata ?? fail('not_found')) as { sound?: Sound }
  return { sound }
}

/** Returns the FairPlay certificate. Refuses `drm_unavailable` if FairPlay is not offered. */
export async function sendFairPlayCertificate({ integrations }: Ctx): Promise<Response> {
  const certificate = integrations.licences?.certificate ?? fail('drm_unavailable')
  const headers = {
    'content-type': 'application/octet-stream',
    'cache-control': 'public, max-age=3600',
  }
  return new Response(new Uint8Array(certificate), { headers })
}
