-- An offer to swap one copy for another. `listing_id` is the listing by which the wanted copy is open
-- to trade; null if a counter-offer asks for the copy that was offered first.
create table trade_offer (
  id uuid primary key default gen_random_uuid(),
  offeror uuid not null references account,
  owner uuid not null references account,         -- of the wanted copy
  submitted uuid not null references serial,      -- the offeror's copy
  requested uuid not null references serial,
  listing_id uuid references listing,
  counters uuid references trade_offer,           -- the offer that this one answers
  message text not null default '' check (length(message) <= 500),
  status text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint trade_offer_of_two_people check (offeror <> owner),
  constraint trade_offer_of_two_copies check (submitted <> requested),
  constraint trade_offer_ends check ((status = 'awaiting_acceptance') = (ended_at is null))
) with (fillfactor = 80);
create unique index trade_offer_once_for_copies on trade_offer (submitted, requested)
  where status = 'awaiting_acceptance';
create index trade_offer_for_copy on trade_offer (requested) where status = 'awaiting_acceptance';
create index trade_offer_on_listing on trade_offer (listing_id)
  where status = 'awaiting_acceptance';
create index trade_offer_due on trade_offer (expires_at) where status = 'awaiting_acceptance';
create index trade_offer_sent on trade_offer (offeror, created_at desc, id);
create index trade_offer_received on trade_offer (owner, created_at desc, id);
