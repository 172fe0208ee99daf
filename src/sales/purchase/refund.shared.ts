import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { parts } from '#core/http/paging.shared.ts'

const failedRefund = z.strictObject({
  order_id: z.uuid(),
  refund_id: z.string(), // at the provider
  failed_at: z.iso.datetime(),
  buyer_username: z.string(),
  buyer_email: z.string(),
  title: z.string(), // of the order's first copy
  number: z.int(),
  copies: z.int(),
  amount: z.int(), // yen
})

/** Lists refunds that a card's bank refused. An operator has to make them at the provider's dashboard. */
export const listFailedRefunds = endpoint('GET', '/failed_refunds', {
  query: z.strictObject(parts),
  reply: z.strictObject({ items: z.array(failedRefund) }),
})
