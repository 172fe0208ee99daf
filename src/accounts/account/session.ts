import { cookieLine } from '#core/http/caller.ts'
import { addSeconds } from '#core/clock.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson, type Person } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { log } from '#core/log.ts'
import { openLedgerAccounts } from '#src/ledger/ledger.ts'
import { type AccountProof, proofFault } from '#src/accounts/wallet/account-proof.ts'
import { isEmbeddedAddress, walletKeys } from '#src/accounts/wallet/custody.ts'
import { toFlowAddress } from '#src/accounts/wallet/flow-address.ts'
import type * as schema from './account.shared.ts'
import { SESSION_DAYS, SESSION_IDLE_DAYS } from './account.shared.ts'
import { randomToken, tokenHash } from '#core/keyed-hash.ts'
import { bindBrowser } from './browser-binding.ts'
import { generateUsername } from './account.ts'
import { accountOfWallet, checkExternalProof } from './linked-wallet.ts'
import { appIdentifier, spendNonce } from './nonce.ts'
import { meetBrowser } from '#src/accounts/known-browser/known-browser.ts'
import { refuseAwaited } from '#src/accounts/recovery/recovery.ts'
import { readSignIns, recordSignIn } from '#src/accounts/sign-in-history/sign-ins.ts'
import type {
  listSignIns as listing,
  SignInWay,
} from '#src/accounts/sign-in-history/sign-ins.shared.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'

const TOKEN_BYTES = 32
const SEEN_EVERY_SECONDS = 60
const USER_AGENT_MAX = 200

/**
 * Signs in the owner of a wallet by an account proof. The embedded wallet opens an account the first
 * time; an external wallet must be linked to one, else it is refused as `wallet_unknown`. The browser's
 * former session ends, so that a token fixed before the sign-in is worthless. Refuses as
 * `proof_invalid`, `nonce_invalid`, `account_suspended`, or `email_awaited` for an address that an
 * account is about to move to.
 */
export async function logIn(
  ctx: Ctx,
  proof: BodyOf<typeof schema.logIn>,
): Promise<ReplyOf<typeof schema.logIn>> {
  const isEmbedded = isEmbeddedAddress(proof.address)
  const address = isEmbedded
    ? await checkEmbeddedProof(ctx, proof)
    : await checkExternalProof(ctx, proof, null)
  const session = newSession(ctx)
  await inTx(ctx, async (tx) => {
    await spendNonce(tx, ctx, proof.nonce)
    const known = isEmbedded
      ? await findAccountByWallet(tx, address)
      : await accountOfWallet(tx, ctx, address)
    const account_id = known ?? (await openAccount(tx, ctx, address))
    const way = isEmbedded ? 'code' : 'wallet'
    await startSession(tx, ctx, { account_id, way, isFirst: known === undefined }, session)
  })
  setSessionCookie(ctx, session)
  return session
}

async function checkEmbeddedProof(ctx: Ctx, proof: AccountProof): Promise<string> {
  const address = toFlowAddress(proof.address) ?? fail('proof_invalid')
  const fault = proofFault(appIdentifier(ctx), proof, await walletKeys(ctx.db, address))
  if (fault) {
    log('warn', 'sign-in refused', { code: fault })
    fail('proof_invalid')
  }
  return address
}

type NewSession = ReplyOf<typeof schema.logIn>

/** Makes the token of a session that is about to start. */
export const newSession = ({ now }: Ctx): NewSession => ({
  token: randomToken(TOKEN_BYTES),
  expires_at: addSeconds(now, SESSION_DAYS * DAY_SECONDS).toISOString(),
})

/**
 * Step: starts a session of an account, enters it into the history of sign-ins, and ends the one that the
 * browser had. The person is told of a
 * browser that is new, unless the sign-in is the first one, which opened the account.
 */
export async function startSession(
  tx: Tx,
  ctx: Ctx,
  { account_id, way, isFirst }: { account_id: string; way: SignInWay; isFirst: boolean },
  { token, expires_at }: NewSession,
): Promise<void> {
  await lockActor(tx, account_id)
  await saveLanguage(tx, ctx, account_id)
  await removeSession(tx, ctx)
  const now = ctx.now.toISOString()
  const user_agent = (ctx.request?.headers.get('user-agent') ?? '').slice(0, USER_AGENT_MAX)
  const seen = { created_at: now, seen_at: now, expires_at, user_agent }
  const { id: session_id } = await tx
    .insertInto('session')
    .values({ token_hash: tokenHash(token), account_id, ...seen })
    .returning('id')
    .executeTakeFirstOrThrow()
  const started = { account_id, session_id, user_agent, browser: bindBrowser(ctx) }
  const is_new_browser = await meetBrowser(tx, ctx, started, isFirst)
  await recordSignIn(tx, ctx, { account_id, session_id, way, user_agent, is_new_browser })
}

