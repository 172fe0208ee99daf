import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import {
  CODE_AGAIN_SECONDS,
  CODE_DIGITS,
  type CodePurpose,
  type sendSignInCode,
} from './account.shared.ts'
import { codeMail } from './code-mail.ts'
import { bindBrowser } from './browser.ts'
import { keyedDigits, keyedHash, randomToken } from './keyed-hash.ts'
import { networkOf } from './network.ts'

const CODE_SECONDS = 10 * 60
const TRIES = 5
const HOUR = 3_600
const DAY = 24 * HOUR

/**
 * How many codes may be asked for. With five tries each, ten a day leave an address a chance of
 * 1 in 20,000 a day to be broken into by whoever does nothing else.
 */
const CODES = [
  { within: CODE_AGAIN_SECONDS, atMost: 1, per: ['email', 'browser', 'purpose'] },
  { within: HOUR, atMost: 6, per: ['email'] },
  { within: DAY, atMost: 10, per: ['email'] },
  { within: HOUR, atMost: 300, per: ['ip'] },
  { within: HOUR, atMost: 3_000, per: [] },
] as const
/** How many codes may be wrong: else ten thousand addresses are tried a little each. */
const WRONG = { within: HOUR, perIp: 60, everywhere: 300 }

/**
 * The seed of a code waits in the queue instead of the code: only with our SECRET does it become
 * one, and the queue keeps what it was given in plain sight.
 */
export const mailCode = job<CodeMail>('account.mail_code')

interface CodeMail {
  email: string
  lang: string
  seed: string
  purpose: CodePurpose
}

/**
 * Sends a code by mail, for one purpose, ten minutes, five tries and the browser that asked. Whether
 * the address has an account is not even looked up, so the answer and its time cannot tell.
 */
export async function sendCode(ctx: Ctx, body: BodyOf<typeof sendSignInCode>): Promise<undefined> {
  const { email, lang, purpose } = body
  const asker = { email, purpose, browser: bindBrowser(ctx), ip: networkOf(ctx.ip) }
  const seed = randomToken(16)
  await inTx(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('sign_in_code'))`.execute(tx)
    await limitCodes(tx, ctx.now, asker)
    const hmac = hashOf(ctx, { ...asker, code: codeOf(ctx, seed) })
    const created_at = ctx.now.toISOString()
    const expires_at = addSeconds(ctx.now, CODE_SECONDS).toISOString()
    await tx
      .insertInto('sign_in_code')
      .values({ ...asker, hmac, created_at, expires_at })
      .execute()
    await enqueue(tx, mailCode, { email, lang, seed, purpose }, { key: `code ${seed}`, tries: 5 })
  })
}

/** The job that sends it. Sent twice it is the same mail with the same number. */
export async function sendCodeMail(ctx: Ctx, { email, lang, seed, purpose }: CodeMail) {
  const code = codeOf(ctx, seed)
  const letter = codeMail(lang, { purpose, code, minutes: CODE_SECONDS / 60 })
  await ctx.integrations.mail.send({ to: email, lang, messageId: `code.${seed}`, ...letter })
}

/**
 * Uses up the newest code that this browser asked for at this address for this purpose, or refuses.
 * A wrong try counts at once and stays counted: this opens its own statement and must not be undone.
 */
export async function spendCode(
  ctx: Ctx,
  { email, code, purpose }: { email: string; code: string; purpose: CodePurpose },
): Promise<void> {
  await limitWrong(ctx)
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
  const tried = await ctx.db
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
  if (tried?.used_at) return
  if (tried) fail('code_wrong', { tries_left: TRIES - tried.tries })
  const dead = await newest.select('tries').executeTakeFirst()
  fail(dead && dead.tries >= TRIES ? 'code_locked' : 'code_expired')
}

async function limitCodes(
  tx: Tx,
  now: Date,
  asker: { email: string; browser: string; purpose: CodePurpose; ip: string },
) {
  for (const { within, atMost, per } of CODES) {
    let asked = tx
      .selectFrom('sign_in_code')
      .select('created_at')
      .where('created_at', '>', addSeconds(now, -within).toISOString())
    for (const column of per) asked = asked.where(column, '=', asker[column])
    // The one that has to grow old before there is room again.
    const blocking = await asked
      .orderBy('created_at', 'desc')
      .offset(atMost - 1)
      .limit(1)
      .executeTakeFirst()
    if (!blocking) continue
    const free = addSeconds(new Date(blocking.created_at), within)
    fail('code_too_soon', { seconds: Math.ceil((free.getTime() - now.getTime()) / 1_000) })
  }
}

async function limitWrong({ db, now, ip }: Ctx) {
  const wrong = db
    .selectFrom('sign_in_code')
    .select((select) =>
      select.fn.coalesce(select.fn.sum<number>('tries'), sql<number>`0`).as('count'),
    )
    .where('created_at', '>', addSeconds(now, -WRONG.within).toISOString())
  const here = await wrong.where('ip', '=', networkOf(ip)).executeTakeFirstOrThrow()
  const everywhere = await wrong.executeTakeFirstOrThrow()
  if (here.count >= WRONG.perIp || everywhere.count >= WRONG.everywhere)
    fail('too_many_requests', { seconds: WRONG.within })
}

const codeOf = ({ config }: Ctx, seed: string) =>
  keyedDigits(config.secret, CODE_DIGITS, 'sign-in code', seed)

const hashOf = (
  { config }: Ctx,
  { email, browser, code }: { email: string; browser: string; code: string },
) => keyedHash(config.secret, 'sign-in code try', email, browser, code)
