create sequence flow_address_index;

-- The embedded wallet of an e-mail address. External wallets have no row here.
create table wallet (
  address text primary key,                   -- Flow address, 0x and 16 hex digits
  email text not null constraint wallet_email_is_free unique,
  created_at timestamptz not null
);

create table wallet_key (
  address text not null references wallet,
  index int not null,
  public_key text not null,                   -- 64 bytes X||Y in hex
  sign_algo text not null check (sign_algo in ('ECDSA_P256', 'ECDSA_secp256k1')),
  hash_algo text not null check (hash_algo in ('SHA2_256', 'SHA3_256')),
  weight int not null check (weight between 0 and 1000),
  revoked boolean not null default false,
  kek_id text not null,                       -- which key of the ring wraps the data key
  wrapped bytea not null,
  sealed bytea not null,
  primary key (address, index)
);

create table account (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  username text not null,
  first_name text not null default '',
  last_name text not null default '',
  wallet_address text not null constraint account_wallet_is_free unique,
  role text not null default 'STANDARD_USER' check (role in ('STANDARD_USER', 'ORH', 'ADMIN')),
  currency text not null default 'JPY',
  lang text not null default 'en',
  joined_at timestamptz not null,
  initialized_at timestamptz
);
create unique index account_email_is_free on account (lower(email));
create unique index account_username_is_free on account (lower(username));

-- Nonces and codes are kept as HMACs, used once, and bound to the browser that asked for them.
create table nonce (
  hmac text primary key,
  browser text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table sign_in_code (
  id bigint generated always as identity primary key,
  email text not null,
  browser text not null,
  ip text not null,
  hmac text not null,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_code_by_email on sign_in_code (email, created_at);
create index sign_in_code_by_ip on sign_in_code (ip, created_at);
create index sign_in_code_by_age on sign_in_code (created_at);

create table session (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  account_id uuid not null references account,
  user_agent text not null default '',
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_by_account on session (account_id);

create table role_change (
  id bigint generated always as identity primary key,
  account_id uuid not null references account,
  from_role text not null,
  to_role text not null,
  changed_by uuid references account,         -- null: the operator, by command line
  reason text not null,
  at timestamptz not null
);
create trigger role_change_append_only before update or delete or truncate on role_change
  for each statement execute function refuse_change();
