-- What creators who sell as a business publish about themselves, per brand (特定商取引法, article 11). Each
-- change adds a row, and the one before ends: what stood there when somebody bought stays known.
create table seller_notice (
  id bigint generated always as identity primary key,
  brand_id uuid not null references brand,
  changed_by uuid not null references account,
  seller text not null constraint seller_notice_seller check (seller in ('individual', 'company')),
  name text not null,
  representative text not null,
  address text not null,                      -- empty: disclosed on request
  phone text not null,                        -- empty: disclosed on request
  email text not null,
  price_terms text not null,
  cost_terms text not null,
  delivery_terms text not null,
  return_terms text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint seller_notice_whole check ('' not in (name, email, price_terms, cost_terms, delivery_terms, return_terms)),
  constraint seller_notice_of_company_whole
    check (seller = 'individual' or '' not in (representative, address, phone))
);
create unique index seller_notice_one_current on seller_notice (brand_id) where ended_at is null;
create index seller_notice_by_brand on seller_notice (brand_id, id);
create index seller_notice_by_account on seller_notice (changed_by);
