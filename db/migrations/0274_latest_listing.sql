-- The batch of a title is that of its latest listing, whatever the number of its copies on offer.
create index listing_latest_by_title on listing (kid, created_at desc)
  where status in ('preparing', 'open');
