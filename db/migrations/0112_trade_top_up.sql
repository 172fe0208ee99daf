-- Yen that one side of a trade offer pays besides its copy, with the shares agreed when it was made.
alter table trade_offer
  add column top_up int,
  add column top_up_by text,
  add column top_up_fee int,
  add column top_up_royalty int,
  add constraint trade_offer_top_up_whole
    check (num_nulls(top_up, top_up_by, top_up_fee, top_up_royalty) in (0, 4)),
  add constraint trade_offer_top_up_shares
    check (top_up > 0 and least(top_up_fee, top_up_royalty) >= 0
      and top_up_fee + top_up_royalty <= top_up and top_up_by in ('offeror', 'owner'));
