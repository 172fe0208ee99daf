-- Pages for guests come from a cache in each process. Settings, brands, groups and campaigns show on
-- many of them, so a change of one outdates them all: told once for each transaction, if it commits.
create function tell_shop() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop', tg_table_name);
  return null;
end $$;
create trigger setting_is_told after insert on setting
  for each statement execute function tell_shop();
create trigger brand_is_told after insert or update or delete on brand
  for each statement execute function tell_shop();
create trigger title_group_is_told after insert or update or delete on title_group
  for each statement execute function tell_shop();
create trigger group_content_is_told after insert or update or delete on group_content
  for each statement execute function tell_shop();
create trigger campaign_is_told after insert or update or delete on campaign
  for each statement execute function tell_shop();
create trigger campaign_title_is_told after insert or update or delete on campaign_title
  for each statement execute function tell_shop();
create trigger campaign_group_is_told after insert or update or delete on campaign_group
  for each statement execute function tell_shop();

-- Whatever changes of a title is told, its words and pictures as well.
drop trigger asset_is_told on asset;
create trigger asset_is_told after update on asset
  for each row when (old.* is distinct from new.*) execute function tell_title();
