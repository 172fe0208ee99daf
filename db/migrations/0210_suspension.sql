-- Suspended accounts: their people cannot sign in, offer, buy or request payouts until it is lifted.
alter table account add column suspended_at timestamptz;
create index account_suspended on account (suspended_at) where suspended_at is not null;

create table suspension_change (
  id bigint generated always as identity primary key,
  account_id uuid not null references account,
  suspended boolean not null,                 -- false: lifted
  changed_by uuid not null references account,
  reason text not null,
  at timestamptz not null
);
create index suspension_change_by_account on suspension_change (account_id, id);
create trigger suspension_change_append_only before update or delete or truncate on suspension_change
  for each statement execute function refuse_change();

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check
  check (action in ('role', 'settings', 'payouts', 'payout_file', 'withholding', 'suspension'));
create trigger suspension_change_is_audited after insert on suspension_change
  for each row execute function audit_record('suspension');
