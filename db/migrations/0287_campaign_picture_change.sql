-- What became of a campaign's picture by a change, for the audit log. Null: it stayed, or was not recorded.
alter table campaign_change add picture_change text
  check (picture_change in ('added', 'replaced', 'removed'));
