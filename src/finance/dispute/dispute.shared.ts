import { z } from 'zod'
import { deals } from '#src/sales/deal/deal.shared.ts'
import { endpoint } from '#core/http/endpoint.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { page } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'

export const disputeTransitions = {
  table: 'dispute',
  steps: [
    // from  action  to      by
    ['new', 'open', 'open', 'card'], // the copies are frozen
    ['open', 'win', 'won', 'card'], // the copies are no longer frozen
    ['open', 'lose', 'lost', 'card'], // copies and money go back; a rental ends
    ['won', 'lose', 'lost', 'card'], // the bank reversed its decision; handled as any loss
    ['lost', 'win', 'won', 'card'], // the bank reversed its decision; undone sales are restored
  ],
} as const satisfies Transitions

const dispute = z.strictObject({
  id: z.uuid(),
  provider_id: z.string(),
  order_id: z.uuid(),
  status: z.enum(['open', 'won', 'lost']),
  reason: z.string(), // as the card provider words it
  amount: z.int(),
  fee: z.int(), // the provider's charge in yen, paid by the platform
  buyer_username: z.string(),
  title: z.string(), // of the order's first copy
  number: z.int(),
  copies: z.int(),
  deal: z.enum(deals),
  opened_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
})
dispute.register(z.globalRegistry, { id: 'Dispute' })

const debtor = z.strictObject({ account_id: z.uuid(), username: z.string(), debt: z.int() })

/** Lists disputed card payments, newest first, and the people in debt after a lost one. */
export const listDisputes = endpoint('GET', '/disputes', {
  query: z.strictObject(paging),
  reply: page(dispute).extend({ debtors: z.array(debtor), debt: z.int() }),
})
