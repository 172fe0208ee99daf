import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { job } from '#core/jobs.ts'
import { keyedHash, tokenHash } from '#core/keyed-hash.ts'
import { lockAccount } from '#src/accounts/suspension/suspension.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { recoveryMail } from './recovery-mail.shared.ts'
import type { cancelRecoveryByLink, getOwnRecovery } from './recovery.shared.ts'

/** Moves accounts to their new addresses, once the wait is over. */
export const moveAddresses = job<object>('account.move_addresses')

/** Names who or what ended a recovery, or why. */
type How =
  | 'admin'
  | 'person'
  | 'link'
  | 'code' // a code that was sent to the old address
  | 'changed' // the person changed the address themselves
  | 'taken' // another account has the new address
  | 'role' // the person has become an administrator
  | 'due'

interface End {
  how: How
  changed_by: string
  reason?: string
  at: Date
}

/** The account of a recovery, and the recovery if it has to be this one. */
interface Which {
  account_id: string
  id?: string
}

/** Returns the token of the link in the mail to the old address. The database has its hash. */
export const cancelToken = ({ config }: Pick<Ctx, 'config'>, id: string) =>
  keyedHash(config.secret, 'cancel recovery', id)

/**
 * Step: starts the recovery of an account, and tells both addresses. Nothing else changes until it is due.
 * Refuses `not_found` for a deleted account, `forbidden` for an administrator, `email_taken` and
 * `recovery_waiting`.
 */
export async function startRecovery(
  tx: Tx,
  ctx: Ctx,
  asked: { account_id: string; email: string; started_by: string; reason: string },
) {
  const { account_id, email, started_by, reason } = asked
  await lockAccount(tx, account_id)
  const account = await tx
    .selectFrom('account')
    .select(['email', 'role'])
    .where('id', '=', account_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const { email: old_email, role } = account ?? fail('not_found')
  if (role === 'ADMIN') fail('forbidden')
  if (await isTaken(tx, email)) fail('email_taken')
  const { recovery_wait_days } = await settingsOf(tx)
  const id = randomUUID()
  const at = ctx.time()
  await tx
    .insertInto('account_recovery')
    .values({
      id,
      account_id,
      old_email,
      new_email: email,
      status: 'waiting',
      started_by,
      reason,
      token_hash: tokenHash(cancelToken(ctx, id)),
      started_at: at.toISOString(),
      due_at: addSeconds(at, recovery_wait_days * DAY_SECONDS).toISOString(),
    })
    .execute()
  await record(tx, account_id, 'start', { how: 'admin', changed_by: started_by, reason, at })
  await tell(tx, id, 'started')
}

/** Tells if an account has an address. */
export async function isTaken(db: Db | Tx, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where lower(email) = lower(${email})
  `.execute(db)
  return rows.length > 0
}

/**
 * Step: refuses `email_awaited` for the new address of a recovery that waits. An account there would keep
 * the other one from moving.
 */
export async function refuseAwaited(tx: Tx, email: string) {
  const { rows } = await sql`
    select from account_recovery where lower(new_email) = lower(${email}) and status = 'waiting'
  `.execute(tx)
  if (rows.length > 0) fail('email_awaited')
}

/** Lists the recoveries that are due, the oldest first. */
export const listDue = ({ db, now }: Ctx) =>
  db
    .selectFrom('account_recovery')
    .select('id')
    .where('status', '=', 'waiting')
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .execute()

/** Step: locks the account of a recovery, and returns both; undefined if the recovery is over. */
export async function lockWaiting(tx: Tx, id: string) {
  const read = tx
    .selectFrom('account_recovery')
    .innerJoin('account', 'account.id', 'account_id')
    .select(['account_recovery.id', 'account_id', 'old_email', 'new_email', 'started_by'])
    .select(['wallet_address', 'role'])
    .where('account_recovery.id', '=', id)
    .where('status', '=', 'waiting')
  const found = await read.executeTakeFirst()
  if (!found) return undefined
  await lockAccount(tx, found.account_id)
  return read.executeTakeFirst()
}

/**
 * Step: ends the recovery of an account that waits, or the one of this id only, and tells both addresses. Of
 * many at once, one ends it, and the others return false.
 */
export async function endRecovery(
  tx: Tx,
  { account_id, id }: Which,
  { action, ...end }: End & { action: 'move' | 'cancel' },
): Promise<boolean> {
  await lockAccount(tx, account_id)
  const ended = await tx
    .updateTable('account_recovery')
    .set({ status: action === 'move' ? 'moved' : 'canceled', ended_at: end.at.toISOString() })
    .where('account_id', '=', account_id)
    .where('status', '=', 'waiting')
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  await record(tx, account_id, action, end)
  await tell(tx, ended.id, action === 'move' ? 'moved' : 'cancelled')
  return true
}

/** Cancels a recovery for the person of its account. Returns false if it waits no more. */
const cancel = (ctx: Ctx, which: Which, how: How): Promise<boolean> =>
  inTx(ctx, (tx) => {
    const end = { how, changed_by: which.account_id, at: ctx.time() }
    return endRecovery(tx, which, { action: 'cancel', ...end })
  })

/** Returns the recovery of the caller's account: `GET /accounts/current/recovery`. */
export async function getOwn(ctx: Ctx): Promise<ReplyOf<typeof getOwnRecovery>> {
  const recovery = await ctx.db
    .selectFrom('account_recovery')
    .select(['new_email', 'started_at', 'due_at'])
    .where('account_id', '=', currentPerson(ctx).account_id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return { recovery: recovery ?? null }
}

/** Cancels the recovery of the caller's account: `DELETE /accounts/current/recovery`. */
export async function cancelOwn(ctx: Ctx): Promise<undefined> {
  const { account_id } = currentPerson(ctx)
  if (!(await cancel(ctx, { account_id }, 'person'))) fail('recovery_over')
}

/** Cancels a recovery by the link in the mail: `POST /recoveries/cancellations`. */
export async function cancelByLink(
  ctx: Ctx,
  { token }: BodyOf<typeof cancelRecoveryByLink>,
): Promise<undefined> {
  const found = await ctx.db
    .selectFrom('account_recovery')
    .select(['id', 'account_id'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  if (!found || !(await cancel(ctx, found, 'link'))) fail('recovery_over')
}

/** Cancels the recovery of an account whose person entered a code from the old address: it is not lost. */
export async function cancelByCode(ctx: Ctx, email: string): Promise<void> {
  const { rows } = await sql<Required<Which>>`
    select id, account_id from account_recovery
    where lower(old_email) = lower(${email}) and status = 'waiting'
  `.execute(ctx.db)
  for (const which of rows) await cancel(ctx, which, 'code')
}

/** Forgets recoveries that ended before a time. What happened stays in the audit log, without addresses. */
export const forgetRecoveries = (db: Db, before: string) =>
  db.deleteFrom('account_recovery').where('ended_at', '<', before).execute()

function record(
  tx: Tx,
  account_id: string,
  action: string,
  { how, changed_by, reason = '', at }: End,
) {
  return tx
    .insertInto('account_recovery_change')
    .values({ account_id, action, how, changed_by, reason, at: at.toISOString() })
    .execute()
}

const tell = (tx: Tx, id: string, event: 'started' | 'moved' | 'cancelled') =>
  enqueueMails(tx, recoveryMail, [
    { id, event, to: 'old' },
    { id, event, to: 'new' },
  ])
