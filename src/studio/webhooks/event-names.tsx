import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WebhookEvent, WebhookMessage } from './webhook.shared.ts'

/** What each event says on screen. */
export const eventLabels: Record<WebhookEvent, MessageDescriptor> = {
  'purchase.settled': msg`A copy is sold or rented`,
  'title.published': msg`A title is published`,
  'upload.failed': msg`An upload fails`,
  'payout.settled': msg`A payout is sent or fails`,
}

/** Names a message by its event. */
export const labelOf = ({ event }: WebhookMessage): MessageDescriptor =>
  event === 'test' ? msg`Test` : eventLabels[event]
