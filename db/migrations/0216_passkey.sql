-- A passkey of an account (WebAuthn). Its private key never leaves the device of its person.
create table passkey (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  credential_id text not null constraint passkey_added_once unique,
  public_key bytea not null,                  -- COSE_Key
  counter bigint not null,                    -- signatures so far; 0 if the device does not count
  transports text[] not null,                 -- how browsers reach the device
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_by_account on passkey (account_id, created_at);

-- What a passkey signs: kept as HMAC, used once, for one purpose, browser and account.
create table passkey_challenge (
  hmac text primary key,
  purpose text not null,
  account_id uuid references account,         -- null: whoever signs in
  browser text not null,
  ip text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint passkey_challenge_purpose
    check (purpose in ('sign_in', 'bank', 'email', 'passkey', 'add')),
  constraint passkey_challenge_of_account check ((account_id is null) = (purpose = 'sign_in'))
);
create index passkey_challenge_by_ip on passkey_challenge (ip, created_at);
create index passkey_challenge_by_age on passkey_challenge (created_at);

-- A code may also confirm that passkeys are added or removed.
alter table sign_in_code
  drop constraint sign_in_code_purpose_check,
  add constraint sign_in_code_purpose_check
    check (purpose in ('sign_in', 'bank', 'email', 'passkey', 'link'));
