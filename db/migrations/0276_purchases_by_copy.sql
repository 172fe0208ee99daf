-- The last sale of a copy, the latest sales of a title, a creator's and a buyer's purchases, and the rentals of
-- a listing are found by index.
create index purchase_by_copy on purchase (asset_token_id, settled_at desc)
  where status = 'settled' and transfers_copy;
create index purchase_sales_of_title on purchase (kid, settled_at desc)
  where status = 'settled' and transfers_copy;
create index purchase_by_creator on purchase (creator, settled_at) where status = 'settled';
create index purchase_by_buyer_and_title on purchase (buyer, kid);
create index purchase_without_transfer on purchase (listing_id) where not transfers_copy;
