import type { Db } from '#core/database/db.ts'
import { localHour, nextLocalHour } from '#core/local-time.ts'
import {
  type MailTopic,
  mailTopicIds,
  mailTopics,
  type Pace,
  type Schedule,
  type Topic,
} from './notification.shared.ts'

const MONDAY = 1
export const USUAL_DIGEST_HOUR = 8
/** The schedule of people who have chosen none. */
export const USUAL_SCHEDULE: Schedule = {
  time_zone: 'Asia/Tokyo',
  digest_hour: USUAL_DIGEST_HOUR,
  quiet_from: null,
  quiet_until: null,
}

/** Tells if people may switch off mails on a topic, or have them gathered. */
export const isMailTopic = (topic: Topic): topic is MailTopic => topic in mailTopics

/** Tells if mails on a topic do not wait for the end of quiet hours: security, and deadlines with money. */
export const isUrgent = (topic: Topic | 'digest') => topic === 'security' || topic === 'deadlines'

/** Returns a person's choice for each topic of mails. */
export async function mailChoicesOf(db: Db, account_id: string) {
  const chosen = await db
    .selectFrom('mail_choice')
    .select(['topic', 'wants_mail', 'pace'])
    .where('account_id', '=', account_id)
    .execute()
  return mailTopicIds.map((topic) =>
    mailChoice(
      topic,
      chosen.find((own) => own.topic === topic),
    ),
  )
}

/** Returns the choice for a topic: a person's own or, if they have made none, the usual one. */
export function mailChoice(topic: MailTopic, own?: { wants_mail: boolean; pace: string }) {
  const { wants_mail = mailTopics[topic], pace = 'at_once' } = own ?? {}
  return { topic, wants_mail, pace: pace as Pace }
}

/** Returns the schedule that a person has chosen. */
export const chosenSchedule = (db: Db, account_id: string): Promise<Schedule | undefined> =>
  db
    .selectFrom('notification_schedule')
    .select(['time_zone', 'digest_hour', 'quiet_from', 'quiet_until'])
    .where('account_id', '=', account_id)
    .executeTakeFirst()

/** Returns when a person is written to. */
export const scheduleOf = async (db: Db, account_id: string): Promise<Schedule> =>
  (await chosenSchedule(db, account_id)) ?? USUAL_SCHEDULE

/** Returns when mails of a pace go out that are held now: weekly ones on Monday. */
export function dueAt(now: Date, pace: Pace, { time_zone, digest_hour: hour }: Schedule): Date {
  if (pace === 'at_once') return now
  return nextLocalHour(now, { time_zone, hour, weekday: pace === 'weekly' ? MONDAY : undefined })
}

/** Returns when the quiet hours end in which `now` falls; undefined if it falls in none. */
export function quietUntil(now: Date, schedule: Schedule): Date | undefined {
  const { time_zone, quiet_from: from, quiet_until: until } = schedule
  if (from === null || until === null) return undefined
  const hour = localHour(now, time_zone)
  const isQuiet = from < until ? from <= hour && hour < until : from <= hour || hour < until
  return isQuiet ? nextLocalHour(now, { time_zone, hour: until }) : undefined
}
