-- Free rentals: a creator lets named people rent copies for 0 yen while the offer is open. Each rental is
-- a purchase of 0 yen. `batch` is that of the listings of kind `free_rental` that lock the copies.
alter table purchase
  drop constraint purchase_price_check,
  add constraint purchase_price_check check (case deal when 'free_rental' then price = 0 else price > 0 end),
  drop constraint purchase_period_of_rentals,
  add constraint purchase_period_of_rentals
    check ((deal in ('rental', 'free_rental')) = (rental_period_seconds is not null));

create table free_rental (
  id uuid primary key default gen_random_uuid(),
  creator uuid not null references account,
  kid uuid not null references asset,
  status text not null,
  allowlist_id uuid not null references allowlist,  -- the people who may rent
  rental_period_seconds int not null,
  copies int not null,
  lang text not null,                               -- of the invitations
  batch uuid not null default gen_random_uuid(),
  created_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz,                              -- null: until its creator ends it
  closed_at timestamptz,
  constraint free_rental_period check (rental_period_seconds > 0),
  constraint free_rental_copies check (copies > 0),
  constraint free_rental_lasts check (ends_at > starts_at),
  constraint free_rental_closes check ((status = 'ended') = (closed_at is not null))
) with (fillfactor = 80);
create unique index free_rental_one_per_batch on free_rental (batch);
create index free_rental_by_creator on free_rental (creator, created_at desc);
create index free_rental_by_title on free_rental (kid) where status = 'open';
create index free_rental_by_list on free_rental (allowlist_id);
create index free_rental_live on free_rental (starts_at) where status in ('scheduled', 'open');
