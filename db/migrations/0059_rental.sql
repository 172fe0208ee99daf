-- A purchase with a period buys the use of a copy for so long, not the copy: it is held, paid and
-- refunded like any other, and what is settled is a rental.
alter table purchase add column rental_period_seconds int check (rental_period_seconds > 0);
drop index purchase_one_per_listing;
create unique index purchase_one_per_listing on purchase (listing_id)
  where status = 'settled' and rental_period_seconds is null;

-- The use of one copy, from its payment until its end. It has the id of its purchase.
create table rental (
  id uuid primary key references purchase,
  asset_token_id uuid not null references serial,
  kid uuid not null references asset,
  number int not null,
  renter uuid not null references account,
  status text not null,
  began_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  check (ends_at > began_at),
  check ((status = 'active') = (ended_at is null))
) with (fillfactor = 80);
create unique index rental_one_live_per_serial on rental (asset_token_id) where status = 'active';
create unique index rental_one_live_per_title on rental (renter, kid) where status = 'active';
create index rental_by_renter on rental (renter, ends_at desc);
create index rental_by_title on rental (kid) where status = 'active';
create index rental_due on rental (ends_at) where status = 'active';

alter table listing add check (
  (kind in ('rental', 'free_rental')) = (rental_period_seconds is not null)
  and (kind <> 'rental' or rent_price > 0)
);

-- How many of a title's copies are out on a rental, counted beside its offers by the database itself.
alter table asset_offer add column rented int not null default 0 check (rented >= 0);
create function count_rented() returns trigger language plpgsql as $$
begin
  update asset_offer set rented = rented
      + (new.status = 'active')::int - coalesce((old.status = 'active')::int, 0)
    where kid = new.kid;
  return null;
end $$;
create trigger rental_is_counted after insert or update of status on rental
  for each row execute function count_rented();
create trigger rental_is_told after insert or update of status on rental
  for each row execute function tell_title();
