import { type RawBuilder, sql } from 'kysely'

/** The invariants of loans: a copy is locked while it waits to be lent, and then lent to one person. */
export const loanInvariants: Record<string, RawBuilder<Record<string, unknown>>> = {
  'the copy of an open loan belongs to its lender and is locked by its listing': sql`
    select loan.id from loan join serial using (asset_token_id) join listing on listing.id = listing_id
    where loan.status = 'open' and not (serial.owner = lender and listing.kind = 'loan'
      and listing.asset_token_id = loan.asset_token_id and seller = lender
      and listing.status = 'open' and frozen_at is null)`,
  'a copy that is listed as a loan is lent by one open loan': sql`
    select listing.id from listing where kind = 'loan' and listing.status in ('preparing', 'open')
      and not exists (select from loan where listing_id = listing.id and loan.status = 'open')`,
  'a loan that was accepted is a rental of its borrower for its time, recorded once, and no other is': sql`
    select coalesce(lent.id, rental.id) as id
    from (select * from loan where borrower is not null) lent
    full join (select * from rental where loan_id is not null) rental on rental.id = lent.id
    where (lent.asset_token_id, lent.kid, lent.number, lent.borrower, lent.began_at, lent.ends_at)
        is distinct from (rental.asset_token_id, rental.kid, rental.number, renter, rental.began_at, rental.ends_at)
      or (lent.status = 'running' and rental.status = 'ended' and rental.ended_at < lent.ends_at)
      or (lent.status = 'returned' and lent.ended_at < lent.ends_at
        and coalesce(rental.ended_at, 'infinity') > lent.ended_at)
      or 1 <> (select count(*) from provenance_event event
        where event.asset_token_id = lent.asset_token_id and subject_id = lent.id)`,
}
