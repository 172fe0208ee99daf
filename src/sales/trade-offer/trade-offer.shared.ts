import type { StatusOf, Transitions } from '#core/database/transitions.ts'

export const tradeOfferTransitions = {
  table: 'trade_offer',
  steps: [
    // from                  action      to                     by
    ['new', 'offer', 'awaiting_acceptance', 'offeror'],
    ['awaiting_acceptance', 'accept', 'accepted', 'owner'],
    ['awaiting_acceptance', 'decline', 'declined', 'owner'],
    ['awaiting_acceptance', 'counter', 'countered', 'owner'], // with an offer of their own
    ['awaiting_acceptance', 'withdraw', 'withdrawn', 'offeror'],
    ['awaiting_acceptance', 'lapse', 'lapsed', 'clock'],
    ['awaiting_acceptance', 'spoil', 'spoiled', 'platform'], // a copy is gone or in another deal, or trading is off
  ],
} as const satisfies Transitions

/** The state of an offer, in which it also ends. */
export type OfferState = StatusOf<typeof tradeOfferTransitions>

/** The states of offers that ended without a trade. In the API, their status is `canceled`. */
export const endings = ['declined', 'countered', 'withdrawn', 'lapsed', 'spoiled'] as const
