-- What a cardholder's bank takes back, what becomes of the copies paid so, and what people owe by it.
create table dispute (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null constraint dispute_once unique,
  order_id uuid not null references purchase,
  status text not null,
  reason text not null,                        -- in the provider's word: fraudulent, product_not_received …
  amount int not null check (amount > 0),
  fee int not null check (fee >= 0),           -- what the provider charges for it, once it is over
  opened_at timestamptz not null,
  closed_at timestamptz
) with (fillfactor = 80);
create index dispute_by_order on dispute (order_id);
create index dispute_open on dispute (opened_at) where status = 'open';
create index dispute_closed on dispute (closed_at) where closed_at is not null;

-- A copy whose payment is disputed stays where it is until the bank has decided.
alter table serial add column frozen_at timestamptz;

-- `debt`: what a person owes the house; `owed` is the other side of it.
alter table ledger_account drop constraint ledger_account_kind;
alter table ledger_account add constraint ledger_account_kind check (
  case when account_id is null
    then kind in ('card', 'fees', 'bank', 'points_issued', 'opening', 'withheld', 'owed')
    else kind in ('sales', 'points', 'hold', 'payout', 'debt') end
);
insert into ledger_account (kind) values ('owed');
insert into ledger_account (account_id, kind, balance) select id, 'debt', 0 from account
  on conflict do nothing;
