-- Coupons: a batch grants each of its codes either one number of a title, or points.
create table coupon_batch (
  id uuid primary key default gen_random_uuid(),
  issuer uuid not null references account,
  name text not null,
  kid uuid references asset,                    -- null: it grants points
  points int check (points > 0),                -- yen for each code
  drawn boolean not null default false,         -- which number a code gives is not told before
  expires_at timestamptz not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  check ((kid is null) = (points is not null))
);
create index coupon_batch_newest on coupon_batch (issuer, created_at desc);

-- A code is kept as a keyed hash only: it follows from the coupon's id and our SECRET.
create table coupon (
  id uuid primary key default gen_random_uuid(),
  batch_id uuid not null references coupon_batch,
  code_hash text not null unique,
  asset_token_id uuid references serial,        -- held for it while it is valid or occupied
  status text not null,
  expires_at timestamptz not null,
  occupied_by uuid references account,
  occupied_at timestamptz,
  used_at timestamptz,
  closed_at timestamptz,                        -- when it expired or was revoked
  check ((occupied_by is null) = (occupied_at is null))
) with (fillfactor = 80);
create unique index coupon_one_live_per_serial on coupon (asset_token_id)
  where status in ('valid', 'occupied');
create index coupon_by_batch on coupon (batch_id, id);
create index coupon_by_person on coupon (occupied_by, occupied_at desc) where occupied_by is not null;
create index coupon_live on coupon (expires_at) where status in ('valid', 'occupied');

-- Codes that nobody has: so many an hour, then the door stays shut. Never the code itself.
create table coupon_try (
  id bigint generated always as identity primary key,
  account_id uuid not null references account,
  network text not null,
  at timestamptz not null
);
create index coupon_try_by_account on coupon_try (account_id, at);
create index coupon_try_by_network on coupon_try (network, at);
create index coupon_try_by_age on coupon_try (at);
