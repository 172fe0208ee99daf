import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { addSeconds } from '#core/clock.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type Entitlement, authorizePlayback } from './entitlement.ts'

const LIFETIME_SECONDS = 60

/** The claims of a token. All of them must still be true when it is used. */
const claims = z.strictObject({
  account: z.uuid(),
  session: z.string(),
  kid: z.uuid(),
  serial: z.uuid().nullable(),
  until: z.int(), // milliseconds
})

/** Signs a token for one title, viewer, session and copy, valid for a minute. */
export function signToken(ctx: Ctx, kid: string, { asset_token_id }: Entitlement) {
  const { account_id: account, session_id: session } = currentPerson(ctx)
  const until = addSeconds(ctx.now, LIFETIME_SECONDS)
  const payload = { account, session, kid, serial: asset_token_id, until: until.getTime() }
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return { token: `${text}.${sign(ctx, text)}`, expires_at: until.toISOString() }
}

/**
 * Verifies a token: its signature, its expiry, its bearer and its title. Then authorizes its bearer
 * again for the same copy. Refuses `playback_token_invalid`, and everything that
 * `authorizePlayback` refuses.
 */
export async function verifyToken(ctx: Ctx, token: string, kid?: string) {
  const given = read(ctx, token)
  const { account_id, session_id } = currentPerson(ctx)
  const isBearers = given?.account === account_id && given.session === session_id
  if (!isBearers || given.until <= ctx.now.getTime() || (kid && kid !== given.kid))
    fail('playback_token_invalid')
  const viewer = { account_id, country: ctx.country, now: ctx.now }
  const entitlement = await authorizePlayback(ctx.db, viewer, given.kid, {
    asset_token_id: given.serial,
  })
  if (entitlement.asset_token_id !== given.serial) fail('not_yours_to_watch')
  return entitlement
}

function read(ctx: Ctx, token: string) {
  const [text = '', signature = ''] = token.split('.')
  const [theirs, own] = [Buffer.from(signature), Buffer.from(sign(ctx, text))]
  if (theirs.length !== own.length || !timingSafeEqual(theirs, own)) return undefined
  return claims.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
}

const sign = ({ config }: Ctx, text: string) =>
  createHmac('sha256', config.secret).update(`playback token ${text}`).digest('base64url')
