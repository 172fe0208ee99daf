-- Accounts whose people lost their mailbox: an administrator names a new address, and after a wait a job
-- moves the account there. Until then it can be cancelled.
create table account_recovery (
  id uuid primary key,
  account_id uuid not null references account,
  old_email text not null,
  new_email text not null,
  status text not null constraint account_recovery_status
    check (status in ('waiting', 'moved', 'canceled')),
  token_hash text not null constraint account_recovery_token_once unique, -- SHA-256, of the link to the old address
  started_by uuid not null references account,
  reason text not null,
  started_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  constraint account_recovery_waits check (due_at > started_at),
  constraint account_recovery_ends check ((status = 'waiting') = (ended_at is null))
);
create unique index account_recovery_one_waiting on account_recovery (account_id) where status = 'waiting';
create index account_recovery_by_account on account_recovery (account_id);
create index account_recovery_from on account_recovery (lower(old_email)) where status = 'waiting';
create index account_recovery_to on account_recovery (lower(new_email)) where status = 'waiting';

-- What happened to a recovery, without addresses: it stays when the account is deleted.
create table account_recovery_change (
  id bigint generated always as identity primary key,
  account_id uuid not null references account,
  action text not null constraint account_recovery_change_action check (action in ('start', 'move', 'cancel')),
  how text not null,                          -- by whom or why, such as `admin` or `link`
  changed_by uuid not null references account,
  reason text not null,                       -- empty if no administrator acted
  at timestamptz not null
);
create index account_recovery_change_by_account on account_recovery_change (account_id);
create trigger account_recovery_change_append_only
  before update or delete or truncate on account_recovery_change
  for each statement execute function refuse_change();

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in
  ('role', 'settings', 'payouts', 'payout_file', 'withholding', 'suspension', 'deletion',
   'moderation', 'verification', 'campaign', 'recovery'));
create trigger account_recovery_change_is_audited after insert on account_recovery_change
  for each row execute function audit_record('recovery');
