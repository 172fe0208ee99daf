-- Double entry in whole yen. A person's accounts keep a balance that is never negative; the house's
-- keep none, as they would be one hot row: theirs is the sum of the transfers.
create table ledger_account (
  id bigint generated always as identity primary key,
  account_id uuid references account,          -- null: the house
  kind text not null,
  balance bigint constraint ledger_account_not_negative check (balance >= 0),
  check ((account_id is null) = (balance is null)),
  check (
    case when account_id is null
      then kind in ('card', 'fees', 'bank', 'points_issued', 'opening')
      else kind in ('sales', 'points', 'hold') end
  ),
  constraint ledger_account_one_of_a_kind unique nulls not distinct (account_id, kind)
) with (fillfactor = 70);
insert into ledger_account (kind) values ('card'), ('fees'), ('bank'), ('points_issued'), ('opening');

-- Moves an amount from the debit to the credit account; never changed. Corrections go the other way.
create table ledger_transfer (
  id bigint generated always as identity primary key,
  debit bigint not null references ledger_account,
  credit bigint not null references ledger_account,
  amount bigint not null check (amount > 0),
  reason text not null,
  subject_id uuid not null,                    -- the purchase, rental, payout … that it belongs to
  at timestamptz not null,
  check (debit <> credit)
);
create index ledger_transfer_by_debit on ledger_transfer (debit, id);
create index ledger_transfer_by_credit on ledger_transfer (credit, id);
create index ledger_transfer_by_subject on ledger_transfer (subject_id);
create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function refuse_change();
