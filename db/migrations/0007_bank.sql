-- Where a person's payouts go. Everything that names the account is sealed under the key ring.
create table bank_account (
  account_id uuid primary key references account,
  kek_id text not null,                       -- which key of the ring wraps the data key
  wrapped bytea not null,
  sealed bytea not null,                      -- JSON of the fields and names, bound to the account
  changed_at timestamptz not null,
  replaced_at timestamptz                     -- null: no other account was there before
);
