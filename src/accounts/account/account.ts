import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { doEach } from '#core/jobs.ts'
import {
  endRecovery,
  isTaken,
  listDue,
  lockWaiting,
  refuseAwaited,
} from '#src/accounts/recovery/recovery.ts'
import { changeWalletEmail } from '#src/accounts/wallet/custody.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { enqueueMails, recipientOf } from '#src/platform/mail/send.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import type {
  Account,
  getCurrentAccount,
  initializeAccount,
  updateCurrentAccount,
} from './account.shared.ts'
import { forgetUsedCodes, spendCode } from './code.ts'
import { emailChangedMail } from './email-changed-mail.shared.ts'
import { credentialsOf } from './passkey.ts'
import type { PasskeyProof } from './passkey-proof.shared.ts'
import { confirmStep } from './step-up.ts'

/** Prepares the account of a person who has just signed in. Repeating it is harmless. */
export async function initialize(
  ctx: Ctx,
  { email }: BodyOf<typeof initializeAccount>,
): Promise<Account> {
  const { account_id, email: known } = currentPerson(ctx)
  if (email && email !== known) fail('email_change_needs_code')
  await ctx.db
    .updateTable('account')
    .set({ initialized_at: ctx.now.toISOString() })
    .where('id', '=', account_id)
    .where('initialized_at', 'is', null)
    .execute()
  return account(ctx.db, account_id)
}

/** Returns the caller's account; `currency` overrides its currency in the reply only. */
export async function current(
  ctx: Ctx,
  { currency }: BodyOf<typeof getCurrentAccount>,
): Promise<Account> {
  const mine = await account(ctx.db, currentPerson(ctx).account_id)
  return currency ? { ...mine, currency } : mine
}

/**
 * Changes the caller's account. A new mail address needs the code that was sent to it; the wallet
 * moves to it, later codes go there, the former address gets a mail, and payouts wait. Refuses as
 * `email_change_needs_code` without a code, and as `email_change_needs_passkey` if the caller has passkeys
 * and proves none.
 */
export async function update(
  ctx: Ctx,
  { email, code, passkey, ...names }: BodyOf<typeof updateCurrentAccount>,
): Promise<Account> {
  const { account_id, email: old } = currentPerson(ctx)
  const moves = email !== undefined && email !== old
  if (moves) {
    if (!code) fail('email_change_needs_code')
    // Checked first, so that a refused name does not use up the code.
    if (names.username !== undefined) await requireFree(ctx.db, account_id, names.username)
    await confirmMove(ctx, passkey)
    await spendCode(ctx, { email, code, purpose: 'email' })
  }
  return inTx(ctx, async (tx) => {
    if (names.username !== undefined) await requireNameable(tx, account_id, names.username)
    const moved = moves && { email, email_changed_at: ctx.time().toISOString() }
    const changes = { ...names, ...moved }
    if (Object.keys(changes).length > 0)
      await tx.updateTable('account').set(changes).where('id', '=', account_id).execute()
    if (names.username !== undefined) await refuseHiddenName(tx, account_id, names.username)
    const changed = await account(tx, account_id)
    if (moves) {
      const end = { how: 'changed', changed_by: account_id, at: ctx.time() } as const
      await endRecovery(tx, { account_id }, { action: 'cancel', ...end })
      await refuseAwaited(tx, email)
      await changeWalletEmail(tx, changed.wallet_address, email)
      await forgetUsedCodes(tx, old)
      const at = end.at.toISOString()
      await enqueueMails(tx, emailChangedMail, [{ account_id, email: old, at }])
    }
    return changed
  })
}

/** Confirms a new address by one of the caller's passkeys, if they have any: its code proves the mailbox only. */
async function confirmMove(ctx: Ctx, passkey: PasskeyProof | undefined) {
  if (passkey) return confirmStep(ctx, { passkey }, 'email')
  const { length } = await credentialsOf(ctx.db, currentPerson(ctx).account_id)
  if (length > 0) fail('email_change_needs_passkey')
}

/** Reads the mail to the former address of an account. */
export async function readEmailChanged({ db }: Ctx, about: AboutOf<typeof emailChangedMail>) {
  const { account_id, email, at } = about
  const recipient = await recipientOf(db, account_id)
  return { ...recipient, to: email, id: `email_changed.${account_id}.${Date.parse(at)}`, facts: {} }
}

/**
 * Moves each account whose recovery is due. During maintenance nothing moves: people may see no page that tells
 * them of it.
 */
export async function moveDue(ctx: Ctx): Promise<void> {
  if ((await settingsFor(ctx)).maintenance) return
  await doEach(await listDue(ctx), 'an account could not be moved', ({ id }) =>
    moveByRecovery(ctx, id),
  )
}

/**
 * Moves an account to the new address of a recovery that is due, signs its person out everywhere, and
 * ends the codes of the old address. Cancels it if somebody has the address or the person has become
 * an administrator. A repeat finds nothing to do.
 */
