-- A gift: an owner gives one copy to whoever claims it by its link. The link is derived from the id and
-- SECRET, and is not stored. `listing_id` is the listing of kind `transfer` that locks the copy.
create table gift (
  id uuid primary key default gen_random_uuid(),
  batch uuid not null,                       -- shared by gifts that were made at once
  giver uuid not null references account,
  kid uuid not null references asset,
  asset_token_id uuid not null references serial,
  number int not null,
  listing_id uuid references listing,        -- null until the copy is paid
  purchase_id uuid references purchase,      -- set if the copy was bought as a gift
  email text,                                -- of the recipient; null: the giver passes the link on
  from_name text not null check (length(from_name) between 1 and 60),
  message text not null default '' check (length(message) <= 500),
  lang text not null,                        -- of the mails to the recipient
  status text not null,
  created_at timestamptz not null,
  deliver_at timestamptz not null,
  expires_at timestamptz not null,
  reminded_at timestamptz,
  ended_at timestamptz,
  recipient uuid references account,
  constraint gift_to_another check (recipient <> giver),
  constraint gift_has_recipient check ((status = 'claimed') = (recipient is not null)),
  constraint gift_ends check
    ((status in ('awaiting_payment', 'scheduled', 'open')) = (ended_at is null)),
  constraint gift_is_locked check (status not in ('scheduled', 'open', 'claimed') or listing_id is not null),
  constraint gift_lasts check (expires_at > deliver_at)
) with (fillfactor = 80);
create unique index gift_one_live_per_copy on gift (asset_token_id)
  where status in ('scheduled', 'open');
create unique index gift_once_per_purchase on gift (purchase_id);
create unique index gift_once_per_listing on gift (listing_id);
create index gift_given on gift (giver, created_at desc, id);
create index gift_received on gift (recipient, ended_at desc, id) where recipient is not null;
create index gift_to_deliver on gift (deliver_at) where status = 'scheduled';
create index gift_to_end on gift (expires_at) where status = 'open';
