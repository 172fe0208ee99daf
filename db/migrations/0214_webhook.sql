-- An address of a creator's server that is told of what happens to their titles. Its secret follows from
-- SECRET, the id and the version.
create table webhook (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  url text not null,
  events text[] not null,
  version int not null default 1,
  rotated_at timestamptz,                     -- the former secret is valid for a day after
  created_at timestamptz not null,
  failing_since timestamptz,                  -- null: the latest delivery succeeded
  disabled_at timestamptz,
  constraint webhook_has_events check (cardinality(events) > 0)
);
create index webhook_by_account on webhook (account_id);

-- A message to a webhook, with its latest delivery.
create table webhook_message (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhook on delete cascade,
  event text not null,
  subject_id uuid not null,                   -- what happened: a purchase, title, upload or payout
  data jsonb not null,
  at timestamptz not null,                    -- when it happened
  tries int not null default 0,
  next_at timestamptz,                        -- the next delivery; null: none
  tried_at timestamptz,
  status int,                                 -- HTTP
  failure text,
  delivered_at timestamptz,
  constraint webhook_message_once unique (webhook_id, event, subject_id)
);
create index webhook_message_due on webhook_message (next_at) where next_at is not null;
create index webhook_message_by_webhook on webhook_message (webhook_id, at desc, id);
create index webhook_message_by_age on webhook_message (at);

-- The time until which webhooks have been told of what happened.
create table webhooks_told (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null
);
insert into webhooks_told (until) values (now());
