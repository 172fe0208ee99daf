-- How many guests an owner may show their copy of a title to at once; null is the platform's number.
alter table asset add column screening_guests int
  constraint asset_screening_guests check (screening_guests between 0 and 100);

-- A screening: an owner shows one copy to guests, who all see the same moment of it. The code of its
-- link is derived from the id and SECRET, and only its hash is stored. While it plays, its position
-- is `position_ms` at `moved_at` and runs on from there.
create table screening (
  id uuid primary key default gen_random_uuid(),
  host uuid not null references account,
  host_name text not null check (length(host_name) between 1 and 60),
  kid uuid not null references asset,
  asset_token_id uuid not null references serial,
  number int not null,
  code_hash text not null,
  guests_max int not null check (guests_max between 1 and 100), -- as the creator allowed at its opening
  status text not null,
  is_locked boolean not null default false,                     -- nobody else may join
  chat_enabled boolean not null default false,
  is_playing boolean not null default false,
  position_ms int not null default 0 check (position_ms >= 0),
  moved_at timestamptz not null,
  host_seen_at timestamptz not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  constraint screening_code_is_free unique (code_hash),
  constraint screening_starts check (status <> 'running' or started_at is not null),
  constraint screening_ends check ((status = 'ended') = (ended_at is not null)),
  constraint screening_plays_while_running check (not is_playing or status = 'running')
) with (fillfactor = 80);
create unique index screening_one_live_per_copy on screening (asset_token_id)
  where status <> 'ended';
create index screening_live on screening (host_seen_at) where status <> 'ended';
create index screening_hosted on screening (host, created_at desc, id);

create table screening_guest (
  id uuid primary key default gen_random_uuid(),
  screening_id uuid not null references screening,
  account_id uuid not null references account,
  name text not null check (length(name) between 1 and 60),
  joined_at timestamptz not null,
  seen_at timestamptz not null,
  left_at timestamptz,
  removed_at timestamptz,             -- by the host; a removed guest cannot return
  constraint screening_guest_once unique (screening_id, account_id)
) with (fillfactor = 80);
create index screening_joined on screening_guest (account_id, joined_at desc);

-- What host and guests write during a screening. It is deleted when the screening ends.
create table screening_message (
  id uuid primary key default gen_random_uuid(),
  screening_id uuid not null references screening,
  account_id uuid not null references account,
  name text not null,
  text text not null check (length(text) between 1 and 500),
  at timestamptz not null
);
create index screening_message_newest on screening_message (screening_id, at desc, id);

-- Everyone in a screening hears at once that it changed: its id, on a channel of its own, because
-- playback must follow within moments. Being seen is no change.
create function tell_screening() returns trigger language plpgsql as $$
begin
  perform pg_notify('screening', new.id::text);
  return null;
end $$;
create function tell_screening_of() returns trigger language plpgsql as $$
begin
  perform pg_notify('screening', coalesce(new.screening_id, old.screening_id)::text);
  return null;
end $$;
create trigger screening_is_told
  after update of status, is_locked, chat_enabled, is_playing, position_ms, moved_at on screening
  for each row execute function tell_screening();
create trigger screening_guest_is_told
  after insert or update of name, left_at, removed_at on screening_guest
  for each row execute function tell_screening_of();
create trigger screening_message_is_told after insert or delete on screening_message
  for each row execute function tell_screening_of();
