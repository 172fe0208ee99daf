import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { enqueue, job, selectEnqueued } from '#core/jobs.ts'
import type { Topic } from './notification.shared.ts'
import { isUrgent, quietUntil, scheduleOf } from './preferences.ts'
import { type Retell, toldColumns } from './told.ts'

interface PushJob {
  subscription_id: string
  notification_id: string
  topic: Topic
}
export const sendPush = job<PushJob>('notification.push')

const TRIES = 10 // over about three and a half hours
const TOPIC_LENGTH = 32 // RFC 8030, 5.4
/** The days after which a session without a visit ends, as `SESSION_IDLE_DAYS` of accounts. */
export const PUSH_IDLE_DAYS = 30

/** SQL that enqueues each notification of the table expression `inserted` for each browser of its person. */
export const selectPushes = (topic: Topic) =>
  selectEnqueued(
    sendPush,
    sql`(
      select json_build_object('subscription_id', browser.id, 'notification_id', inserted.id,
        'topic', ${topic}::text) as payload
      from inserted join push_subscription browser using (account_id)
    ) as push`,
    { tries: TRIES },
  )

/**
 * Sends a notification to one browser of its person: the line of the bell and its path, encrypted for the
 * browser. Waits for the end of quiet hours. Sends nothing that is read, over, a day old or no longer
 * wanted, nor to a session that has ended. Forgets a browser whose push service does not know it.
 */
export async function push(ctx: Ctx, payload: PushJob, retell: Retell) {
  const found = await readPush(ctx, payload)
  if (!found || !ctx.integrations.push) return
  const { topic, subscription_id, notification_id } = payload
  const until = quietUntil(ctx.now, await scheduleOf(ctx.db, found.account_id))
  if (until && !isUrgent(topic)) {
    const key = `push ${notification_id} ${subscription_id}`
    return enqueue(ctx.db, sendPush, payload, { at: until, key, tries: TRIES })
  }
  const news = await retell(ctx, found)
  if (!news) return
  const { endpoint, p256dh, auth } = found
  const address = { endpoint, p256dh, auth }
  const outcome = await ctx.integrations.push.send(address, {
    text: JSON.stringify({ line: news.subject, path: news.path }),
    topic: topicOf(notification_id),
    isUrgent: isUrgent(topic),
  })
  if (outcome === 'gone') await forget(ctx.db, address)
}

/** A repeated push replaces the first one, at the push service and in the browser. */
const topicOf = (notification_id: string) =>
  createHash('sha256').update(notification_id).digest('base64url').slice(0, TOPIC_LENGTH)

const readPush = ({ db, now }: Ctx, { subscription_id, notification_id, topic }: PushJob) =>
  db
    .selectFrom('push_subscription')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .innerJoin('account', 'account.id', 'push_subscription.account_id')
    .innerJoin('notification', 'notification.account_id', 'push_subscription.account_id')
    .select(['push_subscription.account_id', 'endpoint', 'p256dh', 'auth'])
    .select(toldColumns)
    .where('push_subscription.id', '=', subscription_id)
    .where('notification.id', '=', notification_id)
    .where('notification.read_at', 'is', null)
    .where('notification.at', '>', addSeconds(now, -DAY_SECONDS).toISOString())
    .where('session.expires_at', '>', now.toISOString())
    .where('session.seen_at', '>', addSeconds(now, -PUSH_IDLE_DAYS * DAY_SECONDS).toISOString())
    .where('account.suspended_at', 'is', null)
    .where((query) =>
      query.not(
        query.exists(
          query
            .selectFrom('push_choice')
            .select('topic')
            .whereRef('push_choice.account_id', '=', 'push_subscription.account_id')
            .where('topic', '=', topic)
            .where('wants_push', '=', false),
        ),
      ),
    )
    .executeTakeFirst()

/** Deletes a browser, unless it has subscribed anew meanwhile. */
const forget = (db: Db, { endpoint, auth }: { endpoint: string; auth: string }) =>
  db
    .deleteFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .where('auth', '=', auth)
    .execute()
