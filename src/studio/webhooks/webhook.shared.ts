import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { paging, parts } from '#core/http/paging.shared.ts'
import { copyDeals } from '#src/sales/deal/deal.shared.ts'

/** What webhooks are told of, each with the data of its messages. */
export const webhookEvents = {
  'purchase.settled': z.strictObject({
    purchase_id: z.uuid(),
    kid: z.uuid(),
    asset_token_id: z.uuid(),
    number: z.int(),
    deal: z.enum(copyDeals),
    price: z.int(),
    earned: z.int(), // the creator's share: of an own copy, or the royalty
    is_resale: z.boolean(),
  }),
  'title.published': z.strictObject({ kid: z.uuid(), title: z.string() }),
  'upload.failed': z.strictObject({ uuid: z.uuid(), kid: z.uuid(), failure: z.string() }),
  'payout.settled': z.strictObject({
    payout_id: z.uuid(),
    month: z.string(),
    amount: z.int(),
    status: z.enum(['processed', 'failed', 'failed_and_charged']),
  }),
} as const
export type WebhookEvent = keyof typeof webhookEvents
export const eventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

/** The message that the test button sends. */
export const TEST_EVENT = 'test'
/** All messages that are sent, each with its data. */
export const sentEvents = { ...webhookEvents, [TEST_EVENT]: z.strictObject({}) }
/** The messages that a webhook's card shows. */
export const MESSAGES_SHOWN = 10
export const WEBHOOKS_MAX = 10
/** The hours for which messages are also signed with the former secret. */
export const ROTATION_HOURS = 24
/** The days of failure after which a webhook is switched off. */
export const FAILING_DAYS = 3

const fields = {
  url: z.url({ protocol: /^https?$/ }).max(500),
  events: z
    .array(z.enum(eventNames))
    .min(1)
    .max(eventNames.length)
    .refine((chosen) => new Set(chosen).size === chosen.length),
}

const webhook = z.strictObject({
  id: z.uuid(),
  ...fields,
  created_at: z.iso.datetime(),
  rotated_at: z.iso.datetime().nullable(),
  failing_since: z.iso.datetime().nullable(),
  disabled_at: z.iso.datetime().nullable(),
})
webhook.register(z.globalRegistry, { id: 'Webhook' })
export type Webhook = z.output<typeof webhook>
const withSecret = webhook.extend({ secret: z.string() })

/** Why a delivery failed; with `status` the reply was no success. */
export const failures = ['status', 'timeout', 'unreachable', 'address_refused'] as const

const message = z.strictObject({
  id: z.uuid(), // the header webhook-id
  event: z.enum([...eventNames, TEST_EVENT]),
  at: z.iso.datetime(),
  tries: z.int(),
  tried_at: z.iso.datetime().nullable(),
  next_at: z.iso.datetime().nullable(),
  status: z.int().nullable(),
  failure: z.enum(failures).nullable(),
  delivered_at: z.iso.datetime().nullable(),
})
message.register(z.globalRegistry, { id: 'WebhookMessage' })
export type WebhookMessage = z.output<typeof message>

const id = z.uuid()
const one = z.strictObject({ id })

/** Lists the caller's webhooks, newest first. */
export const listWebhooks = endpoint('GET', '/webhooks', {
  query: z.strictObject(parts),
  reply: z.strictObject({ items: z.array(webhook), total: z.int() }),
})

export const newWebhook = z.strictObject(fields)

/** Adds a webhook. The reply shows its secret, once. */
export const createWebhook = endpoint('POST', '/webhooks', {
  body: newWebhook,
  reply: withSecret,
})

/** Changes a webhook; `enabled` switches it on again. */
export const updateWebhook = endpoint('PATCH', '/webhooks/{id}', {
  body: z.strictObject({
    id,
    url: fields.url.optional(),
    events: fields.events.optional(),
    enabled: z.literal(true).optional(),
  }),
  reply: webhook,
})

/** Removes a webhook and its messages. */
export const removeWebhook = endpoint('DELETE', '/webhooks/{id}', {
  query: one,
  reply: z.undefined(),
})

/** Gives a webhook a new secret; for a day messages are signed with both. */
export const rotateWebhook = endpoint('POST', '/webhooks/{id}/rotations', {
  body: one,
  reply: withSecret,
})

/** Sends a test message. */
export const testWebhook = endpoint('POST', '/webhooks/{id}/tests', { body: one, reply: message })

/**
 * Lists the messages of a webhook of the last 30 days, newest first. `undelivered` counts those that
 * were not delivered and are not tried again.
 */
export const listWebhookMessages = endpoint('GET', '/webhooks/{id}/messages', {
  query: z.strictObject({
    id,
    ...paging,
  }),
  reply: z.strictObject({ items: z.array(message), total: z.int(), undelivered: z.int() }),
})

/** Delivers a message again. */
export const replayWebhookMessage = endpoint(
  'POST',
  '/webhooks/{id}/messages/{message_id}/replays',
  { body: z.strictObject({ id, message_id: z.uuid() }), reply: message },
)

/** Delivers all messages again that were not delivered and are not tried any more. */
export const replayWebhook = endpoint('POST', '/webhooks/{id}/replays', {
  body: one,
  reply: z.strictObject({ count: z.int() }),
})
