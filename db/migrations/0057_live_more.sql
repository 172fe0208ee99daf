-- Copies that are frozen by a dispute, or that a list reserves or lets go, are told of as well.
create or replace function tell_title_of_copy() returns trigger language plpgsql as $$
begin
  perform pg_notify('title', kid::text) from serial
    where asset_token_id = coalesce(new.asset_token_id, old.asset_token_id);
  return null;
end $$;
drop trigger serial_is_told on serial;
create trigger serial_is_told
  after insert or update of owner, downloaded_at, frozen_at on serial
  for each row execute function tell_title();
create trigger allowlist_is_told after insert or update on allowlist
  for each row execute function tell_title();
create trigger allowlist_copy_is_told after insert or update or delete on allowlist_copy
  for each row execute function tell_title_of_copy();
