import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { HOUR_SECONDS } from '#core/durations.shared.ts'
import { fail } from '#core/errors.ts'
import { keyedHash, randomToken } from '#core/keyed-hash.ts'
import { networkOf } from '#core/http/network.ts'
import type { CodePurpose } from './account.shared.ts'
import { bindBrowser } from './browser-binding.ts'
import { CHALLENGE_MINUTES } from './passkey.shared.ts'

const BYTES = 32
/** Challenges an hour that one network may leave unused, as for codes. */
const UNUSED_MAX = 300

/** The purpose of a challenge, and whose passkey must sign it. `add` is for a new passkey. */
export interface Challenged {
  purpose: CodePurpose | 'add'
  /** The account whose passkey must sign; null for a sign-in. */
  account_id: string | null
}

/**
 * Creates a challenge for the requesting browser; stores only its hash. Refuses as
 * `too_many_requests` a network that leaves too many unused.
 */
export async function makeChallenge(ctx: Ctx, challenged: Challenged) {
  const { db, now } = ctx
  const ip = networkOf(ctx.ip)
  await refusePast(ctx, ip)
  const challenge = randomToken(BYTES)
  const expires_at = addSeconds(now, CHALLENGE_MINUTES * 60).toISOString()
  const row = { ...challenged, hmac: hashOf(ctx, challenge), browser: bindBrowser(ctx), ip }
  await db
    .insertInto('passkey_challenge')
    .values({ ...row, created_at: now.toISOString(), expires_at })
    .execute()
  return { challenge, expires_at }
}

async function refusePast({ db, now }: Ctx, ip: string) {
  const newest = await db
    .selectFrom('passkey_challenge')
    .select('created_at')
    .where('ip', '=', ip)
    .where('created_at', '>', addSeconds(now, -HOUR_SECONDS).toISOString())
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .offset(UNUSED_MAX - 1)
    .limit(1)
    .executeTakeFirst()
  if (!newest) return
  const freeAt = addSeconds(new Date(newest.created_at), HOUR_SECONDS)
  const seconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1_000))
  fail('too_many_requests', { seconds })
}

/**
 * Uses up a challenge in one statement, so that only one of many attempts goes on, also if its proof
 * turns out wrong. Refuses as `passkey_expired` one of another browser, purpose or account.
 */
export async function spendChallenge(
  ctx: Ctx,
  challenge: string,
  { purpose, account_id }: Challenged,
): Promise<void> {
  const now = ctx.now.toISOString()
  const { numUpdatedRows } = await ctx.db
    .updateTable('passkey_challenge')
    .set({ used_at: now })
    .where('hmac', '=', hashOf(ctx, challenge))
    .where('browser', '=', ctx.browser)
    .where('purpose', '=', purpose)
    .where('account_id', 'is not distinct from', account_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) fail('passkey_expired')
}

/** Reads the challenge from what the browser signed (WebAuthn, CollectedClientData). */
export function challengeIn(client_data: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(client_data, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : fail('passkey_invalid')
  } catch {
    return fail('passkey_invalid')
  }
}

const hashOf = ({ config }: Ctx, challenge: string) =>
  keyedHash(config.secret, 'passkey challenge', challenge)
