import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { doEach, job } from '#core/jobs.ts'
import {
  deliverGifts,
  expireGift,
  isDeliverable,
  remindOf,
  returnGift,
} from '#src/catalog/gift/gift.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { delistByPlatform } from '#src/sales/listing/delist.ts'

export const lookAfterGifts = job<object>('gift.look_after')

const REMIND_SECONDS = 3 * DAY_SECONDS // before the end
const AT_ONCE = 100

/**
 * Delivers the gifts that are due, reminds of those that end soon and returns those that have ended.
 * While gifts are switched off it returns all of them, because nobody could claim or withdraw them.
 */
export async function lookAfter(ctx: Ctx) {
  if (!(await settingsFor(ctx)).gift_enabled) return returnAll(ctx)
  await deliverDue(ctx)
  await remindDue(ctx)
  await endEach(ctx, await overdue(ctx), expireGift)
}

async function returnAll(ctx: Ctx) {
  const live = await ctx.db
    .selectFrom('gift')
    .select('id')
    .where('status', 'in', ['scheduled', 'open'])
    .orderBy('created_at')
    .execute()
  await endEach(
    ctx,
    live.map(({ id }) => id),
    returnGift,
  )
}

async function deliverDue(ctx: Ctx) {
  const { rows } = await sql<{ id: string }>`
    select id from gift where ${isDeliverable(ctx.time())} order by deliver_at limit ${AT_ONCE}
  `.execute(ctx.db)
  await doEach(rows, 'a gift could not be delivered', ({ id }) =>
    inTx(ctx, (tx) => deliverGifts(tx, [id], ctx.time())),
  )
}

/** Reminds of gifts three days before their end. Shorter ones need no reminder. */
async function remindDue(ctx: Ctx) {
  const at = ctx.time()
  const soon = addSeconds(at, REMIND_SECONDS).toISOString()
  const { rows } = await sql<{ id: string }>`
    select id from gift where status = 'open' and reminded_at is null
      and expires_at <= ${soon}::timestamptz and expires_at > ${at.toISOString()}::timestamptz
      and expires_at - deliver_at > ${2 * REMIND_SECONDS} * interval '1 second'
    order by expires_at limit ${AT_ONCE}
  `.execute(ctx.db)
  await doEach(rows, 'a reminder of a gift could not be sent', ({ id }) =>
    inTx(ctx, (tx) => remindOf(tx, [id], ctx.time())),
  )
}

async function overdue({ db, time }: Ctx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from gift where status = 'open' and expires_at <= ${time().toISOString()}::timestamptz
    order by expires_at limit ${AT_ONCE}
  `.execute(db)
  return rows.map(({ id }) => id)
}

const endEach = (ctx: Ctx, ids: readonly string[], end: typeof expireGift) =>
  doEach(ids, 'a gift could not be ended', (id) => endByPlatform(ctx, id, end))

/** Ends a gift and frees its copy for its giver. A repeat finds nothing to do. */
async function endByPlatform(ctx: Ctx, id: string, end: typeof expireGift) {
  await inTx(ctx, async (tx) => {
    const { asset_token_id, listing_id } = await tx
      .selectFrom('gift')
      .select(['asset_token_id', 'listing_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const at = await lockSerials(tx, [asset_token_id], ctx.time)
    if (await end(tx, id, at)) await delistByPlatform(tx, [listing_id!], at)
  })
}
