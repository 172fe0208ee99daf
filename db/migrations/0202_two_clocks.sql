-- A rental counts its period from the payment, or, if its offer says so, from the first play within
-- `start_within_seconds` of the payment. Until it is started it ends with that window.
alter table listing
  add column start_within_seconds int,
  add constraint listing_start_within check (start_within_seconds is null or (start_within_seconds > 0 and kind = 'rental'));
alter table purchase
  add column start_within_seconds int,
  add constraint purchase_start_within check (start_within_seconds is null or (start_within_seconds > 0 and deal = 'rental'));
alter table rental
  add column start_by timestamptz,           -- null: the period counts from the payment
  add column started_at timestamptz,         -- the first play
  add constraint rental_starts check (started_at between began_at and start_by and started_at < start_by),
  add constraint rental_waits check (start_by is null or started_at is not null or ends_at = start_by);

-- Whoever looks at a title hears when one of its rentals starts, too, because its end moves then.
drop trigger rental_is_told on rental;
create trigger rental_is_told after insert or update of status, started_at on rental
  for each row execute function tell_title();
