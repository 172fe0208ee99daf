import { type RawBuilder, sql } from 'kysely'

/** The invariants of gifts: a copy is locked while it waits to be claimed, and given once. */
export const giftInvariants: Record<string, RawBuilder<Record<string, unknown>>> = {
  'the copy of a live gift belongs to its giver and is locked by its listing': sql`
    select gift.id from gift join serial using (asset_token_id)
    left join listing on listing.id = listing_id
    where gift.status in ('scheduled', 'open') and not (serial.owner = giver
      and listing.kind = 'transfer' and listing.asset_token_id = gift.asset_token_id
      and seller = giver and listing.status = 'open' and frozen_at is null)`,
  'a copy that is listed as a gift is given by one live gift': sql`
    select listing.id from listing where kind = 'transfer' and listing.status in ('preparing', 'open')
      and not exists (select from gift where listing_id = listing.id
        and gift.status in ('scheduled', 'open'))`,
  'a claimed gift was given and recorded once, and no other': sql`
    select gift.id from gift left join listing on listing.id = listing_id
    where (gift.status = 'claimed') <> coalesce(listing.status = 'given', false)
      or (gift.status = 'claimed')::int <> (select count(*) from provenance_event event
        where event.asset_token_id = gift.asset_token_id and subject_id = gift.id)`,
  'a gift of a purchase is as its payment is': sql`
    select gift.id from gift join purchase on purchase.id = purchase_id
    where (gift.status = 'awaiting_payment') <> (purchase.status = 'reserved')
      or (gift.status = 'canceled') <> (purchase.status in ('canceled', 'expired', 'refunding', 'refunded'))`,
}
