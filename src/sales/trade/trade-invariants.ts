import { type RawBuilder, sql } from 'kysely'

/** The invariants of trades. */
export const tradeInvariants: Record<string, RawBuilder<Record<string, unknown>>> = {
  'the copies of an open offer on a listing belong to its two people': sql`
    select offer.id from trade_offer offer
    join serial mine on mine.asset_token_id = submitted
    join serial theirs on theirs.asset_token_id = requested
    where status = 'awaiting_acceptance' and listing_id is not null
      and (mine.owner <> offeror or theirs.owner <> offer.owner)`,
  'a copy that is wanted in an open offer is open to trade by the listing of the offer': sql`
    select offer.id from trade_offer offer join listing on listing.id = listing_id
    where offer.status = 'awaiting_acceptance' and not (kind = 'trade'
      and listing.asset_token_id = requested and seller = owner
      and listing.status in ('preparing', 'open'))`,
  'a copy offered in a trade is in no other deal': sql`
    select offer.id from trade_offer offer join serial on asset_token_id = submitted
    where status = 'awaiting_acceptance' and serial.owner = offeror and (frozen_at is not null
      or exists (select from listing where listing.asset_token_id = submitted
        and listing.kind <> 'trade' and listing.status in ('preparing', 'open'))
      or exists (select from purchase where purchase.asset_token_id = submitted
        and purchase.status = 'reserved')
      or exists (select from coupon where coupon.asset_token_id = submitted
        and coupon.status in ('valid', 'occupied')))`,
  'an accepted offer with a top-up was paid as agreed, and no other was paid': sql`
    select offer.id from trade_offer offer left join purchase on purchase.id = offer.id
    where (offer.status = 'accepted' and top_up is not null) <> (purchase.id is not null)
      or (purchase.status, price, platform_fee, royalty, card_amount, buyer) is distinct from
        ('settled', top_up, top_up_fee, top_up_royalty, 0,
          case top_up_by when 'offeror' then offeror else offer.owner end)
        and purchase.id is not null`,
  'an accepted offer gave each copy to the other side and recorded it once': sql`
    select offer.id from trade_offer offer where status = 'accepted' and (
      (select array_agg(event.asset_token_id order by event.asset_token_id)
        from provenance_event event where subject_id = offer.id and kind = 'trade')
        is distinct from array[least(submitted, requested), greatest(submitted, requested)]
      or exists (select from provenance_event event join provenance_head head using (asset_token_id)
        join serial using (asset_token_id)
        where event.subject_id = offer.id and event.n = head.n and (asset_token_id, serial.owner)
          in ((submitted, offeror), (requested, offer.owner))))`,
}
