import { HOUR_SECONDS } from '#core/durations.shared.ts'
import { defineLongTask, defineTask } from '#core/jobs.ts'
import { collect, collectWebhooks } from './webhooks/collect.ts'
import { deliver, deliverWebhooks, purge, purgeWebhookMessages } from './webhooks/deliver.ts'

export const studioJobs = [
  defineTask(collectWebhooks, collect, 30),
  defineLongTask(deliverWebhooks, deliver, 5),
  defineTask(purgeWebhookMessages, purge, HOUR_SECONDS),
]
