import type { Transitions } from '#core/database/transitions.ts'

export const DAY_SECONDS = 86_400

/** The states of a rental. Until it is paid, a rental is a purchase (`purchaseTransitions`). */
export const rentalTransitions = {
  table: 'rental',
  steps: [
    // from     action   to        by
    ['new', 'begin', 'active', 'platform'],
    ['active', 'end', 'ended', 'clock'],
    ['active', 'revoke', 'ended', 'platform'], // its payment was reversed
    ['active', 'return', 'ended', 'borrower'], // a loan that ends before its time
    ['active', 'recall', 'ended', 'lender'],
  ],
} as const satisfies Transitions
