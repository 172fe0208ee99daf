import { inTx, type Tx } from '#core/database/db.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { zoneOf } from '#core/local-time.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { reschedule } from './digest-line.ts'
import type { getSchedule, putSchedule } from './notification.shared.ts'
import { chosenSchedule, USUAL_DIGEST_HOUR } from './preferences.ts'

/** Returns when the caller is written to: `GET /notification_schedule`. */
export async function get(ctx: Ctx): Promise<ReplyOf<typeof getSchedule>> {
  const chosen = await chosenSchedule(ctx.db, currentPerson(ctx).account_id)
  return (
    chosen ?? {
      time_zone: null,
      digest_hour: USUAL_DIGEST_HOUR,
      quiet_from: null,
      quiet_until: null,
    }
  )
}

/** Changes when the caller is written to: `PUT /notification_schedule`. */
export async function put(
  ctx: Ctx,
  { time_zone, ...hours }: BodyOf<typeof putSchedule>,
): Promise<ReplyOf<typeof putSchedule>> {
  const { account_id } = currentPerson(ctx)
  const { quiet_from, quiet_until } = hours
  const isOneMissing = (quiet_from === null) !== (quiet_until === null)
  if (isOneMissing || (quiet_from !== null && quiet_from === quiet_until))
    fail('input_invalid', { field: 'quiet_until' })
  const schedule = { time_zone: zoneOf(time_zone), ...hours }
  await inTx(ctx, async (tx) => {
    await tx
      .insertInto('notification_schedule')
      .values({ account_id, ...schedule })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(schedule))
      .execute()
    await reschedule(tx, account_id, ctx.now)
  })
  return schedule
}

/** Step: keeps the time zone of a person's browser if they have chosen none. */
export async function keepTimeZone(tx: Tx, account_id: string, time_zone: string) {
  await tx
    .insertInto('notification_schedule')
    .values({ account_id, time_zone: zoneOf(time_zone) })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
}
