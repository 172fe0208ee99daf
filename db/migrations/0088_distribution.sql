-- Free distributions: a creator pays a fee for each copy, then people claim the copies for free.
alter table listing drop constraint listing_kind_check;
alter table listing add constraint listing_kind_check check (kind in
  ('sale', 'rental', 'trade', 'free_distribution', 'free_rental', 'auction', 'transfer'));

-- The fee is a purchase that the creator makes from the platform: it has no second side.
alter table purchase drop constraint purchase_check2;
alter table purchase add constraint purchase_two_sides
  check ((buyer = seller) = (deal = 'distribution'));

create table distribution (
  id uuid primary key default gen_random_uuid(),
  creator uuid not null references account,
  kid uuid not null references asset,
  status text not null,
  allowlist_id uuid references allowlist,       -- null: everybody may claim
  max_per_person int check (max_per_person > 0),
  lang text not null,                           -- of the invitations
  copies int not null check (copies > 0),
  unit_fee int not null check (unit_fee > 0),   -- yen for each copy, as quoted
  quoted_until timestamptz not null,
  batch uuid not null default gen_random_uuid(), -- of its listings
  purchase_id uuid references purchase,         -- the latest payment of the fee
  created_at timestamptz not null,
  opened_at timestamptz,                        -- when its copies could be claimed
  closed_at timestamptz
) with (fillfactor = 80);
create index distribution_by_creator on distribution (creator, created_at desc);
create index distribution_by_title on distribution (kid) where status = 'done';
create unique index distribution_one_per_payment on distribution (purchase_id);

-- A copy of a distribution, and the person who claimed it. Its id is the id of the claim.
create table distribution_copy (
  id uuid primary key default gen_random_uuid(),
  distribution_id uuid not null references distribution,
  asset_token_id uuid not null references serial,
  number int not null,
  claimed_by uuid references account,
  claimed_at timestamptz,
  check ((claimed_by is null) = (claimed_at is null))
) with (fillfactor = 80);
create unique index distribution_copy_once on distribution_copy (distribution_id, asset_token_id);
create index distribution_copy_by_serial on distribution_copy (asset_token_id);
create index distribution_copy_by_person on distribution_copy (claimed_by, distribution_id)
  where claimed_by is not null;
