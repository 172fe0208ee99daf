-- A search of the marketplace that a person keeps under a name, and of whose new titles they may be told.
create table saved_search (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  name text not null,
  search jsonb not null,                      -- words, facets and order, as in the list's address
  key text not null,                          -- the same for searches that find the same titles
  country text not null,                      -- of the request; some titles are for Japan only
  alerts_since timestamptz,                   -- null: nothing is told
  created_at timestamptz not null,
  constraint saved_search_once unique (account_id, key)
);
create index saved_search_with_alerts on saved_search (key) where alerts_since is not null;

-- The titles of which a person was told for a search. Those of one batch share a mail.
create table search_match (
  account_id uuid not null references account,
  key text not null,
  kid uuid not null references asset,
  batch uuid not null,
  created_at timestamptz not null,
  constraint search_match_once primary key (account_id, key, kid)
);
create index search_match_by_batch on search_match (batch);
create index search_match_by_age on search_match (created_at);

-- The time until which offers have been compared with saved searches.
create table searches_told (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null
);
insert into searches_told (until) values (now());

create index listing_by_opening on listing (opened_at) where opened_at is not null;
