-- Titles of one brand that a creator shows together, in an order of their own.
create table title_group (
  key uuid primary key default gen_random_uuid(),
  encrypted_id text not null constraint group_address_once unique, -- its address: 16 random bytes
  owner uuid not null references account,
  brand_id uuid not null references brand,
  name text not null,
  description text not null default '',
  cover_picture jsonb,                          -- widths, thumbhash, size: what <Picture> needs
  sale_starting_at timestamptz,
  sale_ending_at timestamptz,
  created_at timestamptz not null,
  constraint group_sale_starts_before_it_ends check (sale_starting_at < sale_ending_at)
);
create index title_group_by_owner on title_group (owner, created_at desc);
create index title_group_by_brand on title_group (brand_id, created_at desc);

-- Written only while the title's row is locked, so that its brand stays what it was seen to be.
create table group_content (
  kid uuid constraint title_in_one_group primary key references asset,
  group_key uuid not null references title_group on delete cascade,
  position int not null,
  constraint group_position_once unique (group_key, position)
);

-- A title that leaves its brand leaves the brand's group with it, whoever takes it out.
create function leave_group() returns trigger language plpgsql as $$
begin
  delete from group_content where kid = new.kid;
  return null;
end $$;
create trigger asset_leaves_group after update of brand_id on asset
  for each row when (old.brand_id is distinct from new.brand_id) execute function leave_group();
