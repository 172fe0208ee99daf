import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'

/** The topics on which people may choose to get no mails, and whether they get some until they choose. */
export const topics = { offers: true, titles: true, following: true, sales: false } as const
export type Topic = keyof typeof topics
const topic = z.enum(['offers', 'titles', 'following', 'sales'])

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
  query: z.strictObject({
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(NOTIFICATIONS_PAGE),
  }),
  reply: z.strictObject({ items: z.array(notification), total: z.int(), unread: z.int() }),
})

/** Counts the caller's unread notifications. */
export const countUnread = endpoint('GET', '/notifications/unread', { reply: unread })

/** Marks some of the caller's notifications as read, or all. Ids of other people change nothing. */
export const readNotifications = endpoint('POST', '/notifications/read', {
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(100).optional() }),
  reply: unread,
})

const choice = z.strictObject({ topic, wants_mail: z.boolean() })

/** Lists the topics of mails that the caller may switch off, each with their choice. */
export const listMailChoices = endpoint('GET', '/mail_choices', {
  reply: z.strictObject({ items: z.array(choice) }),
})

/** Chooses whether the caller gets mails on a topic. Notifications in the app stay. */
export const putMailChoice = endpoint('PUT', '/mail_choices/{topic}', {
  body: choice,
  reply: choice,
})

/** Returns the topic that the link of a mail unsubscribes from. */
export const getUnsubscription = endpoint('GET', '/unsubscriptions/{token}', {
  query: z.strictObject({ token: z.string() }),
  reply: choice,
})

/** Unsubscribes from the topic of a mail by its link, without a sign-in. */
export const unsubscribe = endpoint('POST', '/unsubscriptions', {
  body: z.strictObject({ token: z.string().max(200) }),
  reply: choice,
})
