-- Settings change one after the other, and are never rewritten. Prices may be shown in another currency.

-- The version that was looked at when this one was made (0: none yet). Of two that were made from
-- one, the later is refused. Null: by the operator, at the database.
alter table setting
  add column follows bigint constraint setting_follows_once unique,
  add constraint setting_changed_by_account foreign key (changed_by) references account;
create trigger setting_append_only before update or delete or truncate on setting
  for each statement execute function refuse_change();

-- The reference rates of a day, as the source publishes them: so much of a currency for one euro.
create table currency_rate (
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  per_euro double precision not null check (per_euro > 0),
  source text not null,                       -- as it calls itself
  fetched_at timestamptz not null,
  primary key (day, currency)
);

-- Null: never chosen; then it goes by where the person is. Until now nobody could choose.
alter table account alter column currency drop not null, alter column currency drop default;
update account set currency = null;
