import { section, serve } from '#core/http/http.ts'
import { inParts } from '#core/http/in-parts.ts'
import * as webhooks from './webhooks/webhook.shared.ts'
import * as webhook from './webhooks/webhook.ts'

// oxfmt-ignore
export const studioApi = [
  ...section('Webhooks', [
    serve(webhooks.listWebhooks,         'creator', inParts(webhook.list),         'List your webhooks'),
    serve(webhooks.createWebhook,        'creator', webhook.create,       'Add a webhook', ['webhook_address_refused', 'too_many_webhooks']),
    serve(webhooks.updateWebhook,        'creator', webhook.update,       'Change a webhook, or switch it on again', ['webhook_address_refused']),
    serve(webhooks.removeWebhook,        'creator', webhook.remove,       'Remove a webhook'),
    serve(webhooks.rotateWebhook,        'creator', webhook.rotate,       'Give a webhook a new secret'),
    serve(webhooks.testWebhook,          'creator', webhook.test,         'Send a test message', ['webhook_off']),
    serve(webhooks.listWebhookMessages,  'creator', webhook.listMessages, 'List the messages of a webhook'),
    serve(webhooks.replayWebhookMessage, 'creator', webhook.replay,       'Deliver a message again', ['webhook_off']),
    serve(webhooks.replayWebhook,        'creator', webhook.replayAll,    'Deliver again what was not delivered', ['webhook_off']),
  ]),
]
