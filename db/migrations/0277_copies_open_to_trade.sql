-- Copies that are open to trade are few among all on offer.
create index listing_newest_open_to_trade on listing (created_at desc)
  where kind = 'trade' and status in ('preparing', 'open');
create index listing_open_to_trade_by_title on listing (kid)
  where kind = 'trade' and status in ('preparing', 'open');
