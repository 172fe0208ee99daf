import type { StatusOf, Transitions } from '#core/database/transitions.ts'

/** The states of a trade that was found for two or three people. */
export const proposalTransitions = {
  table: 'trade_proposal',
  steps: [
    // from   action     to          by
    ['new', 'propose', 'open', 'platform'],
    ['open', 'accept', 'open', 'member'], // others have not accepted yet
    ['open', 'settle', 'settled', 'member'], // the last one accepts
    ['open', 'decline', 'declined', 'member'],
    ['open', 'lapse', 'lapsed', 'clock'],
    ['open', 'spoil', 'spoiled', 'platform'], // a copy is gone or in another deal
  ],
} as const satisfies Transitions

export type ProposalState = StatusOf<typeof proposalTransitions>
