-- A title's rented copies are counted among those on offer for rent, so that the rest can be rented:
-- one that is taken off while somebody rents it (its owner's payment is disputed) leaves both counts.
-- Each waits first for who changed the same title before, in the order of kids, and looks then.
create function count_rented(copies uuid[], sign int) returns void language plpgsql as $$
begin
  perform from asset_offer
    where kid in (select kid from serial where asset_token_id = any(copies)) order by kid for update;
  update asset_offer offer set rented = rented + sign * change.n
    from (
      select kid, count(*)::int as n from listing
      where asset_token_id = any(copies) and kind = 'rental' and status = 'open' group by kid
    ) change where offer.kid = change.kid;
end $$;

drop trigger rental_is_counted on rental;
drop function count_rented();
create function count_begun_rentals() returns trigger language plpgsql as $$
begin
  perform count_rented(array_agg(asset_token_id), 1) from entered where status = 'active';
  return null;
end $$;
create trigger rental_is_counted after insert on rental referencing new table as entered
  for each statement execute function count_begun_rentals();

create function count_ended_rentals() returns trigger language plpgsql as $$
begin
  perform count_rented(array_agg(before.asset_token_id), -1) from before join after using (id)
    where before.status = 'active' and after.status <> 'active';
  return null;
end $$;
create trigger rental_is_counted_on after update on rental
  referencing old table as before new table as after
  for each statement execute function count_ended_rentals();

create function count_rented_taken_off() returns trigger language plpgsql as $$
declare
  copies uuid[] := (select array_agg(before.asset_token_id) from before join after using (id)
    where before.kind = 'rental' and before.status = 'open' and after.status <> 'open');
begin
  if copies is null then return null; end if;
  perform from asset_offer
    where kid in (select kid from serial where asset_token_id = any(copies)) order by kid for update;
  update asset_offer offer set rented = rented - change.n
    from (
      select kid, count(*)::int as n from rental
      where asset_token_id = any(copies) and status = 'active' group by kid
    ) change where offer.kid = change.kid;
  return null;
end $$;
create trigger listing_is_counted_rented after update on listing
  referencing old table as before new table as after
  for each statement execute function count_rented_taken_off();
