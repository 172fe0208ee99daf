-- What a person shows to everybody on a shelf of their own. Nothing is shown until they switch it on.
create table shelf (
  account_id uuid primary key references account,
  is_public boolean not null,
  is_indexed boolean not null,                -- search engines may find it
  shows_brands boolean not null,              -- the brands that the person follows
  shows_count boolean not null,               -- how many copies the person owns
  about text not null constraint shelf_about_is_short check (char_length(about) <= 160),
  edited_at timestamptz not null
);

-- The chosen copies in their order. A copy leaves the shelf with its owner, and does not come back when
-- it is bought again.
create table shelf_copy (
  asset_token_id uuid primary key references serial,
  account_id uuid not null references shelf,
  position int not null check (position between 1 and 60),
  constraint shelf_copy_one_per_place unique (account_id, position)
);
create function leave_shelf() returns trigger language plpgsql as $$
begin
  delete from shelf_copy where asset_token_id = new.asset_token_id;
  return null;
end $$;
create trigger serial_leaves_shelf after update of owner on serial
  for each row when (old.owner <> new.owner) execute function leave_shelf();
