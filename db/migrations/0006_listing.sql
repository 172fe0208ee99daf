-- An offer of one serial. A serial is not "listed": it has a listing, with a life of its own.
create table listing (
  id uuid primary key default gen_random_uuid(),
  kind text not null
    check (kind in ('sale', 'rental', 'trade', 'free_distribution', 'free_rental', 'auction')),
  asset_token_id uuid not null references serial,
  kid uuid not null references asset,
  seller uuid not null references account,
  status text not null,
  sale_price int check (sale_price > 0),
  rent_price int check (rent_price >= 0),
  rental_period_seconds int check (rental_period_seconds > 0),
  batch uuid not null,
  created_at timestamptz not null,
  opened_at timestamptz,
  closed_at timestamptz,
  check ((kind = 'sale') = (sale_price is not null))
) with (fillfactor = 80);
create unique index listing_one_live_per_serial on listing (asset_token_id)
  where status in ('preparing', 'open');
create index listing_open_by_title on listing (kid, kind, sale_price) where status = 'open';
create index listing_by_seller on listing (seller, kid) where status in ('preparing', 'open');
create index listing_by_title on listing (kid, status);
create index listing_by_batch on listing (batch);

create table purchase (
  id uuid primary key default gen_random_uuid(),
  buyer uuid not null references account,
  seller uuid not null references account,
  creator uuid not null references account,
  kid uuid not null references asset,
  asset_token_id uuid not null references serial,
  number int not null,
  listing_id uuid not null references listing,
  status text not null,
  kind text not null check (kind in ('primary', 'secondary')),
  price int not null check (price > 0),
  points_used int not null check (points_used >= 0),
  sales_used int not null check (sales_used >= 0),
  card_amount int not null check (card_amount >= 0),
  platform_fee int not null check (platform_fee >= 0),
  royalty int not null check (royalty >= 0),
  net int not null check (net >= 0),
  lang text not null,
  held_until timestamptz not null,
  checkout_id text constraint purchase_one_per_checkout unique,
  checkout_url text,
  payment_intent text,
  refund_id text,
  created_at timestamptz not null,
  settled_at timestamptz,
  check (points_used + sales_used + card_amount = price),
  check (platform_fee + royalty + net = price),
  check (buyer <> seller)
) with (fillfactor = 80);
create unique index purchase_one_live_per_serial on purchase (asset_token_id)
  where status = 'reserved';
create unique index purchase_one_per_listing on purchase (listing_id) where status = 'settled';
create index purchase_by_buyer on purchase (buyer, created_at desc);
create index purchase_by_seller on purchase (seller, settled_at desc) where status = 'settled';
create index purchase_by_title on purchase (kid, settled_at desc) where status = 'settled';
create index purchase_open_by_buyer on purchase (buyer) where status = 'reserved';
create index purchase_held on purchase (held_until) where status = 'reserved';
create index purchase_owing on purchase (id) where status = 'refunding';

-- Webhooks of the card provider: stored once, then looked at by a job.
create table card_event (
  id text primary key,
  type text not null,
  checkout_id text,
  payment_intent text,
  received_at timestamptz not null,
  processed_at timestamptz
);
