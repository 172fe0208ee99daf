import { z } from 'zod'
import type { Transitions } from '#core/database/transitions.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'

/** How long the renter of a rental that counts from the first play may wait with it. */
export const START_WITHIN_DAYS = 30
export const START_WITHIN_SECONDS = START_WITHIN_DAYS * DAY_SECONDS

/** The event from which the period of a rental counts. */
export const rentalClock = z.enum(['payment', 'first_play'])
export type RentalClock = z.output<typeof rentalClock>

/** Returns the window for the first play of a rental by this clock; null if there is none. */
export const windowOf = (clock: RentalClock) =>
  clock === 'first_play' ? START_WITHIN_SECONDS : null

/** Returns the clock of a rental with this window for the first play. */
export const clockOf = (window: number | null): RentalClock =>
  window === null ? 'payment' : 'first_play'

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
