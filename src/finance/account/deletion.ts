import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { failpoint } from '#core/failpoint.ts'
import { dropJobsNaming } from '#core/job-queue.ts'
import { enqueue, job } from '#core/jobs.ts'
import { eraseAccount } from '#src/accounts/account/account.ts'
import { clearSessionCookie } from '#src/accounts/account/session.ts'
import { confirmStep } from '#src/accounts/account/step-up.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import { takeFromWallets } from '#src/catalog/wallet-copies/wallet-copies.ts'
import { lockBalances } from '#src/ledger/ledger.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { expireCouponsOf } from '#src/sales/coupon/coupon.ts'
import { delistByPlatform } from '#src/sales/listing/delist.ts'
import { endOffersOf } from '#src/sales/listing/suspended.ts'
import { removePictures } from '#src/sales/share/rendered-picture.ts'
import { leaveRooms } from '#src/sales/waiting-room/queue.ts'
import { deletionMail } from './deletion-mail.shared.ts'
import { type deleteAccount, type DeletionTerms, obstacles } from './deletion.shared.ts'
import { eraseRows } from './erase.ts'

/** Erases again what requests that were under way wrote to a deleted account. */
export const sweepDeleted = job<{ id: string }>('account.sweep_deleted')

const SWEEP_SECONDS = 600 // longer than any request

/** Returns what prevents a deletion, and what is given up: `GET /accounts/current/deletion`. */
export const terms = (ctx: Ctx): Promise<DeletionTerms> =>
  termsOf(ctx.db, currentPerson(ctx).account_id, ctx.now)

/**
 * Deletes the caller's account: `POST /accounts/current/deletion`. Its offers, waiting places and sessions
 * end; what is kept with it is erased, and the row stays as a pseudonym. Refuses as `deletion_blocked` or
 * `deletion_copies_differ`, before the code is used up and again under the locks.
 */
export async function remove(
  ctx: Ctx,
  { copies, ...confirmation }: BodyOf<typeof deleteAccount>,
): Promise<ReplyOf<typeof deleteAccount>> {
  const { account_id } = currentPerson(ctx)
  refuse(await terms(ctx), copies)
  await confirmStep(ctx, confirmation, 'deletion')
  failpoint('deletion.confirmed')
  const deleted_at = await inTx(ctx, async (tx) => {
    await lockActor(tx, account_id)
    await leaveRooms(tx, account_id, ctx.time())
    const { listings, at } = await endOffersOf(tx, account_id, ctx.time)
    await expireCouponsOf(tx, account_id, at) // coupons come after copies, and before the ledger
    await lockBalances(tx, [account_id])
    refuse(await termsOf(tx, account_id, at), copies)
    await delistByPlatform(tx, listings, at)
    await takeFromWallets(tx, sql`owner = ${account_id}`, at)
    const { email, lang } = await tx
      .selectFrom('account')
      .select(['email', 'lang'])
      .where('id', '=', account_id)
      .executeTakeFirstOrThrow()
    await dropJobsNaming(tx, email)
    const pseudonym = await eraseAccount(tx, { account_id, copies, at })
    failpoint('deletion.erasing')
    await eraseRows(tx, { account_id, email, pseudonym })
    await enqueueMails(tx, deletionMail, [{ account_id, email, lang, copies }])
    await enqueue(tx, sweepDeleted, { id: account_id }, { at: addSeconds(at, SWEEP_SECONDS) })
    failpoint('deletion.deleting')
    return at.toISOString()
  })
  failpoint('deletion.deleted')
  clearSessionCookie(ctx)
  return { deleted_at }
}

/**
 * Erases what came to a deleted account while it was deleted, and its stored pictures. A repeat finds
 * nothing to do.
 */
export async function sweep(ctx: Ctx, { id: account_id }: { id: string }): Promise<void> {
  const account = await ctx.db
    .selectFrom('account')
    .select(['email', 'username as pseudonym'])
    .where('id', '=', account_id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (!account) return
  await inTx(ctx, (tx) => eraseRows(tx, { account_id, ...account }))
  await removePictures(ctx, account_id)
}

function refuse({ obstacles: [first], copies: owned }: DeletionTerms, copies: number) {
  if (first) fail('deletion_blocked', { obstacle: first.kind })
  if (copies !== owned) fail('deletion_copies_differ', { copies: owned })
}

type Counts = Record<(typeof obstacles)[number] | 'copies', number>

/** Reads in one statement, so that a payment which succeeds meanwhile is seen as begun or as done. */
async function termsOf(db: Db | Tx, account_id: string, at: Date): Promise<DeletionTerms> {
  const me = sql`${account_id}::uuid`
  const balance = (kind: string) =>
    sql`coalesce((select balance from ledger_account where account_id = ${me} and kind = ${kind}), 0)`
  const now = sql`${at.toISOString()}::timestamptz`
  const { rows } = await sql<Counts>`
    select (select count(*) from account where id = ${me} and role = 'ADMIN') as administrator,
      (select count(*) from asset where creator = ${me} and removed_at is null)
        + (select count(*) from brand where owner = ${me})
        + (select count(*) from coupon_batch where issuer = ${me} and revoked_at is null
          and expires_at > ${now}) as works,
      ${balance('sales')} as sales_balance, ${balance('points')} as points,
      ${balance('payout')} as payouts, ${balance('debt')} as debt,
      (select count(*) from purchase where ${me} in (buyer, seller) and status = 'reserved')
        + (select count(*) from purchase where ${me} in (buyer, seller)
          and status = 'refunding') as payments,
      (select count(distinct order_id) from dispute join purchase using (order_id)
        where dispute.status = 'open' and ${me} in (buyer, seller)) as disputes,
      (select count(*) from rental join serial using (asset_token_id)
        where owner = ${me} and ${isRunningAt(at)}) as rented_out,
      (select count(*) from rental where renter = ${me} and ${isRunningAt(at)}) as rented,
      (select count(*) from serial where owner = ${me}) as copies
  `.execute(db)
  const { copies, ...counts } = rows[0]!
  return {
    obstacles: obstacles.flatMap((kind) =>
      counts[kind] === 0 ? [] : [{ kind, value: counts[kind] }],
    ),
    copies,
  }
}
