import { type RawBuilder, sql } from 'kysely'

/**
 * The invariants of free rentals. A rental begins before the offer's recorded end, give or take a second
 * between the clocks of two servers. Who was on the list is no invariant: its creator may change the list
 * later, and a deleted account leaves it.
 */
export const freeRentalInvariants: Record<string, RawBuilder<Record<string, unknown>>> = {
  'a copy is locked for a free rental while that is scheduled or open, on its terms': sql`
    select listing.id from listing left join free_rental offer using (batch)
    where listing.kind = 'free_rental' and listing.status in ('preparing', 'open')
      and (offer.id is null or offer.status = 'ended' or offer.kid <> listing.kid
        or creator <> seller or offer.rental_period_seconds <> listing.rental_period_seconds)`,
  'a free rental is rented for 0 yen while it is open': sql`
    select purchase.id from purchase join listing on listing.id = listing_id
    left join free_rental offer on offer.batch = listing.batch
    where listing.kind = 'free_rental' and (offer.id is null or price <> 0
      or purchase.status <> 'settled' or purchase.rental_period_seconds <> offer.rental_period_seconds
      or settled_at < starts_at - interval '1 second'
      or settled_at >= least(offer.ends_at, offer.closed_at + interval '1 second'))`,
}
