create table brand (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null references account,
  name text not null,
  account text not null constraint brand_account_is_free unique
    check (account ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  description text not null default '',
  hero_image text,                              -- the key of its processed picture in storage
  hero_picture jsonb,                           -- widths, thumbhash, size: what <Picture> needs
  created_at timestamptz not null
);
create index brand_by_owner on brand (owner);

-- One title. Its numbered copies are serials.
create table asset (
  kid uuid primary key default gen_random_uuid(),
  creator uuid not null references account,
  brand_id uuid references brand,
  title text not null,
  description text not null default '',
  asset_type text not null check (asset_type in ('image', 'video', 'unknown')),
  media_type text not null check (media_type in ('image', 'audio', 'video', 'unknown')),
  copies_count int not null default 0,          -- issued so far; each has its serial
  first_number int not null default 1 check (first_number > 0),
  royalty_rate_bp int check (royalty_rate_bp between 0 and 10000),         -- null: not set yet
  rental_royalty_rate_bp int check (rental_royalty_rate_bp between 0 and 10000),
  min_sellable_price int check (min_sellable_price >= 10),
  sale_starting_at timestamptz,
  sale_ending_at timestamptz,
  secondary_sale_enabled boolean not null default true,
  trade_enabled boolean not null default true,
  secondary_rental_enabled boolean not null default true,
  only_japan_accessible boolean not null default false,
  download_enabled boolean not null default false,
  holding_limit int check (holding_limit > 0),
  obi text,                                     -- null: not chosen, and no poster to take it from
  poster jsonb,                                 -- { base, widths, width, height, thumbhash, color }
  trailer jsonb,                                -- a MediaIndex in the clear
  duration_seconds int,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  published_at timestamptz                      -- null: still uploading or being prepared
);
create index asset_by_creator on asset (creator, created_at desc);
create index asset_by_brand on asset (brand_id) where brand_id is not null;
create index asset_newest on asset (published_at desc, kid) where published_at is not null;

-- One numbered copy: 12 / 100.
create table serial (
  asset_token_id uuid primary key default gen_random_uuid(),
  kid uuid not null references asset,
  number int not null check (number > 0),
  owner uuid not null references account,
  owned_since timestamptz not null,
  downloaded_at timestamptz,
  constraint serial_number_once unique (kid, number)
) with (fillfactor = 80);
create index serial_by_owner on serial (owner, kid);

-- Who held a copy before: for "previously owned" and the prices paid.
create table holding (
  id bigint generated always as identity primary key,
  asset_token_id uuid not null references serial,
  kid uuid not null,
  owner uuid not null references account,
  since timestamptz not null,
  until timestamptz not null
);
create index holding_by_owner on holding (owner, kid);
create index holding_by_serial on holding (asset_token_id);

-- Provenance: every change of ownership or right is a leaf of exact stored bytes, chained per serial.
create table provenance_head (
  asset_token_id uuid primary key references serial,
  n int not null,
  hash bytea not null
) with (fillfactor = 70);

create table provenance_event (
  id bigint generated always as identity primary key,
  asset_token_id uuid not null references serial,
  n int not null,
  kind text not null,                           -- issue, sale, rental, trade, distribution, gift, lock
  leaf bytea not null,
  hash bytea not null,
  salt bytea not null,                          -- opens the leaf's commitment
  subject_id uuid not null,
  status text not null default 'pending'
    check (status in ('pending', 'finalized', 'executed', 'sealed', 'expired')),
  at timestamptz not null,
  sealed_at timestamptz,
  constraint provenance_event_once unique (asset_token_id, n)
);
create index provenance_event_open on provenance_event (id) where status <> 'sealed';

-- A leaf stays as it was written; only its status moves on.
create trigger provenance_event_kept
  before update of asset_token_id, n, kind, leaf, hash, salt, subject_id, at on provenance_event
  for each statement execute function refuse_change();
create trigger provenance_event_never_deleted before delete or truncate on provenance_event
  for each statement execute function refuse_change();
