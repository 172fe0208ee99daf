-- A creator holds copies for designated people: a set of acquirers, and the copies that it holds.
-- Sale and free distribution ask the same list.
create table allowlist (
  id uuid primary key default gen_random_uuid(),
  kid uuid not null references asset,
  name text not null,
  whole boolean not null,          -- every copy of the title that no other list holds, later ones too
  maximum int check (maximum > 0), -- of these copies, for each person
  early_from timestamptz,          -- holds them only until the sale starts; its people buy from here on
  created_at timestamptz not null,
  ended_at timestamptz             -- it holds nothing any more, and may be taken up again
);
create unique index allowlist_one_whole_per_title on allowlist (kid) where whole and ended_at is null;
create index allowlist_by_title on allowlist (kid);

create table allowlist_copy (
  asset_token_id uuid primary key references serial,
  allowlist_id uuid not null references allowlist
);
create index allowlist_copy_by_list on allowlist_copy (allowlist_id);

-- An e-mail address may be nobody's yet. Once its person bought by it, the place is their account's.
create table allowlist_person (
  id bigint generated always as identity primary key,
  allowlist_id uuid not null references allowlist,
  email text check (email = lower(email)),
  account_id uuid references account,
  added_at timestamptz not null,
  check (email is not null or account_id is not null)
);
create unique index allowlist_email_once on allowlist_person (allowlist_id, email);
create unique index allowlist_account_once on allowlist_person (allowlist_id, account_id)
  where email is null;
create index allowlist_person_by_account on allowlist_person (account_id, allowlist_id);
create index allowlist_person_by_email on allowlist_person (email) where account_id is null;

-- Which list each copy belongs to: the one that names it, else the one for the whole title.
create view listed_copy as
select serial.asset_token_id, serial.kid, serial.owner, allowlist.id as allowlist_id,
  allowlist.maximum, allowlist.early_from
from serial
left join (allowlist_copy join allowlist named on named.id = allowlist_id and named.ended_at is null)
  using (asset_token_id)
join allowlist on allowlist.kid = serial.kid and allowlist.ended_at is null
  and (allowlist.id = named.id or named.id is null and allowlist.whole);

-- Those of them that are held: still their creator's, for good or until the sale starts.
create view reserved_copy as
select asset_token_id, allowlist_id, maximum, early_from,
  case when early_from is not null then sale_starting_at end as reserved_until
from listed_copy join asset using (kid)
where owner = creator and (early_from is null or early_from < sale_starting_at);
