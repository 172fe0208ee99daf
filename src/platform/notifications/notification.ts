import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { job } from '#core/jobs.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import type { listNotifications, readNotifications, Topic } from './notification.shared.ts'
import { selectPushes } from './push-job.ts'

export const purgeNotifications = job<object>('notification.purge')

const KEPT_SECONDS = 180 * DAY_SECONDS

interface NewNotification {
  account_id: string
  /** The id of the mail about the same event. */
  message_id: string
  kind: string
  /** Holds what the mail is about. */
  about: unknown
  /** Names the topic; undefined if no browser shows it. */
  topic: Topic | undefined
  lang: string
  subject: string
  path: string
}

/** Notifies a person once, in the app and their browsers: a repeat with the same message id does nothing. */
export async function notify(ctx: Ctx, { topic, about, ...notification }: NewNotification) {
  const insert = ctx.db
    .insertInto('notification')
    .values({ ...notification, about: JSON.stringify(about), at: ctx.now.toISOString() })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .returning(['id', 'account_id'])
  // One statement: a notification without its pushes is never stored.
  if (topic) await sql`with inserted as (${insert}) ${selectPushes(topic)}`.execute(ctx.db)
  else await insert.execute()
}

/** Lists the caller's notifications: `GET /notifications`. */
export async function list(
  ctx: Ctx,
  { offset, limit }: BodyOf<typeof listNotifications>,
): Promise<ReplyOf<typeof listNotifications>> {
  const mine = ofCaller(ctx)
  const [items, counted, { unread }] = await Promise.all([
    mine
      .select(['id', 'at', 'subject', 'lang', 'path', 'read_at'])
      .orderBy('at', 'desc')
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute(),
    mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    count(ctx),
  ])
  return { items, total: counted.total, unread }
}

/** Counts the caller's unread notifications: `GET /notifications/unread`. */
export const count = (ctx: Ctx) =>
  ofCaller(ctx)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()

const ofCaller = (ctx: Ctx) =>
  ctx.db.selectFrom('notification').where('account_id', '=', currentPerson(ctx).account_id)

/** Marks notifications as read: `POST /notifications/read`. */
export async function read(ctx: Ctx, { ids }: BodyOf<typeof readNotifications>) {
  await ctx.db
    .updateTable('notification')
    .set({ read_at: ctx.now.toISOString() })
    .where('account_id', '=', currentPerson(ctx).account_id)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
    .execute()
  return count(ctx)
}

/** Deletes notifications older than 180 days. */
export async function deleteOldNotifications({ db, now }: Ctx) {
  const before = addSeconds(now, -KEPT_SECONDS).toISOString()
  await db.deleteFrom('notification').where('at', '<', before).execute()
}
