-- What a person wants: any number of a title, or one number of it. A removed wish is kept until the
-- next search for trades, so that undoing the removal gives back its place.
create table wish (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  kid uuid not null references asset,
  asset_token_id uuid references serial,        -- null: any number
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint wish_once unique nulls not distinct (account_id, kid, asset_token_id)
);
create index wish_by_age on wish (created_at, id) where removed_at is null;
create index wish_by_title on wish (kid);

-- A trade among two or three people that was found for them. It happens once everyone has accepted.
create table trade_proposal (
  id uuid primary key default gen_random_uuid(),
  status text not null,
  ring_key text not null,                       -- of the copies and who would get each
  people int not null check (people in (2, 3)),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint trade_proposal_once unique (ring_key),
  constraint trade_proposal_ends check ((status = 'open') = (ended_at is null))
) with (fillfactor = 80);
create index trade_proposal_due on trade_proposal (expires_at) where status = 'open';

-- One person of a proposal: the copy they give to the next place and the copy they get from the place
-- before. `ended_at` is that of the proposal: a copy and a wish are in one open proposal at a time.
create table trade_proposal_side (
  proposal_id uuid not null references trade_proposal,
  place int not null check (place between 0 and 2),
  account_id uuid not null references account,
  gives uuid not null references serial,
  gets uuid not null references serial,
  listing_id uuid not null references listing,  -- by which the copy given is open to trade
  wish_id uuid references wish on delete set null,
  accepted_at timestamptz,
  declined_at timestamptz,
  ended_at timestamptz,
  primary key (proposal_id, place),
  constraint trade_proposal_side_once unique (proposal_id, account_id),
  constraint trade_proposal_side_two_copies check (gives <> gets)
) with (fillfactor = 80);
create unique index trade_proposal_copy_once on trade_proposal_side (gives) where ended_at is null;
create unique index trade_proposal_wish_once on trade_proposal_side (wish_id) where ended_at is null;
create index trade_proposal_side_on_listing on trade_proposal_side (listing_id)
  where ended_at is null;
create index trade_proposal_side_by_person on trade_proposal_side (account_id, proposal_id);
create index trade_proposal_side_declined on trade_proposal_side (gives, gets)
  where declined_at is not null;
create index trade_proposal_side_of_wish on trade_proposal_side (wish_id);
