-- What a person follows: favourite titles and numbers, and brands.
create table follow (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  what text not null constraint follow_what check (what in ('favourite', 'brand')),
  kid uuid references asset,
  asset_token_id uuid references serial,      -- null: the whole title
  brand_id uuid references brand,
  country text not null,                      -- of the request; some titles are for Japan only
  created_at timestamptz not null,
  constraint follow_of_one_thing
    check ((brand_id is not null) = (what = 'brand') and (kid is null) = (what = 'brand')),
  constraint follow_once unique nulls not distinct (account_id, what, kid, asset_token_id, brand_id)
);
create index follow_by_title on follow (kid, what);
create index follow_by_brand on follow (brand_id) where brand_id is not null;
create index follow_by_account on follow (account_id, what, created_at desc, id);

-- What a person is told about something that they follow. The news of one batch share a mail.
create table news (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  kind text not null constraint news_kind check (kind in ('title', 'issue')),
  kid uuid not null references asset,
  n int,                                      -- of the issue; 1 is the publication
  country text not null,                      -- as in follow
  created_at timestamptz not null,
  batch uuid,                                 -- null: not told yet
  constraint news_once unique (account_id, kid, n)
);
create index news_to_tell on news (account_id) where batch is null;
create index news_by_batch on news (batch) where batch is not null;
create index news_by_age on news (created_at);
