-- The next free copy of a distribution is found by index.
create index distribution_copy_unclaimed on distribution_copy (distribution_id, number)
  where claimed_by is null;

-- Joined by the title as well, PostgreSQL can find the title's lists first.
create or replace view reserved_copy as
select asset_token_id, allowlist_id, maximum, early_from,
  case when early_from is not null then sale_starting_at end as reserved_until,
  kid as reserved_kid
from listed_copy join asset using (kid)
where owner = creator and (early_from is null or early_from < sale_starting_at);
