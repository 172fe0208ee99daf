import type { Tx } from '#core/database/db.ts'
import { inTx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { earlierReply, once } from '#core/http/idempotency.ts'
import { log } from '#core/log.ts'
import { isSuspended } from '#src/accounts/suspension/suspension.ts'
import { peopleOf } from '#src/catalog/allowlist/lists.ts'
import { endListsOf, moveDistribution } from '#src/catalog/distribution/distribution.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { openGiveaway } from '#src/sales/listing/give-away.ts'
import { delistBatches } from '#src/sales/listing/delist.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { giveBack } from '#src/sales/purchase/refund.ts'
import { bookUnlessAnswered, release } from '#src/sales/purchase/release.ts'
import type { cancelDistribution, endDistribution } from './distribution.shared.ts'
import { distributionOf } from './distribution.ts'
import { invitationMail, distributionFailedMail } from './distribution-mail.shared.ts'

/**
 * Makes the copies of a paid distribution claimable and enqueues the invitations. If a copy is missing,
 * for example because its own payment is disputed, or if the creator was suspended, nothing is given and
 * the fee is refunded. A repeat finds nothing to do.
 */
export async function execute(ctx: Ctx, { id }: { id: string }) {
  await inTx(ctx, async (tx) => {
    const { copies, listings, purchase_id, allowlist_id, mayGive, at } = await lockPrepared(
      tx,
      ctx,
      id,
    )
    const isWhole = mayGive && listings.length === copies
    const by = { by: 'platform', at } as const
    if (isWhole) {
      const set = { opened_at: at.toISOString() }
      if (!(await moveDistribution(tx, id, { action: 'finish', ...by, set }))) return
      const ids = listings.map((listing) => listing.id)
      await openGiveaway(tx, ids, at)
      await invite(tx, id, allowlist_id)
    } else {
      const set = { closed_at: at.toISOString() }
      if (!(await moveDistribution(tx, id, { action: 'fail', ...by, set }))) return
      if (mayGive) log('error', 'a free distribution failed', { subject: id })
      await giveBack(tx, purchase_id!, at)
      await takeBack(tx, listings, [id], at)
      await enqueueMails(tx, distributionFailedMail, [{ id, is_suspended: !mayGive }])
    }
    failpoint('distribution.executing')
  })
  failpoint('distribution.executed')
}

/**
 * Locks the creator and the copies of a distribution, and returns it with their listings that are still
 * prepared. `mayGive` is false for a creator who is suspended.
 */
async function lockPrepared(tx: Tx, ctx: Ctx, id: string) {
  const found = tx.selectFrom('distribution').where('id', '=', id)
  const { creator } = await found.select('creator').executeTakeFirstOrThrow()
  const mayGive = !(await isSuspended(tx, creator))
  const tokens = await tx
    .selectFrom('distribution_copy')
    .select('asset_token_id')
    .where('distribution_id', '=', id)
    .execute()
  const ids = tokens.map(({ asset_token_id }) => asset_token_id)
  const at = await lockSerials(tx, ids, ctx.time)
  const distribution = await found
    .select(['copies', 'batch', 'purchase_id', 'allowlist_id'])
    .executeTakeFirstOrThrow()
  const listings = await tx
    .selectFrom('listing')
    .innerJoin('serial', 'serial.asset_token_id', 'listing.asset_token_id')
    .innerJoin('asset', 'asset.kid', 'serial.kid')
    .select('listing.id')
    .where('listing.batch', '=', distribution.batch)
    .where('listing.status', '=', 'preparing')
    .whereRef('serial.owner', '=', 'listing.seller')
    .where('published_at', 'is not', null)
    .execute()
  return { ...distribution, listings, mayGive, at }
}

/** Enqueues a mail to each person on the list. */
async function invite(tx: Tx, id: string, allowlist_id: string | null) {
  if (!allowlist_id) return
  const people = await peopleOf(tx, allowlist_id)
  await enqueueMails(
    tx,
    invitationMail,
    people.map(({ person }) => ({ id, person })),
  )
}

async function takeBack(tx: Tx, listings: { id: string }[], ids: string[], at: Date) {
  if (listings.length > 0)
    await delistBatches(
      tx,
      listings.map(({ id }) => ({ listing_id: id })),
      at,
    )
  await endListsOf(tx, ids, at)
}

/**
 * Cancels the payment of the caller's distribution, which becomes a draft again. One that the provider
 * knows as paid is settled instead: `distribution_closed`.
 */
export async function cancel(ctx: Ctx, body: BodyOf<typeof cancelDistribution>) {
  const before = await earlierReply<ReplyOf<typeof cancelDistribution>>(ctx, body)
  if (before) return before // a forgotten draft has replies still
  const { purchase_id: asked } = await distributionOf(ctx.db, body.id, ctx)
  if (asked) await bookUnlessAnswered(ctx, body, asked)
  return once(ctx, body, async (tx) => {
    const { purchase_id, status } = await distributionOf(tx, body.id, ctx)
    if (status !== 'awaiting_payment') fail('distribution_closed')
    const { account_id: account } = currentPerson(ctx)
    const step = { action: 'cancel', by: 'buyer', account } as const
    if (!(await release(tx, purchase_id!, step, ctx.time))) fail('distribution_closed')
    return distributionOf(tx, body.id, ctx)
  })
}

/** Ends the caller's distribution and frees the copies that nobody has claimed. */
export function end(ctx: Ctx, body: BodyOf<typeof endDistribution>) {
  return once(ctx, body, async (tx) => {
    await distributionOf(tx, body.id, ctx)
    const { listings, at } = await lockOpen(tx, ctx, body.id)
    const by = { by: 'creator', account: currentPerson(ctx).account_id, at } as const
    const set = { closed_at: at.toISOString() }
    if (!(await moveDistribution(tx, body.id, { action: 'end', ...by, set })))
      fail('distribution_closed')
    await takeBack(tx, listings, [body.id], at)
    return distributionOf(tx, body.id, ctx)
  })
}

/** Locks the unclaimed copies of a distribution and returns their open listings. */
async function lockOpen(tx: Tx, ctx: Ctx, id: string) {
  const free = tx
    .selectFrom('distribution_copy')
    .select('asset_token_id')
    .where('distribution_id', '=', id)
    .where('claimed_by', 'is', null)
  const tokens = await free.execute()
  const ids = tokens.map(({ asset_token_id }) => asset_token_id)
  const at = await lockSerials(tx, ids, ctx.time)
  const listings = await tx
    .selectFrom('listing')
    .innerJoin('distribution', 'distribution.batch', 'listing.batch')
    .select('listing.id')
    .where('distribution.id', '=', id)
    .where('listing.status', '=', 'open')
    .execute()
  return { listings, at }
}
