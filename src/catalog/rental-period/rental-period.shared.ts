import type { Transitions } from '#core/database/transitions.ts'

export const DAY_SECONDS = 86_400

/** What a settled purchase of the use of a copy becomes; until then it is a purchase (purchaseMoves). */
export const rentalTransitions = {
  table: 'rental',
  steps: [
    // from     act      to        by
    ['new', 'begin', 'active', 'platform'],
    ['active', 'end', 'ended', 'clock'],
    ['active', 'revoke', 'ended', 'platform'], // the payment behind it was taken back
  ],
} as const satisfies Transitions
