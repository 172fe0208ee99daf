import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { keyIds, segmentKey } from '#src/media/packaging/keys.ts'
import { clearKeyResponse } from '#src/media/packaging/licence.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { contentKeys } from './content-keys.ts'
import { authorizePlayback } from './entitlement.ts'
import type * as schema from './playback.shared.ts'
import { drmTypes, type Sound } from './playback.shared.ts'
import { signToken, verifyToken } from './token.ts'

const LICENCE_URL = '/api/2.0/drm/clearkey'

/** Leave to watch for a minute, and where with it to go. */
export async function createToken(
  ctx: Ctx,
  { kid, persistent = false, serial_number: chosen }: BodyOf<typeof schema.createDrmToken>,
): Promise<ReplyOf<typeof schema.createDrmToken>> {
  const asked = ctx.request?.headers.get('drm-type') ?? 'none'
  if (!drmTypes.some((type) => type === asked)) fail('input_invalid', { field: 'drm-type' })
  if (asked !== 'none') fail('drm_unavailable')
  const viewer = { account_id: currentPerson(ctx).account_id, country: ctx.country, now: ctx.now }
  const { title, ...leave } = await authorizePlayback(ctx.db, viewer, kid, {
    serial_number: chosen,
  })
  const { offline_playback_enabled } = await settingsOf(ctx.db)
  const { token, expires_at } = signToken(ctx, kid, leave)
  const at = (file: string) => `/playback/${kid}/${file}?token=${token}`
  const isImage = title.media_type === 'image'
  return {
    url: isImage ? at('image') : LICENCE_URL,
    token,
    expires_at,
    persistent: persistent && offline_playback_enabled,
    ...leave,
    dash_url: isImage ? null : at('manifest.mpd'),
    hls_url: isImage ? null : at('master.m3u8'),
    image_url: isImage ? at('image') : null,
  }
}

/** The keys of the one title that the token is for, of those that were asked for. */
export async function issueLicence(
  ctx: Ctx,
  { token }: BodyOf<typeof schema.clearKeyLicence>,
): Promise<ReplyOf<typeof schema.clearKeyLicence>> {
  const { title } = await verifyToken(ctx, token)
  const keys = (await contentKeys(ctx, title.kid)) ?? fail('not_ready_to_watch')
  const ids = keyIds(title.kid)
  const request: unknown = await ctx.request!.json().catch(() => undefined)
  const held = new Map([
    [ids.video, keys.video],
    [ids.audio, keys.audio],
  ])
  return clearKeyResponse(request, held)
}

/** The key of whole segments, for HLS players without Clear Key. */
export async function issueHlsKey(ctx: Ctx, { token, track }: BodyOf<typeof schema.hlsKey>) {
  const { title } = await verifyToken(ctx, token)
  const keys = (await contentKeys(ctx, title.kid)) ?? fail('not_ready_to_watch')
  const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }
  return new Response(new Uint8Array(segmentKey(keys[track])), { headers })
}

/** What a song sounds like at a glance: no secret, its trailer tells more. */
export async function getSound(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.getSound>,
): Promise<ReplyOf<typeof schema.getSound>> {
  const asset = await ctx.db
    .selectFrom('asset')
    .select('metadata')
    .where('kid', '=', id)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  const { sound = null } = (asset?.metadata ?? fail('not_found')) as { sound?: Sound }
  return { sound }
}

/** No licence provider is configured, so there is nobody whose certificate it could be. */
export async function sendFairPlayCertificate(): Promise<Response> {
  return fail('drm_unavailable')
}
