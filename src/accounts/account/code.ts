import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { log } from '#core/log.ts'
import type { Ctx } from '#core/context.ts'
import { HOUR_SECONDS } from '#core/durations.shared.ts'
import { cancelByCode } from '#src/accounts/recovery/recovery.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { settingsFor, settingsOf } from '#src/platform/settings/settings.ts'
import { CODE_DIGITS, type CodePurpose, type sendSignInCode } from './account.shared.ts'
import { codeMail } from './code-mail.shared.ts'
import { bindBrowser } from './browser-binding.ts'
import { areCodesGuessed, isKnownAsker, termsOfCode } from './code-allowance.ts'
import { codeLinkMail } from './code-link-mail.shared.ts'
import { isPass, passOf, slotOf } from './code-pass.ts'
import { guessingMail } from './guessing-mail.shared.ts'
import { keyedDigits, keyedHash, randomToken } from '#core/keyed-hash.ts'
import { networkOf } from '#core/http/network.ts'
import { type Work, workFor, workOf } from './work.ts'

/** Wrong tries an hour, of everybody, past which the operator is told. */
const ALARM = 300
const WORK_SLACK = 2 // a price may double while a browser works

/**
 * Returns the session that confirms a step by a code of its own address. The code is bound to it, not to its
 * browser: whoever has stolen a session can make new browsers, and each would get codes of its own.
 */
const sessionOf = (
  { person }: Ctx,
  { email, purpose }: { email: string; purpose: CodePurpose },
): string | undefined =>
  person?.email === email && purpose !== 'sign_in' ? person.session_id : undefined

/**
 * Sends a code by mail, valid for one purpose, the time and tries of the settings, and the requesting browser
 * or session. The account is not looked up, so neither the reply nor its duration reveals whether one exists.
 * Refuses as `code_too_soon` past the limits of the browser, as `code_needs_work` if many have been
 * requested, and as `code_by_link` if so many that a link is mailed instead.
 */
export async function sendCode(ctx: Ctx, body: BodyOf<typeof sendSignInCode>): Promise<undefined> {
  const { email, lang = ctx.lang, purpose } = body
  const pass = body.pass !== undefined && isPass(ctx, email, body.pass)
  const browser = sessionOf(ctx, { email, purpose }) ?? bindBrowser(ctx)
  const request = { email, purpose, browser, ip: networkOf(ctx.ip), pass }
  // A refusal sets no cookie, so a browser that has none yet is known by its network.
  const payer = keyedHash(ctx.config.secret, 'payer', email, ctx.browser || request.ip)
  const work = body.work === undefined ? undefined : await workOf(ctx, payer, body.work)
  const seed = randomToken(16)
  const { code_seconds } = await settingsFor(ctx)
  const { price, isLinkOnly } = await inTx(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('sign_in_code'))`.execute(tx)
    const terms = await termsOfCode(tx, ctx, request)
    const { price: due } = terms
    if (due > 0 && !(await pays(tx, work, due))) return { ...terms, isLinkOnly: false }
    const hmac = hashOf(ctx, { ...request, code: codeOf(ctx, seed) })
    const created_at = ctx.now.toISOString()
    const expires_at = addSeconds(ctx.now, code_seconds).toISOString()
    const row = { ...request, hmac, created_at, work: due > 0 ? work!.id : null }
    const kind = terms.isLinkOnly
      ? { purpose: 'link', expires_at: created_at } // no code can be entered for it
      : { purpose, expires_at }
    await tx
      .insertInto('sign_in_code')
      .values({ ...row, ...kind })
      .execute()
    if (terms.isLinkOnly) await enqueueMails(tx, codeLinkMail, [{ email, lang, at: created_at }])
    else {
      const about = { email, lang, seed, purpose }
      await enqueueMails(tx, codeMail, [about], { key: `code ${seed}`, tries: 5 })
    }
    return { ...terms, price: 0 }
  })
  if (isLinkOnly) fail('code_by_link')
  if (price > 0) fail('code_needs_work', { challenge: await workFor(ctx, payer, price) })
}

/** Reads the mail of a link. An address gets one in ten minutes, however many are requested. */
export async function readCodeLink(ctx: Ctx, { email, lang, at }: AboutOf<typeof codeLinkMail>) {
  const asked = new Date(at)
  const id = keyedHash(ctx.config.secret, 'code link', email, String(slotOf(asked)))
  const link = new URLSearchParams({ email, pass: passOf(ctx, email, asked) })
  const facts = { path: `/login#${link.toString()}` }
  return { id: `code-link.${id}`, to: email, account_id: null, lang, facts }
}

