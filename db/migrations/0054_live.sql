-- Whoever looks at a title hears at once that one of its copies changed: the title's id, once for
-- each transaction (PostgreSQL drops repeats), and only if it commits. By triggers, so that no way
-- to hold, sell, list or reserve a copy can forget it.
create function tell_title() returns trigger language plpgsql as $$
begin
  perform pg_notify('title', new.kid::text);
  return null;
end $$;
create function tell_title_of_copy() returns trigger language plpgsql as $$
begin
  perform pg_notify('title', kid::text) from serial where asset_token_id = new.asset_token_id;
  return null;
end $$;
create trigger purchase_is_told after insert or update of status on purchase
  for each row execute function tell_title();
create trigger listing_is_told after insert or update of status, sale_price, rent_price on listing
  for each row execute function tell_title();
create trigger serial_is_told after insert or update of owner, downloaded_at on serial
  for each row execute function tell_title();
create trigger coupon_is_told after insert or update of status, occupied_by on coupon
  for each row execute function tell_title_of_copy();
create trigger asset_is_told
  after update of published_at, removed_at, sale_starting_at, sale_ending_at on asset
  for each row execute function tell_title();
