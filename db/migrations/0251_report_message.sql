-- Messages that one person sent to another can be reported, too: of = the table that holds the message,
-- thing_id = its row. A message is hidden while its case is.
alter table moderation_case
  drop constraint moderation_case_of,
  add constraint moderation_case_of check
    (of in ('title', 'brand', 'person', 'trade_offer', 'gift', 'loan', 'screening_message'));

-- Everyone in a screening sees at once that a message there was hidden or is shown again.
create function tell_screening_of_case() returns trigger language plpgsql as $$
begin
  perform pg_notify('screening', screening_id::text) from screening_message where id = new.thing_id;
  return null;
end $$;
create trigger moderation_case_is_told after update of status on moderation_case
  for each row when (new.of = 'screening_message') execute function tell_screening_of_case();
