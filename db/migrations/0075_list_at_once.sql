-- The price at which a title's copies are listed as soon as they are issued. Set once with the
-- upload; the moment of the attempt is stored with it, so that it is made once.
alter table upload add column sale_price int check (sale_price > 0);
alter table upload add column listed_at timestamptz;
alter table upload add column listing_failure text; -- a code of the error catalogue
alter table upload add column listing_failure_params jsonb;
alter table upload add constraint upload_listed_for_price
  check (sale_price is not null or (listed_at is null and listing_failure is null));
