-- Reads that went through a whole table, or a whole edition, find their rows by index.
create index rental_by_renter_and_title on rental (renter, kid);
drop index rental_by_title;
create index rental_by_title on rental (kid, ends_at) where status = 'active';
create index purchase_by_copy on purchase (asset_token_id, settled_at desc)
  where status = 'settled' and transfers_copy;
create index purchase_sales_of_title on purchase (kid, settled_at desc)
  where status = 'settled' and transfers_copy;
create index purchase_by_creator on purchase (creator, settled_at) where status = 'settled';
create index purchase_by_buyer_and_title on purchase (buyer, kid);
create index purchase_without_transfer on purchase (listing_id) where not transfers_copy;
create index distribution_copy_unclaimed on distribution_copy (distribution_id, number)
  where claimed_by is null;
create index listing_newest_open_to_trade on listing (created_at desc)
  where kind = 'trade' and status in ('preparing', 'open');
create index listing_open_to_trade_by_title on listing (kid)
  where kind = 'trade' and status in ('preparing', 'open');
create index webhook_message_next on webhook_message (webhook_id, next_at, id)
  where next_at is not null;

-- A join by the title as well lets PostgreSQL look for its lists first.
create or replace view reserved_copy as
select asset_token_id, allowlist_id, maximum, early_from,
  case when early_from is not null then sale_starting_at end as reserved_until,
  kid as reserved_kid
from listed_copy join asset using (kid)
where owner = creator and (early_from is null or early_from < sale_starting_at);
