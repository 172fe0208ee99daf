import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { rentalClock } from '#src/catalog/rental-period/rental-period.shared.ts'

/**
 * Returns the terms on which the creator rents out a title, the same for every copy. While the
 * creator offers rentals or one of them runs, holders cannot rent out their copies.
 * `secondary_listings` counts holders' listed copies that are neither rented nor being paid for.
 */
export const getRentalTerms = endpoint('GET', '/assets/{id}/rental_terms', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({
    terms: z
      .strictObject({
        rent_price: z.int(),
        rental_period_seconds: z.int(),
        rental_clock: rentalClock,
      })
      .nullable(),
    is_running: z.boolean(),
    secondary_listings: z.int(),
  }),
})

export type RentalTerms = z.output<typeof getRentalTerms.reply>
