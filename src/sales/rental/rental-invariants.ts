import { type RawBuilder, sql } from 'kysely'

/**
 * The invariants of rentals. A rental begins after the previous one's recorded end, give or take a second
 * between the clocks of two servers.
 */
export const rentalInvariants: Record<string, RawBuilder<Record<string, unknown>>> = {
  'a settled rental has the copy and renter of its purchase, and runs for its period from the payment or the first play': sql`
    select coalesce(paid.id, rental.id) as id
    from (select * from purchase
        where status = 'settled' and deal in ('rental', 'free_rental')) paid
    full join (select * from rental where loan_id is null) rental on rental.id = paid.id
    where (paid.asset_token_id, paid.kid, paid.number, paid.buyer)
        is distinct from (rental.asset_token_id, rental.kid, rental.number, renter)
      or (start_by - began_at) is distinct from make_interval(secs => start_within_seconds)
      or ends_at <> case when start_by is null or started_at is not null
        then coalesce(started_at, began_at) + make_interval(secs => rental_period_seconds) else start_by end
      or began_at <> settled_at`,
  'a rented copy is not for sale': sql`
    select rental.id from rental join listing using (asset_token_id)
    where rental.status = 'active' and listing.status in ('preparing', 'open')
      and kind not in ('rental', 'free_rental')`,
  'the stored count of a title’s rented copies matches its active rentals of copies on offer': sql`
    select asset.kid from asset left join asset_offer using (kid) where coalesce(rented, 0) <>
      (select count(*) from rental join listing using (asset_token_id)
       where rental.kid = asset.kid and rental.status = 'active' and listing.status = 'open' and listing.kind = 'rental')`,
  'no copy is rented twice at a time, and no person rents a title twice at a time': sql`
    select id from (
      select id, began_at,
        max(coalesce(ended_at, 'infinity')) over (
          partition by asset_token_id order by began_at, id
          rows between unbounded preceding and 1 preceding) as free_at,
        max(coalesce(ended_at, 'infinity')) over (
          partition by renter, kid order by began_at, id
          rows between unbounded preceding and 1 preceding) as over_at
      from rental
    ) term where began_at < greatest(free_at, over_at) - interval '1 second'`,
}
