-- What everybody sees of a title's offers, counted beside them by the database itself: lists sort and
-- filter a hundred thousand titles by it, and no act can forget to count.
create extension if not exists pg_trgm;

create table asset_offer (
  kid uuid primary key references asset,
  preparing int not null default 0,
  sale int not null default 0,                  -- open, as the next three are
  rental int not null default 0,
  trade int not null default 0,
  other int not null default 0,
  sold int not null default 0,
  min_sale_price int,
  max_sale_price int,
  min_rent_price int,
  max_rent_price int,
  check (least(preparing, sale, rental, trade, other, sold) >= 0)
) with (fillfactor = 50);
create index asset_offer_cheapest on asset_offer (min_sale_price, kid);
create index asset_offer_dearest on asset_offer (min_sale_price desc nulls last, kid);

-- Listings that came (1) or went (-1), one an element. Whoever changes a title's listings waits for
-- who did so before, in the order of kids: so the counts add up, and the prices, which are read only
-- then, are the last ones.
create function count_offers(kids uuid[], kinds text[], statuses text[], signs int[]) returns void
language plpgsql as $$
begin
  perform from asset_offer where kid = any(kids) order by kid for update;
  update asset_offer offer set
    preparing = offer.preparing + change.preparing,
    sale = offer.sale + change.sale,
    rental = offer.rental + change.rental,
    trade = offer.trade + change.trade,
    other = offer.other + change.other,
    sold = offer.sold + change.sold,
    min_sale_price = price.min_sale, max_sale_price = price.max_sale,
    min_rent_price = price.min_rent, max_rent_price = price.max_rent
  from (
    select kid,
      coalesce(sum(sign) filter (where status = 'preparing'), 0) as preparing,
      coalesce(sum(sign) filter (where status = 'open' and kind = 'sale'), 0) as sale,
      coalesce(sum(sign) filter (where status = 'open' and kind = 'rental'), 0) as rental,
      coalesce(sum(sign) filter (where status = 'open' and kind = 'trade'), 0) as trade,
      coalesce(sum(sign) filter (where status = 'open'
        and kind not in ('sale', 'rental', 'trade')), 0) as other,
      coalesce(sum(sign) filter (where status = 'sold'), 0) as sold
    from unnest(kids, kinds, statuses, signs) as changed (kid, kind, status, sign) group by kid
  ) change cross join lateral (
    select
      (select min(sale_price) from listing where listing.kid = change.kid
        and kind = 'sale' and status = 'open') as min_sale,
      (select max(sale_price) from listing where listing.kid = change.kid
        and kind = 'sale' and status = 'open') as max_sale,
      (select min(rent_price) from listing where listing.kid = change.kid
        and kind = 'rental' and status = 'open') as min_rent,
      (select max(rent_price) from listing where listing.kid = change.kid
        and kind = 'rental' and status = 'open') as max_rent
  ) price
  where offer.kid = change.kid;
end $$;

create function count_new_offers() returns trigger language plpgsql as $$
begin
  perform count_offers(array_agg(kid), array_agg(kind), array_agg(status), array_agg(1)) from entered;
  return null;
end $$;
create trigger listing_is_counted after insert on listing referencing new table as entered
  for each statement execute function count_new_offers();

create function count_moved_offers() returns trigger language plpgsql as $$
begin
  perform count_offers(array_agg(kid), array_agg(kind), array_agg(status), array_agg(sign)) from (
    select kid, kind, status, -1 as sign from before
    union all select kid, kind, status, 1 from after
  ) moved;
  return null;
end $$;
create trigger listing_is_counted_on after update on listing
  referencing old table as before new table as after
  for each statement execute function count_moved_offers();

create function begin_offer() returns trigger language plpgsql as $$
begin
  insert into asset_offer (kid) values (new.kid);
  return null;
end $$;
create trigger asset_has_its_offer after insert on asset for each row execute function begin_offer();

insert into asset_offer (kid) select kid from asset;
select count_offers(array_agg(kid), array_agg(kind), array_agg(status), array_agg(1)) from listing
  having count(*) > 0;

-- Each order that lists have, exactly as they ask for it.
drop index asset_newest;
create index asset_newest on asset (published_at desc nulls last, kid) where published_at is not null;
create index asset_oldest on asset (published_at, kid) where published_at is not null;
create index asset_newest_of_media on asset (media_type, published_at desc nulls last, kid)
  where published_at is not null;
create index asset_by_title on asset (title, kid) where published_at is not null;
drop index asset_by_brand;
create index asset_by_brand on asset (brand_id, published_at desc nulls last, kid)
  where brand_id is not null;
create index asset_title_like on asset using gin (title gin_trgm_ops);
create index brand_name_like on brand using gin (name gin_trgm_ops);
create index listing_rent_by_title on listing (kid, rent_price)
  where kind = 'rental' and status = 'open';
