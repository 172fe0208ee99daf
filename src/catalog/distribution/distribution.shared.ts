import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import type { Transitions } from '#core/database/transitions.ts'

/**
 * The states of a free distribution. Its copies are locked from the request for payment on, and can
 * be claimed while it is done.
 */
export const distributionTransitions = {
  table: 'distribution',
  steps: [
    // from               action     to                  by
    ['new', 'draft', 'draft', 'creator'], // quoted
    ['draft', 'request', 'awaiting_payment', 'creator'],
    ['awaiting_payment', 'release', 'draft', 'platform'], // not paid: its copies are free again
    ['awaiting_payment', 'pay', 'executing', 'platform'],
    ['executing', 'finish', 'done', 'platform'],
    ['executing', 'fail', 'failed', 'platform'], // a copy is missing: the fee is refunded
    ['done', 'end', 'ended', 'creator'], // unclaimed copies are free again
    ['done', 'end', 'ended', 'platform'], // no copy of it is offered any more
    ['executing', 'revoke', 'revoked', 'platform'], // the bank took back the fee
    ['done', 'revoke', 'revoked', 'platform'],
    ['ended', 'revoke', 'revoked', 'platform'],
  ],
} as const satisfies Transitions

/** Returns the open distribution of a title from which the visitor may claim; null if there is none. */
export const findDistribution = endpoint('GET', '/assets/{id}/free_distribution', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ id: z.uuid().nullable() }),
})
