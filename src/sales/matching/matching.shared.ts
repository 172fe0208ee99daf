import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { page } from '#src/catalog/asset/asset.shared.ts'
import { paging } from '#core/http/paging.shared.ts'
import { tradeCopy } from '#src/sales/trade/trade.shared.ts'

export const proposalStatuses = ['open', 'settled', 'declined', 'lapsed', 'spoiled'] as const

/** A trade that was found for two or three people. */
const tradeProposal = z.strictObject({
  id: z.uuid(),
  status: z.enum(proposalStatuses),
  /**
   * The people in the order in which they give, the caller first: each gives their copy to the next,
   * and the last to the first. The copies are shown with their owners when the trade was proposed.
   */
  sides: z
    .array(z.strictObject({ gives: tradeCopy, has_accepted: z.boolean() }))
    .min(2)
    .max(3),
  /** True if the caller declined it. */
  declined_by_me: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})
tradeProposal.register(z.globalRegistry, { id: 'TradeProposal' })
export type TradeProposal = z.output<typeof tradeProposal>

/** Lists the trades proposed to the caller, newest first. Empty while trading is switched off. */
export const listProposals = endpoint('GET', '/trade_proposals', {
  query: z.strictObject({
    ...paging,
    status: z.enum(proposalStatuses).optional(),
    /** Leaves out open proposals. */
    ended: z.literal('true').optional(),
  }),
  reply: page(tradeProposal),
})

/**
 * Accepts a proposed trade. The last to accept moves all copies at once; a trade that can no longer
 * take place then is `spoiled`, and nothing moves.
 */
export const acceptProposal = endpoint('POST', '/trade_proposals/{id}/accept', {
  once: true,
  body: z.strictObject({ id: z.uuid() }),
  reply: tradeProposal,
})

/** Declines a proposed trade, also after having accepted it. Nothing moves. */
export const declineTradeProposal = endpoint('POST', '/trade_proposals/{id}/decline', {
  body: z.strictObject({ id: z.uuid() }),
  reply: tradeProposal,
})
