import { sql } from 'kysely'
import { isAcquirableAt, isRentableAt } from '#src/catalog/follow/acquirable.ts'

/**
 * When a listing came on offer: a creator's copies once the title's sale begins. The times of a sale do not
 * bind rentals.
 */
export const offeredAt = sql`greatest(listing.opened_at,
  case when listing.seller = asset.creator and listing.kind <> 'rental'
    then asset.sale_starting_at end)`

/** Matches listings that the person of a row of `of` may take at `now`. */
export const isOfferedAt = (now: Date, of: Parameters<typeof isRentableAt>[1]) => sql`case
  when listing.kind = 'rental' then ${isRentableAt(now, of)} else ${isAcquirableAt(now, of)} end`