/** Gives the token of a session that has started to the browser. */
export const setSessionCookie = (ctx: Ctx, { token }: NewSession) =>
  setCookie(ctx, token, SESSION_DAYS * DAY_SECONDS)

/** Ends the caller's session, at once and in every process. */
export async function logOut(ctx: Ctx): Promise<undefined> {
  await inTx(ctx, (tx) => removeSession(tx, ctx))
  clearSessionCookie(ctx)
}

/** Takes the token of a session that has ended from the browser. */
export const clearSessionCookie = (ctx: Ctx) => setCookie(ctx, '', 0)

/** Lists the caller's sessions, the latest visit first. */
export async function listSessions(ctx: Ctx): Promise<ReplyOf<typeof schema.listSessions>> {
  const { account_id, session_id } = currentPerson(ctx)
  const rows = await ctx.db
    .selectFrom('session')
    .select(['id', 'user_agent', 'created_at', 'seen_at'])
    .where('account_id', '=', account_id)
    .where('expires_at', '>', ctx.now.toISOString())
    .where('seen_at', '>', idleSince(ctx.now))
    .orderBy('seen_at', 'desc')
    .execute()
  const items = rows.map((row) => ({ ...row, is_current: row.id === session_id }))
  return { items, total: items.length }
}

/** Lists the caller's sign-ins: `GET /accounts/current/sign_ins`. */
export const listSignIns = (ctx: Ctx, query: BodyOf<typeof listing>) =>
  readSignIns(ctx, query, idleSince(ctx.now))

/** Ends one of the caller's own sessions; refuses any other as `not_found`. */
export async function endSession(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.endSession>,
): Promise<undefined> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('account_id', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) fail('not_found')
}

/**
 * Returns the person whom a token belongs to, with the current role, because every request reads
 * it. Returns `expired` for a session too old or too long idle, and undefined for an unknown token.
 */
export async function personOfToken(
  db: Db,
  token: string,
  now: Date,
): Promise<Person | 'expired' | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id as session_id', 'session.seen_at', 'session.expires_at'])
    .select(['account.id as account_id', 'role', 'username', 'email', 'currency'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  if (!row) return undefined
  const { seen_at, expires_at, ...person } = row
  if (expires_at <= now.toISOString() || seen_at <= idleSince(now)) return 'expired'
  if (seen_at < addSeconds(now, -SEEN_EVERY_SECONDS).toISOString())
    await recordVisit(db, person, now)
  return person as Person
}

function recordVisit(db: Db, { session_id }: { session_id: string }, now: Date) {
  const seen_at = now.toISOString()
  return db.updateTable('session').set({ seen_at }).where('id', '=', session_id).execute()
}

async function findAccountByWallet(tx: Tx, address: string): Promise<string | undefined> {
  const account = await tx
    .selectFrom('account')
    .select('id')
    .where('wallet_address', '=', address)
    .executeTakeFirst()
  return account?.id
}

/** Saves the language of the page that signs in, for mails; programs have none. */
async function saveLanguage(tx: Tx, { browser, lang }: Ctx, account_id: string) {
  if (browser !== 'direct')
    await tx.updateTable('account').set({ lang }).where('id', '=', account_id).execute()
}

/** Opens an account with a random username, which reveals nothing of the mail address. */
async function openAccount(tx: Tx, ctx: Ctx, wallet_address: string): Promise<string> {
  const { email } = await tx
    .selectFrom('wallet')
    .select('email')
    .where('address', '=', wallet_address)
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .executeTakeFirstOrThrow()
  await refuseAwaited(tx, email)
  const username = generateUsername()
  const opened = await tx
    .insertInto('account')
    .values({ email, username, wallet_address, lang: ctx.lang, joined_at: ctx.now.toISOString() })
    .onConflict((conflict) => conflict.column('wallet_address').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (opened) await openLedgerAccounts(tx, opened.id)
  return opened?.id ?? (await findAccountByWallet(tx, wallet_address))!
}

async function removeSession(tx: Tx, { person }: Ctx) {
  if (person) await tx.deleteFrom('session').where('id', '=', person.session_id).execute()
}

function setCookie({ config, cookies }: Ctx, token: string, seconds: number) {
  cookies.push(cookieLine('session', token, { publicUrl: config.publicUrl, seconds }))
}

const idleSince = (now: Date) => addSeconds(now, -SESSION_IDLE_DAYS * DAY_SECONDS).toISOString()
