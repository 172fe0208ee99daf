-- Income tax that the house withholds from a person's payouts (japan.md, Tax) and owes to the tax
-- office: what lies on the house's account `withheld`.
alter table ledger_account drop constraint ledger_account_kind;
alter table ledger_account add constraint ledger_account_kind check (
  case when account_id is null
    then kind in ('card', 'fees', 'bank', 'points_issued', 'opening', 'withheld')
    else kind in ('sales', 'points', 'hold', 'payout') end
);
insert into ledger_account (kind) values ('withheld');

alter table payout add column withheld int not null default 0;  -- of the amount, fixed at the request
alter table payout add constraint payout_withheld_within check (withheld >= 0 and withheld < amount);
alter table payout alter column withheld drop default;

create table payee (
  account_id uuid primary key references account,           -- who has no row has none withheld
  withholding text not null check (withholding in ('none', 'domestic_individual'))
);
create table payee_change (
  id bigint generated always as identity primary key,
  account_id uuid not null references account,
  from_withholding text not null,
  to_withholding text not null,
  changed_by uuid not null references account,
  reason text not null,
  at timestamptz not null
);
create index payee_change_by_person on payee_change (account_id, id desc);
create trigger payee_change_append_only before update or delete or truncate on payee_change
  for each statement execute function refuse_change();

-- Who lets a payout of all there is be asked for at the end of each month.
create table payout_auto (
  account_id uuid primary key references account,
  enabled_at timestamptz,                                   -- null: switched off again
  done_month text,                                          -- the last month that is seen to, in JST
  told_month text                                           -- and the last of which was told why not
);

-- What a code was asked for: it is good for nothing else.
alter table sign_in_code add column purpose text not null default 'sign_in'
  check (purpose in ('sign_in', 'bank', 'email'));
