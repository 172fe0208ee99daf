-- What every room stands on: requests done once, who did what, the house's settings, live workers.

-- A request that moves money or ownership is done once per Idempotency-Key; its reply is kept 7 days.
create table request (
  account_id uuid not null,
  call text not null,
  key text not null,
  body_hash text not null,
  reply jsonb,
  created_at timestamptz not null,
  primary key (account_id, call, key)
);
create index request_by_age on request (created_at);

-- Who did what: one row for each step along a moves table. Never changed.
create table event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor uuid,                       -- the account; null: the house, the clock or an outside
  by text not null,                 -- the role in this deal: buyer, seller, house …
  subject text not null,            -- the table
  subject_id uuid not null,
  act text not null,
  from_status text not null,
  to_status text not null
);
create index event_by_subject on event (subject_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger event_append_only before update or delete or truncate on event
  for each statement execute function refuse_change();

-- Application settings (readings A18): the newest version rules.
create table setting (
  version bigint generated always as identity primary key,
  value jsonb not null,
  changed_by uuid,
  reason text not null,
  changed_at timestamptz not null default now()
);

-- A worker says every few seconds that it lives; the jobs of one that stops saying so are freed.
create table worker_lease (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);
