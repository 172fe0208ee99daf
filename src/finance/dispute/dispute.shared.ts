import { z } from 'zod'
import { deals } from '#src/sales/deal/deal.shared.ts'
import { endpoint } from '#core/http/endpoint.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { page, paging } from '#src/catalog/asset/asset.shared.ts'

export const disputeTransitions = {
  table: 'dispute',
  steps: [
    // from  act     to      by
    ['new', 'open', 'open', 'card'], // the copies are frozen
    ['open', 'win', 'won', 'card'], // and free again
    ['open', 'lose', 'lost', 'card'], // or go back, as the money does; a rental ends
    ['won', 'lose', 'lost', 'card'], // the bank has decided anew: the same, however late
    ['lost', 'win', 'won', 'card'], // and the other way round: what was undone is made again
  ],
} as const satisfies Transitions

const dispute = z.strictObject({
  id: z.uuid(),
  provider_id: z.string(),
  order_id: z.uuid(),
  status: z.enum(['open', 'won', 'lost']),
  reason: z.string(), // in the provider's word
  amount: z.int(),
  fee: z.int(), // what the provider kept for it: a cost of the house
  buyer_username: z.string(),
  title: z.string(), // of the order's first copy
  number: z.int(),
  copies: z.int(),
  deal: z.enum(deals),
  opened_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
})

const debtor = z.strictObject({ account_id: z.uuid(), username: z.string(), debt: z.int() })

/** Disputed card payments, newest first, and who owes the house since one was lost. */
export const listDisputes = endpoint('GET', '/disputes', {
  query: z.strictObject(paging),
  reply: page(dispute).extend({ debtors: z.array(debtor), debt: z.int() }),
})
