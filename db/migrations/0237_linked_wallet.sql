-- An external wallet that a person linked to their account. Its keys are on its chain.
create table linked_wallet (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  address text not null constraint wallet_linked_once unique
    constraint linked_wallet_address check (address ~ '^0x[0-9a-f]{16}$'),
  created_at timestamptz not null,
  used_at timestamptz
);
create index linked_wallet_by_account on linked_wallet (account_id, created_at);

-- A nonce for linking belongs to an account; a nonce without one is for signing in.
alter table nonce add column account_id uuid references account;

-- A code or a passkey may also confirm that wallets are linked or unlinked.
alter table sign_in_code
  drop constraint sign_in_code_purpose_check,
  add constraint sign_in_code_purpose_check
    check (purpose in ('sign_in', 'bank', 'email', 'passkey', 'wallet', 'deletion', 'link'));
alter table passkey_challenge
  drop constraint passkey_challenge_purpose,
  add constraint passkey_challenge_purpose
    check (purpose in ('sign_in', 'bank', 'email', 'passkey', 'wallet', 'deletion', 'add'));
