import { type RawBuilder, sql } from 'kysely'

/** The invariants of free distributions: copies are free or given, a fee is kept or returned, never both. */
export const distributionInvariants: Record<string, RawBuilder<Record<string, unknown>>> = {
  'a distribution is as its payment is': sql`
    select distribution.id from distribution left join purchase on purchase.id = purchase_id
    where not (case distribution.status
      when 'draft' then purchase.status is null
        or purchase.status in ('canceled', 'expired', 'refunding', 'refunded')
      when 'awaiting_payment' then purchase.status = 'reserved'
      when 'failed' then purchase.status in ('refunding', 'refunded')
      else purchase.status = 'settled' end)`,
  'the copies of a distribution are locked from its request on, and free once it is over': sql`
    select distribution.id from distribution join distribution_copy copy on distribution_id = distribution.id
    left join listing on listing.asset_token_id = copy.asset_token_id
      and listing.batch = distribution.batch and listing.status in ('preparing', 'open')
    where listing.id is not null and (claimed_by is not null
      or (listing.status = 'preparing') <> (distribution.status in ('awaiting_payment', 'executing'))
      or (listing.status = 'open') <> (distribution.status = 'done'))`,
  'a claimed copy was given once, and nobody claimed more than the maximum': sql`
    select copy.id from distribution_copy copy join distribution on distribution.id = distribution_id
    where (claimed_by is not null)::int <> (select count(*) from provenance_event event
        where event.asset_token_id = copy.asset_token_id and subject_id = copy.id)
      or (claimed_by is not null)::int <> (select count(*) from listing
        where listing.asset_token_id = copy.asset_token_id and listing.batch = distribution.batch
          and listing.status = 'given')
      or (claimed_by is not null and max_per_person < (select count(*) from distribution_copy mine
        where mine.distribution_id = distribution.id and mine.claimed_by = copy.claimed_by))`,
}
