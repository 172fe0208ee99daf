-- A key with which a creator's program calls the API. Only a keyed hash of it is stored.
create table api_key (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  name text not null,
  prefix text not null,                       -- the beginning of the key, by which people know it
  key_hash text not null unique,
  scopes text[] not null,
  created_at timestamptz not null,
  used_on text,                               -- the day in Japan of the latest call
  revoked_at timestamptz,
  constraint api_key_has_scopes check (cardinality(scopes) > 0)
);
create index api_key_by_account on api_key (account_id) where revoked_at is null;
