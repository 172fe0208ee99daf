-- Accounts that their people deleted. The row stays as a pseudonym, because books and the register of
-- copies refer to it. A deleted account counts as suspended, so that whoever checks for a suspension
-- refuses it, a server of the version before too.
alter table account
  add column deleted_at timestamptz,
  add constraint account_deleted_is_erased check (deleted_at is null or (
    suspended_at is not null and username ~ '^deleted-[0-9a-f]{10}$'
    and email = username || '@deleted.invalid' and first_name = '' and last_name = ''
    and not has_public_name and currency is null and lang = 'en')),
  add constraint account_username_is_not_of_deleted
    check (deleted_at is not null or username !~* '^deleted-[0-9a-f]{10}$');

-- Who deleted an account, and the copies that they gave up.
create table account_deletion (
  account_id uuid primary key references account,
  asked_by uuid not null references account,
  copies int not null,
  at timestamptz not null
);
create trigger account_deletion_append_only before update or delete or truncate on account_deletion
  for each statement execute function refuse_change();

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check
  check (action in ('role', 'settings', 'payouts', 'payout_file', 'withholding', 'suspension', 'deletion'));
create trigger account_deletion_is_audited after insert on account_deletion
  for each row execute function audit_record('deletion');

-- The wallet of a deleted account has no mailbox, and its address may sign up anew.
alter table wallet alter column email drop not null;

-- A code or a passkey may also confirm that an account is deleted.
alter table sign_in_code
  drop constraint sign_in_code_purpose_check,
  add constraint sign_in_code_purpose_check
    check (purpose in ('sign_in', 'bank', 'email', 'passkey', 'deletion', 'link'));
alter table passkey_challenge
  drop constraint passkey_challenge_purpose,
  add constraint passkey_challenge_purpose
    check (purpose in ('sign_in', 'bank', 'email', 'passkey', 'deletion', 'add'));
