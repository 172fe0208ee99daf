import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { paging, parts } from '#core/http/paging.shared.ts'

/** The topics on which people may choose to get no mails, and whether they get some until they choose. */
export const mailTopics = {
  offers: true,
  titles: true,
  following: true,
  searches: true,
  rentals: true,
  sales: false,
} as const
export type MailTopic = keyof typeof mailTopics
export const mailTopicIds = Object.keys(mailTopics) as MailTopic[]
const mailTopic = z.enum(mailTopicIds)

/** Lists the topics of mails and notifications. Mails on topics that are no `mailTopics` come at once. */
export const topics = [
  ...mailTopicIds,
  'purchases',
  'studio',
  'payouts',
  'deadlines',
  'moderation',
  'security',
] as const
export type Topic = (typeof topics)[number]

/** How fast mails on a topic come: each at once, or gathered in one mail a day or a week. */
export const paces = ['at_once', 'daily', 'weekly'] as const
export type Pace = (typeof paces)[number]

/** Names what the link of a mail unsubscribes from: a topic, or all whose mails are gathered. */
const subscribed = z.enum([...mailTopicIds, 'digest'])
export type Subscribed = z.output<typeof subscribed>

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone)
  .describe('A name of the IANA time zone database, like Asia/Tokyo.')
const hour = z.int().min(0).max(23)

export const NOTIFICATIONS_PAGE = 30

const notification = z.strictObject({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The subject of the mail about it, in the language that the person used then. */
  subject: z.string(),
  lang: z.string(),
  /** The page of the app that it leads to. */
  path: z.string(),
  read_at: z.iso.datetime().nullable(),
})
notification.register(z.globalRegistry, { id: 'Notification' })
export type Notification = z.output<typeof notification>

const unread = z.strictObject({ unread: z.int() })

/** Lists the caller's notifications of the last 180 days, newest first. */
export const listNotifications = endpoint('GET', '/notifications', {
  query: z.strictObject(paging),
  reply: z.strictObject({ items: z.array(notification), total: z.int(), unread: z.int() }),
})

/** Counts the caller's unread notifications. */
export const countUnread = endpoint('GET', '/notifications/unread', { reply: unread })

/** Marks some of the caller's notifications as read, or all. Ids of other people change nothing. */
export const readNotifications = endpoint('POST', '/notifications/read', {
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(100).optional() }),
  reply: unread,
})

const choice = z.strictObject({ topic: mailTopic, wants_mail: z.boolean(), pace: z.enum(paces) })

/** Lists the topics of mails that the caller may switch off, each with their choice. */
export const listMailChoices = endpoint('GET', '/mail_choices', {
  query: z.strictObject(parts),
  reply: z.strictObject({ items: z.array(choice) }),
})

/**
 * Chooses whether and how fast the caller gets mails on a topic. Notifications in the app stay. The time
 * zone counts if the caller has chosen none.
 */
export const putMailChoice = endpoint('PUT', '/mail_choices/{topic}', {
  body: choice.partial().required({ topic: true }).extend({ time_zone: timeZone.optional() }),
  reply: choice,
})

/** When a person is written to. Quiet hours begin and end with hours of their day; null if there are none. */
const schedule = z.strictObject({
  time_zone: timeZone,
  digest_hour: hour.describe('The hour at which gathered mails are sent.'),
  quiet_from: hour.nullable(),
  quiet_until: hour.nullable(),
})
schedule.register(z.globalRegistry, { id: 'NotificationSchedule' })
export type Schedule = z.output<typeof schedule>

/** Returns when the caller is written to. The time zone is null until they choose one. */
export const getSchedule = endpoint('GET', '/notification_schedule', {
  reply: schedule.extend({ time_zone: timeZone.nullable() }),
})

/** Changes when the caller is written to. Quiet hours end at another hour than they begin. */
export const putSchedule = endpoint('PUT', '/notification_schedule', {
  body: schedule,
  reply: schedule,
})

const unsubscription = z.strictObject({ topic: subscribed, wants_mail: z.boolean() })

/** Returns the topic that the link of a mail unsubscribes from. */
export const getUnsubscription = endpoint('GET', '/unsubscriptions/{token}', {
  query: z.strictObject({ token: z.string() }),
  reply: unsubscription,
})

/** Unsubscribes from the topic of a mail by its link, without a sign-in. */
export const unsubscribe = endpoint('POST', '/unsubscriptions', {
  body: z.strictObject({ token: z.string().max(200) }),
  reply: unsubscription,
})

/** Tells if a text names a time zone of the IANA database; an offset is none. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
