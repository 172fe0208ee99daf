import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { addSeconds } from '#core/clock.ts'
import { isSameSecret } from '#core/keyed-hash.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type Entitlement, authorizePlayback } from './entitlement.ts'
import { type DrmType, drmTypes } from './playback.shared.ts'

/**
 * The uses of a token. One for `all` opens everything and is replaced every minute. One for a
 * `stream` opens no manifest and no licence: players read a playlist once and cannot replace the
 * tokens in it, so it lasts as long as a sitting.
 */
const LIFETIME_SECONDS = { all: 60, stream: 12 * 3_600 }
export type TokenUse = keyof typeof LIFETIME_SECONDS

/** The claims of a token. All of them must still be true when it is used. */
const claims = z.strictObject({
  account: z.uuid(),
  session: z.string(),
  kid: z.uuid(),
  serial: z.uuid().nullable(),
  screening: z.uuid().nullable(),
  drm: z.enum(drmTypes),
  use: z.enum(['all', 'stream']),
  until: z.int(), // milliseconds
})

interface TokenNeed {
  /** The title that the token must be for; null if the answer is only about the token's own title. */
  kid: string | null
  /** The least use that the token must have. Default: `all`. */
  use?: TokenUse
  /** The system that the token must be for. Default: any. */
  drm?: DrmType
}

/** Signs a token for one title, viewer, session and copy. */
export function signToken(
  ctx: Ctx,
  kid: string,
  entitlement: Pick<Entitlement, 'asset_token_id' | 'screening_id'> & { drm?: DrmType },
  use: TokenUse = 'all',
) {
  const { asset_token_id: serial, screening_id: screening } = entitlement
  const { account_id: account, session_id: session } = currentPerson(ctx)
  const until = addSeconds(ctx.now, LIFETIME_SECONDS[use])
  const rights = { serial, screening, drm: entitlement.drm ?? 'none', use }
  const payload = { account, session, kid, ...rights, until: until.getTime() }
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return { token: `${text}.${sign(ctx, text)}`, expires_at: until.toISOString() }
}

/**
 * Verifies a token: its signature, its expiry, its bearer, its title and its use. Then authorizes
 * its bearer again for the same copy. Refuses `playback_token_invalid`, and everything that
 * `authorizePlayback` refuses.
 */
export async function verifyToken(ctx: Ctx, token: string, need: TokenNeed) {
  const { kid, use = 'all', drm } = need
  const given = read(ctx, token)
  const { account_id, session_id } = currentPerson(ctx)
  const isBearers = given?.account === account_id && given.session === session_id
  const isFor = (kid ?? given?.kid) === given?.kid && (drm ?? given?.drm) === given?.drm
  const isEnough = given?.use === 'all' || given?.use === use
  if (!isBearers || !isFor || !isEnough || given.until <= ctx.now.getTime())
    fail('playback_token_invalid')
  const viewer = { account_id, country: ctx.country, now: ctx.now }
  const entitlement = await authorizePlayback(ctx.db, viewer, given.kid, {
    asset_token_id: given.serial,
    screening_id: given.screening,
  })
  if (entitlement.asset_token_id !== given.serial) fail('not_yours_to_watch')
  return { ...entitlement, drm: given.drm, until: new Date(given.until) }
}

function read(ctx: Ctx, token: string) {
  const [text = '', signature = ''] = token.split('.')
  if (!isSameSecret(sign(ctx, text), signature)) return undefined
  return claims.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
}

const sign = ({ config }: Ctx, text: string) =>
  createHmac('sha256', config.secret).update(`playback token ${text}`).digest('base64url')
