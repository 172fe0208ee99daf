import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { addSeconds } from '#core/clock.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type Entitlement, authorizePlayback } from './entitlement.ts'

const LIVES_SECONDS = 60

/** What a token was given for; every word of it must still be true when it is used. */
const claims = z.strictObject({
  account: z.uuid(),
  session: z.string(),
  kid: z.uuid(),
  serial: z.uuid().nullable(),
  until: z.int(), // milliseconds
})

/** A token for one title, viewer, session and copy. It is good for a minute. */
export function signToken(ctx: Ctx, kid: string, { asset_token_id }: Entitlement) {
  const { account_id: account, session_id: session } = currentPerson(ctx)
  const until = addSeconds(ctx.now, LIVES_SECONDS)
  const given = { account, session, kid, serial: asset_token_id, until: until.getTime() }
  const text = Buffer.from(JSON.stringify(given)).toString('base64url')
  return { token: `${text}.${sign(ctx, text)}`, expires_at: until.toISOString() }
}

/**
 * Uses a token: it must be ours, not over, and the bearer's own, and they must still be allowed to
 * watch as whom it was given. Refuses `playback_token_invalid` and whatever `mayWatch` does.
 */
export async function verifyToken(ctx: Ctx, token: string, kid?: string) {
  const given = read(ctx, token)
  const { account_id, session_id } = currentPerson(ctx)
  const isTheirs = given?.account === account_id && given.session === session_id
  if (!isTheirs || given.until <= ctx.now.getTime() || (kid && kid !== given.kid))
    fail('playback_token_invalid')
  const viewer = { account_id, country: ctx.country, now: ctx.now }
  const leave = await authorizePlayback(ctx.db, viewer, given.kid, { asset_token_id: given.serial })
  if (leave.asset_token_id !== given.serial) fail('not_yours_to_watch')
  return leave
}

function read(ctx: Ctx, token: string) {
  const [text = '', signature = ''] = token.split('.')
  const [theirs, ours] = [Buffer.from(signature), Buffer.from(sign(ctx, text))]
  if (theirs.length !== ours.length || !timingSafeEqual(theirs, ours)) return undefined
  return claims.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
}

const sign = ({ config }: Ctx, text: string) =>
  createHmac('sha256', config.secret).update(`playback token ${text}`).digest('base64url')
