import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { parts } from '#core/http/paging.shared.ts'
import { topics } from './notification.shared.ts'

const subscription = z.strictObject({
  id: z.uuid(),
  user_agent: z.string(),
  created_at: z.iso.datetime(),
  /** True for the browser of this session. */
  is_current: z.boolean(),
})
subscription.register(z.globalRegistry, { id: 'PushSubscription' })
export type Subscription = z.output<typeof subscription>

/** Lists the caller's browsers that show notifications. `public_key` is null if the site sends none. */
export const listPushSubscriptions = endpoint('GET', '/push_subscriptions', {
  query: z.strictObject(parts),
  reply: z.strictObject({ public_key: z.string().nullable(), items: z.array(subscription) }),
})

/** Lets the browser of this session show notifications, as its `PushSubscription` describes itself. */
export const addPushSubscription = endpoint('POST', '/push_subscriptions', {
  body: z.strictObject({
    endpoint: z.url().max(1_000),
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
  reply: subscription,
})

/** Ends one of the caller's subscriptions; refuses any other as `not_found`. */
export const removePushSubscription = endpoint('DELETE', '/push_subscriptions/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.undefined(),
})

const choice = z.strictObject({ topic: z.enum(topics), wants_push: z.boolean() })

/** Lists the topics of notifications, each with the caller's choice whether browsers show them. */
export const listPushChoices = endpoint('GET', '/push_choices', {
  query: z.strictObject(parts),
  reply: z.strictObject({ items: z.array(choice) }),
})

/** Chooses whether the caller's browsers show notifications on a topic. */
export const putPushChoice = endpoint('PUT', '/push_choices/{topic}', {
  body: choice,
  reply: choice,
})
