-- The history of a person's balance reads the latest trades without yen.
create index trade_offer_done_by_offeror on trade_offer (offeror, ended_at desc, id desc)
  where status = 'accepted' and top_up is null;
create index trade_offer_done_by_owner on trade_offer (owner, ended_at desc, id desc)
  where status = 'accepted' and top_up is null;
create index trade_proposal_side_ended on trade_proposal_side (account_id, ended_at desc, proposal_id desc);
