-- Where a person stopped in a film or song. A row exists only between its beginning and its end.
create table playback_position (
  account_id uuid not null references account,
  kid uuid not null references asset,
  seconds int not null check (seconds > 0),
  updated_at timestamptz not null,
  primary key (account_id, kid)
) with (fillfactor = 70);                       -- a row changes every ten seconds of watching
create index playback_position_by_age on playback_position (updated_at);
