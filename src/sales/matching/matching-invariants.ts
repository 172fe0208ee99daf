import { type RawBuilder, sql } from 'kysely'

/** The invariants of trades found for two or three people. */
export const matchingInvariants: Record<string, RawBuilder<Record<string, unknown>>> = {
  'the people of a proposed trade form one ring, in which each copy is given and got once': sql`
    select proposal.id from trade_proposal proposal where people <>
      (select count(*) from trade_proposal_side side
        join trade_proposal_side next on next.proposal_id = side.proposal_id
          and next.place = (side.place + 1) % proposal.people and next.gets = side.gives
        where side.proposal_id = proposal.id)`,
  'a side of a proposed trade ends with it': sql`
    select proposal.id from trade_proposal proposal
    join trade_proposal_side side on side.proposal_id = proposal.id
    where proposal.ended_at is distinct from side.ended_at`,
  'a copy of an open proposed trade is open to trade by its owner': sql`
    select side.proposal_id from trade_proposal_side side
    join serial on serial.asset_token_id = gives join listing on listing.id = listing_id
    where side.ended_at is null and not (serial.owner = account_id and listing.seller = account_id
      and listing.kind = 'trade' and listing.asset_token_id = gives
      and listing.status in ('preparing', 'open'))`,
  'a proposed trade is settled if everyone accepted, and declined if one declined': sql`
    select proposal.id from trade_proposal proposal where
      (status = 'settled') <> (select bool_and(accepted_at is not null)
        from trade_proposal_side side where side.proposal_id = proposal.id)
      or (status = 'declined') <> (select bool_or(declined_at is not null)
        from trade_proposal_side side where side.proposal_id = proposal.id)`,
  'a settled proposed trade gave each copy to the next person and recorded it once': sql`
    select side.proposal_id from trade_proposal_side side
    join trade_proposal proposal on proposal.id = side.proposal_id where status = 'settled' and (
      (select count(*) from provenance_event event where event.subject_id = proposal.id
        and event.asset_token_id = gets and kind = 'trade') <> 1
      or exists (select from provenance_event event join provenance_head head using (asset_token_id)
        join serial using (asset_token_id) where event.subject_id = proposal.id
        and event.asset_token_id = gets and event.n = head.n and serial.owner <> side.account_id))`,
}
