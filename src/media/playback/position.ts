import { addSeconds } from '#core/clock.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { job } from '#core/jobs.ts'
import { authorizePlayback } from './entitlement.ts'
import type * as schema from './position.shared.ts'
import { positionToKeep } from './position.shared.ts'

const KEPT_SECONDS = 365 * DAY_SECONDS

export const deleteOldPositions = job<object>('playback.delete_old_positions')

/**
 * Remembers where the caller is in a title, if they may watch it now. The latest call counts, from
 * whichever device. Refuses everything that `authorizePlayback` refuses.
 */
export async function keep(
  ctx: Ctx,
  { kid, seconds: given }: BodyOf<typeof schema.putPosition>,
): Promise<ReplyOf<typeof schema.putPosition>> {
  const { account_id } = currentPerson(ctx)
  const { title } = await authorizePlayback(
    ctx.db,
    { account_id, country: ctx.country, now: ctx.now },
    kid,
  )
  const seconds = positionToKeep(given, title.duration_seconds ?? 0)
  if (seconds === null) {
    await forget(ctx, { kid })
    return { seconds }
  }
  const updated_at = ctx.time().toISOString()
  await ctx.db
    .insertInto('playback_position')
    .values({ account_id, kid, seconds, updated_at })
    .onConflict((same) => same.columns(['account_id', 'kid']).doUpdateSet({ seconds, updated_at }))
    .execute()
  return { seconds }
}

/** Forgets the caller's position in one title, or all of them. */
export async function forget(
  ctx: Ctx,
  { kid }: BodyOf<typeof schema.forgetPositions>,
): Promise<ReplyOf<typeof schema.forgetPositions>> {
  const { account_id } = currentPerson(ctx)
  const own = ctx.db.deleteFrom('playback_position').where('account_id', '=', account_id)
  const { numDeletedRows } = await (kid ? own.where('kid', '=', kid) : own).executeTakeFirst()
  return { forgotten: Number(numDeletedRows) }
}

/** Deletes positions that have not changed for a year. */
export async function deleteOld({ db, now }: Ctx) {
  const before = addSeconds(now, -KEPT_SECONDS).toISOString()
  await db.deleteFrom('playback_position').where('updated_at', '<', before).execute()
}
