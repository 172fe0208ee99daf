import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { log } from '#core/log.ts'
import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import {
  CODE_AGAIN_SECONDS,
  CODE_DIGITS,
  type CodePurpose,
  type sendSignInCode,
} from './account.shared.ts'
import { codeMail } from './code-mail.shared.ts'
import { bindBrowser } from './browser-binding.ts'
import { keyedDigits, keyedHash, randomToken } from './keyed-hash.ts'
import { networkOf } from './rate-limit-network.ts'

const CODE_SECONDS = 10 * 60
const TRIES = 5
const HOUR = 3_600
const DAY = 24 * HOUR

/**
 * The limits on requests for codes. Those by network and address come before those by address, so
 * that one network cannot keep somebody else from asking.
 */
const CODE_LIMITS = [
  { within: CODE_AGAIN_SECONDS, atMost: 1, per: ['email', 'browser', 'purpose'] },
  { within: HOUR, atMost: 6, per: ['email', 'ip'] },
  { within: DAY, atMost: 10, per: ['email', 'ip'] },
  { within: HOUR, atMost: 30, per: ['email'] },
  { within: DAY, atMost: 40, per: ['email'] },
  { within: HOUR, atMost: 300, per: ['ip'] },
  { within: HOUR, atMost: 3_000, per: [] },
] as const
/**
 * The limits on wrong tries. Past those for an address and for everybody, which others may spend, each
 * network still has a few of its own: a correct code works. Five tries for each of 10 codes a day give
 * one network 1 chance in 20,000 at an address; for each of 40 codes, many networks 1 in 5,000.
 */
const WRONG_LIMITS = { networkAnHour: 60, addressADay: 50, allAnHour: 300, ownWhenSpent: 3 }

/**
 * Sends a code by mail, valid for one purpose, ten minutes, five tries and the requesting browser.
 * The account is not looked up, so neither the reply nor its duration reveals whether one exists.
 * Refuses as `code_too_soon` past the limits.
 */
export async function sendCode(ctx: Ctx, body: BodyOf<typeof sendSignInCode>): Promise<undefined> {
  const { email, lang = ctx.lang, purpose } = body
  const request = { email, purpose, browser: bindBrowser(ctx), ip: networkOf(ctx.ip) }
  const seed = randomToken(16)
  await inTx(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('sign_in_code'))`.execute(tx)
    await requireCodeAllowance(tx, ctx.now, request)
    const hmac = hashOf(ctx, { ...request, code: codeOf(ctx, seed) })
    const created_at = ctx.now.toISOString()
    const expires_at = addSeconds(ctx.now, CODE_SECONDS).toISOString()
    await tx
      .insertInto('sign_in_code')
      .values({ ...request, hmac, created_at, expires_at })
      .execute()
    const about = { email, lang, seed, purpose }
    await enqueueMails(tx, codeMail, [about], { key: `code ${seed}`, tries: 5 })
  })
}

/** Reads the mail of a code. A repeat has the same code and the same message id. */
export async function readCode(ctx: Ctx, { email, lang, seed, purpose }: AboutOf<typeof codeMail>) {
  const code = codeOf(ctx, seed)
  const facts = { purpose, code, minutes: CODE_SECONDS / 60 }
  return { id: `code.${seed}`, to: email, account_id: null, lang, facts, secret: code }
}

/**
 * Uses up the newest code that this browser requested for this address and purpose. Refuses as
 * `code_wrong`, `code_expired`, `code_locked` or `too_many_requests`. Call it outside a
 * transaction, because a rollback would discard the count of a wrong try.
 */
export async function spendCode(
  ctx: Ctx,
  { email, code, purpose }: { email: string; code: string; purpose: CodePurpose },
): Promise<void> {
  await requireTriesLeft(ctx, email)
  const { browser } = ctx
  const hmac = hashOf(ctx, { email, browser, code })
  const now = ctx.now.toISOString()
  const newest = ctx.db
    .selectFrom('sign_in_code')
    .where('email', '=', email)
    .where('browser', '=', browser)
    .where('purpose', '=', purpose)
    .orderBy('id', 'desc')
    .limit(1)
  const attempt = await ctx.db
    .updateTable('sign_in_code')
    .set({
      tries: sql`tries + (hmac <> ${hmac})::int`,
      used_at: sql`case when hmac = ${hmac} then ${now}::timestamptz end`,
    })
    .where('id', '=', newest.select('id'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', TRIES)
    .returning(['used_at', 'tries'])
    .executeTakeFirst()
  if (attempt?.used_at) return
  if (attempt) fail('code_wrong', { tries_left: TRIES - attempt.tries })
  const latest = await newest.select('tries').executeTakeFirst()
  fail(latest && latest.tries >= TRIES ? 'code_locked' : 'code_expired')
}

async function requireCodeAllowance(
  tx: Tx,
  now: Date,
  request: { email: string; browser: string; purpose: CodePurpose; ip: string },
) {
  for (const { within, atMost, per } of CODE_LIMITS) {
    let requests = tx
      .selectFrom('sign_in_code')
      .select('created_at')
      .where('created_at', '>', addSeconds(now, -within).toISOString())
    for (const column of per) requests = requests.where(column, '=', request[column])
    // The request that must leave the window before another is allowed.
    const blocking = await requests
      .orderBy('created_at', 'desc')
      .offset(atMost - 1)
      .limit(1)
      .executeTakeFirst()
    if (!blocking) continue
    const freeAt = addSeconds(new Date(blocking.created_at), within)
    fail('code_too_soon', { seconds: Math.ceil((freeAt.getTime() - now.getTime()) / 1_000) })
  }
}

async function requireTriesLeft({ db, now, ip }: Ctx, email: string) {
  const ago = (seconds: number) => addSeconds(now, -seconds).toISOString()
  const wrong = db
    .selectFrom('sign_in_code')
    .where('created_at', '>', ago(DAY))
    .select(({ fn }) => fn.coalesce(fn.sum<number>('tries'), sql<number>`0`).as('count'))
  const lastHour = wrong.where('created_at', '>', ago(HOUR))
  const count = async (tries: typeof wrong) => (await tries.executeTakeFirstOrThrow()).count
  const own = await count(lastHour.where('ip', '=', networkOf(ip)))
  const everywhere = await count(lastHour)
  const isSpent =
    everywhere >= WRONG_LIMITS.allAnHour ||
    (await count(wrong.where('email', '=', email))) >= WRONG_LIMITS.addressADay
  if (everywhere >= WRONG_LIMITS.allAnHour)
    log('error', 'sign-in codes are being guessed', { count: everywhere })
  const atMost = isSpent ? WRONG_LIMITS.ownWhenSpent : WRONG_LIMITS.networkAnHour
  if (own >= atMost) fail('too_many_requests', { seconds: HOUR })
}

const codeOf = ({ config }: Ctx, seed: string) =>
  keyedDigits(config.secret, CODE_DIGITS, 'sign-in code', seed)

const hashOf = (
  { config }: Ctx,
  { email, browser, code }: { email: string; browser: string; code: string },
) => keyedHash(config.secret, 'sign-in code try', email, browser, code)