async function moveByRecovery(ctx: Ctx, id: string): Promise<void> {
  await inTx(ctx, async (tx) => {
    const due = await lockWaiting(tx, id)
    if (!due) return
    const { account_id, old_email, new_email, started_by, wallet_address, role } = due
    const end = { changed_by: started_by, at: ctx.time() }
    const obstacle =
      role === 'ADMIN' ? 'role' : (await isTaken(tx, new_email)) ? 'taken' : undefined
    if (obstacle) {
      await endRecovery(tx, due, { action: 'cancel', how: obstacle, ...end })
      return
    }
    if (!(await endRecovery(tx, due, { action: 'move', how: 'due', ...end }))) return
    await tx.updateTable('account').set({ email: new_email }).where('id', '=', account_id).execute()
    await changeWalletEmail(tx, wallet_address, new_email)
    await tx.deleteFrom('session').where('account_id', '=', account_id).execute()
    await tx
      .updateTable('sign_in_code')
      .set({ expires_at: end.at.toISOString() })
      .where(sql<string>`lower(email)`, '=', old_email.toLowerCase())
      .where('used_at', 'is', null)
      .execute()
    await forgetUsedCodes(tx, old_email)
  })
}

async function account(db: Db, id: string): Promise<Account> {
  const row = await db
    .selectFrom('account')
    .select(['id as account_id', 'username', 'email', 'first_name', 'last_name'])
    .select(['has_public_name', 'name_asked', 'wallet_address', 'joined_at', 'role'])
    .select(sql<string>`coalesce(currency, 'JPY')`.as('currency'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row as Account
}

/** Returns a random username, which reveals nothing of the person. */
export const generateUsername = () => `collector-${randomBytes(5).toString('hex')}`

/** Matches an `account` that shows itself to others: under a chosen name, neither suspended nor hidden. */
export const mayShowItself = sql`(account.suspended_at is null and account.hidden_at is null
  and account.username !~ '^collector-[0-9a-f]{10}$')`

/**
 * Step: puts a generated username in the place of a person's own, or gives that back if `at` is null. The
 * caller has locked the account. Refuses `username_taken`.
 */
export async function setProfileHidden(tx: Tx, account_id: string, at: Date | null) {
  await (
    at
      ? sql`
        update account set hidden_at = ${at.toISOString()}, hidden_username = username,
          hidden_public_name = has_public_name, username = ${generateUsername()},
          has_public_name = false
        where id = ${account_id} and hidden_at is null and deleted_at is null
      `
      : sql`
        update account set username = hidden_username, has_public_name = hidden_public_name,
          hidden_at = null, hidden_username = null, hidden_public_name = null
        where id = ${account_id} and hidden_at is not null
      `
  ).execute(tx)
}

/**
 * Refuses a username that is taken, and any while the profile is hidden. Takes no lock: the transaction
 * checks again.
 */
async function requireFree(db: Db, account_id: string, username: string) {
  const { rows } = await sql<{ is_hidden: boolean }>`
    select id = ${account_id} as is_hidden from account
    where (id = ${account_id} and hidden_at is not null and username <> ${username})
      or (id <> ${account_id} and lower(${username}) in (lower(username), lower(hidden_username)))
  `.execute(db)
  if (rows.length > 0)
    fail(rows.some(({ is_hidden }) => is_hidden) ? 'profile_hidden' : 'username_taken')
}

/** Step: locks a person who takes a username. Refuses `profile_hidden` while they are hidden. */
async function requireNameable(tx: Tx, account_id: string, username: string) {
  const { rows } = await sql<{ hidden_at: string | null; username: string }>`
    select hidden_at, username from account where id = ${account_id} for no key update
  `.execute(tx)
  const person = rows[0]!
  if (person.hidden_at && person.username !== username) fail('profile_hidden')
}

/**
 * Step: refuses `username_taken` for the name of somebody else who is hidden. Call it after the name is
 * written: the write waits for a hiding that is about to free the name.
 */
async function refuseHiddenName(tx: Tx, account_id: string, username: string) {
  const { rows } = await sql`
    select from account where lower(hidden_username) = lower(${username}) and id <> ${account_id}
  `.execute(tx)
  if (rows.length > 0) fail('username_taken')
}

/**
 * Step: makes a locked account a pseudonym, records its deletion, and frees its address and username.
 * `copies` is the number of copies that stay with it.
 */
export async function eraseAccount(
  tx: Tx,
  { account_id, copies, at }: { account_id: string; copies: number; at: Date },
) {
  const pseudonym = `deleted-${randomBytes(5).toString('hex')}`
  const when = at.toISOString()
  await tx
    .updateTable('account')
    .set({
      deleted_at: when,
      suspended_at: when,
      username: pseudonym,
      email: `${pseudonym}@deleted.invalid`, // RFC 2606: nobody's
      first_name: '',
      last_name: '',
      has_public_name: false,
      currency: null,
      lang: 'en',
      hidden_at: null,
      hidden_username: null,
      hidden_public_name: null,
    })
    .where('id', '=', account_id)
    .execute()
  await tx
    .insertInto('account_deletion')
    .values({ account_id, asked_by: account_id, copies, at: when })
    .execute()
  return pseudonym
}
