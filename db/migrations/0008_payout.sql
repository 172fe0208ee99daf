-- Payouts: what is asked for is set aside on an account of its own until the bank has answered.
alter table ledger_account drop constraint ledger_account_check1;
alter table ledger_account add constraint ledger_account_kind check (
  case when account_id is null
    then kind in ('card', 'fees', 'bank', 'points_issued', 'opening')
    else kind in ('sales', 'points', 'hold', 'payout') end
);
insert into ledger_account (account_id, kind, balance) select id, 'payout', 0 from account
  on conflict do nothing;
create index ledger_transfer_earned on ledger_transfer (credit, at);

create table payout (
  id uuid primary key default gen_random_uuid(),
  reference bigint generated always as identity unique,   -- the bank's files name it so
  account_id uuid not null references account,
  month text not null,                                    -- in which it was asked for, in JST
  status text not null,
  amount int not null check (amount > 0),
  fee int not null check (fee >= 0),
  transaction_balance bigint not null,                    -- of sales, once both were set aside
  bank jsonb not null,                                    -- the account at that time, its number masked
  kek_id text not null,                                   -- and the whole of it, sealed
  wrapped bytea not null,
  sealed bytea not null,
  lang text not null,
  created_at timestamptz not null,
  exported_at timestamptz,
  sent_on text,                                           -- the day that its file tells the bank
  processed_at timestamptz,
  reason text
) with (fillfactor = 80);
create unique index payout_one_a_month on payout (account_id, month)
  where status in ('reserved', 'processed', 'failed_and_charged');
create index payout_by_person on payout (account_id, created_at desc);
create index payout_by_month on payout (month, status);

-- An administrator's update of many: asked for with a reason, done by a job, each for itself.
create table payout_update (
  id uuid primary key default gen_random_uuid(),
  asked_by uuid not null references account,
  ids uuid[] not null,
  ending text not null check (ending in ('processed', 'failed', 'failed_and_charged')),
  reason text not null,
  outcomes jsonb,
  created_at timestamptz not null,
  done_at timestamptz
);
create index payout_update_running on payout_update (created_at) where done_at is null;

-- Who took whole account numbers out of the house, and when.
create table payout_export (
  id uuid primary key default gen_random_uuid(),
  asked_by uuid not null references account,
  month text not null,
  format text not null,
  count int not null,
  sum bigint not null,
  at timestamptz not null
);

-- What a person was told before earnings become points or points end: each once.
create table lot_notice (
  account_id uuid not null references account,
  kind text not null check (kind in ('sales', 'points')),
  ends_at timestamptz not null,
  days int not null,                                      -- before it, at least
  amount bigint not null,
  primary key (account_id, kind, ends_at, days)
);