/** Tells if the work is enough for the price, and has not paid for another code. */
async function pays(tx: Tx, work: Work | undefined, price: number): Promise<boolean> {
  if (!work || work.price * WORK_SLACK < price) return false
  const spent = tx.selectFrom('sign_in_code').select('id').where('work', '=', work.id)
  return (await spent.executeTakeFirst()) === undefined
}

/** Reads the mail of a code. A repeat has the same code and the same message id. */
export async function readCode(ctx: Ctx, { email, lang, seed, purpose }: AboutOf<typeof codeMail>) {
  const code = codeOf(ctx, seed)
  const { code_seconds } = await settingsFor(ctx)
  const facts = { purpose, code, minutes: Math.floor(code_seconds / 60) }
  return { id: `code.${seed}`, to: email, account_id: null, lang, facts, secret: code }
}

/**
 * Step: deletes the used codes of an address that an account has left. They mark browsers as known to the
 * address, which may be somebody else's later, and a deletion of the account would not find them.
 */
export async function forgetUsedCodes(tx: Tx, email: string) {
  await tx
    .deleteFrom('sign_in_code')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('used_at', 'is not', null)
    .execute()
}

/** The refusals of a mailed code. */
export const mailCodeRefusals = ['code_wrong', 'code_locked', 'code_expired'] as const

/**
 * Uses up the newest code that this browser or session requested for this address and purpose. Refuses as
 * `code_wrong`, `code_expired` or `code_locked`. While codes are guessed, those stop working that a new
 * browser asked for without a link; otherwise the tries of others do not count. The right code shows that the
 * mailbox is not lost, and cancels a recovery of its account. Call it outside a
 * transaction, because a rollback would discard the count of a wrong try.
 */
export async function spendCode(
  ctx: Ctx,
  { email, code, purpose }: { email: string; code: string; purpose: CodePurpose },
): Promise<void> {
  const browser = sessionOf(ctx, { email, purpose }) ?? ctx.browser
  const hmac = hashOf(ctx, { email, browser, code })
  const now = ctx.now.toISOString()
  const { code_tries } = await settingsFor(ctx)
  const isKnown = await isKnownAsker(ctx.db, ctx, { email, browser })
  const isOpen = isKnown
    ? sql<boolean>`true`
    : sql<boolean>`(pass or not ${areCodesGuessed(ctx.now)})`
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
    .where('tries', '<', code_tries)
    .where(isOpen) // here, so that no try waits for a connection after it has counted
    .returning(['used_at', 'tries'])
    .executeTakeFirst()
  if (attempt?.used_at) return cancelByCode(ctx, email)
  await reportGuesses(ctx)
  if (attempt) fail('code_wrong', { tries_left: code_tries - attempt.tries })
  const latest = await newest.select(['tries', isOpen.as('isOpen')]).executeTakeFirst()
  fail(latest && (!latest.isOpen || latest.tries >= code_tries) ? 'code_locked' : 'code_expired')
}

/** Mails the operator, once a day, if codes are being guessed. */
async function reportGuesses(ctx: Ctx) {
  const { db, now } = ctx
  const { count } = await db
    .selectFrom('sign_in_code')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('tries'), sql<number>`0`).as('count'))
    .where('created_at', '>', addSeconds(now, -HOUR_SECONDS).toISOString())
    .executeTakeFirstOrThrow()
  if (count < ALARM) return
  log('error', 'sign-in codes are being guessed', { count })
  const day = now.toISOString().slice(0, 10)
  await inTx(ctx, (tx) =>
    enqueueMails(tx, guessingMail, [{ day, count }], { key: `guessing ${day}` }),
  )
}

/** Reads the mail about guesses; undefined without an address of the operator. */
export async function readGuessing({ db }: Ctx, { day, count }: AboutOf<typeof guessingMail>) {
  const { email } = (await settingsOf(db)).operator
  if (!email) return undefined
  return { id: `guessing.${day}`, to: email, account_id: null, lang: 'en', facts: { count } }
}

const codeOf = ({ config }: Ctx, seed: string) =>
  keyedDigits(config.secret, CODE_DIGITS, 'sign-in code', seed)

const hashOf = (
  { config }: Ctx,
  { email, browser, code }: { email: string; browser: string; code: string },
) => keyedHash(config.secret, 'sign-in code try', email, browser, code)
