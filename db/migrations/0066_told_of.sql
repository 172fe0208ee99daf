-- What one person may have of a title is told of as well: its holding limit, whether it stays in
-- Japan, and who is on a list. Once for each list, however many people are named at once.
drop trigger asset_is_told on asset;
create trigger asset_is_told
  after update of published_at, removed_at, sale_starting_at, sale_ending_at, holding_limit,
    only_japan_accessible on asset
  for each row execute function tell_title();
create function tell_titles_of_lists() returns trigger language plpgsql as $$
begin
  perform pg_notify('title', kid::text) from allowlist
    where id in (select allowlist_id from changed);
  return null;
end $$;
create trigger allowlist_people_are_told after insert on allowlist_person
  referencing new table as changed for each statement execute function tell_titles_of_lists();
create trigger allowlist_people_gone_are_told after delete on allowlist_person
  referencing old table as changed for each statement execute function tell_titles_of_lists();

-- A refund that the card's bank did not take: since when it is owed to its buyer all the same.
alter table purchase add column refund_failed_at timestamptz;
