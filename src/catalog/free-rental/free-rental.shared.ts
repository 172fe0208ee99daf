import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import type { Transitions } from '#core/database/transitions.ts'

/**
 * The states of a free rental. Its copies are locked from the start, and the people on its list can rent
 * them while it is open. Rentals that have begun go on after it has ended.
 */
export const freeRentalTransitions = {
  table: 'free_rental',
  steps: [
    // from         action      to           by
    ['new', 'schedule', 'scheduled', 'creator'],
    ['scheduled', 'open', 'open', 'platform'],
    ['scheduled', 'end', 'ended', 'creator'],
    ['open', 'end', 'ended', 'creator'],
    ['scheduled', 'expire', 'ended', 'clock'], // its copies were taken off
    ['open', 'expire', 'ended', 'clock'],
  ],
} as const satisfies Transitions

/** Returns the open free rental of a title for which the caller is named; null for everybody else. */
export const findFreeRental = endpoint('GET', '/assets/{id}/free_rental', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({
    free_rental: z
      .strictObject({
        id: z.uuid(),
        rental_period_seconds: z.int(),
        ends_at: z.iso.datetime().nullable(), // null: open until its creator ends it
        seats_left: z.int(), // copies that nobody rents now
      })
      .nullable(),
  }),
})
