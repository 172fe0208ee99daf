-- What is on offer for rent: a job looks every few seconds for what holders offer beside the creator,
-- and is not to read every listing that there ever was.
create index listing_rented_out on listing (kid)
  where kind = 'rental' and status in ('preparing', 'open');
