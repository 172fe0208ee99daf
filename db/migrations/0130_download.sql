-- A download of a copy's file by its owner: from the request to the owner's word that the file is deleted.
create table download (
  id uuid primary key default gen_random_uuid(),
  asset_token_id uuid not null references serial,
  kid uuid not null references asset,
  number int not null,
  owner uuid not null references account,
  file text not null,                        -- original, 1080p, audio …
  status text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,           -- of its address, which serves one use
  ended_at timestamptz,                      -- when it stopped to lock the copy
  storage_key text,                          -- of the file; null until it is prepared
  file_name text,
  mime text,
  size bigint check (size > 0),
  sha256 text,                               -- in hexadecimal
  receipt text,                              -- a signature beside the file, if it carries none
  sent bigint not null default 0,            -- bytes handed out so far
  constraint download_prepared check
    (status in ('preparing', 'failed', 'ended') or (storage_key is not null and file_name is not null
      and mime is not null and size is not null and sha256 is not null)),
  constraint download_sent_of_size check (sent between 0 and coalesce(size, 0)),
  constraint download_ends check
    ((status in ('preparing', 'ready', 'opened', 'partial', 'complete')) = (ended_at is null))
) with (fillfactor = 80);
create unique index download_one_live_per_copy on download (asset_token_id)
  where status in ('preparing', 'ready', 'opened');
create index download_locking on download (asset_token_id) where ended_at is null;
create index download_by_copy on download (asset_token_id, created_at desc);
create index download_due on download (expires_at) where status in ('preparing', 'ready', 'opened');

-- `serial.downloaded_at` is the lock: while it is set, the copy cannot be offered, lent or handed over.
-- It cannot be set while a deal is running. Both sides lock the serial first, so neither is missed.
create function refuse_downloaded() returns trigger language plpgsql as $$
begin
  if exists (select from entered join serial using (asset_token_id) where downloaded_at is not null) then
    raise exception 'the copy is downloaded' using errcode = 'check_violation', constraint = 'serial_downloaded';
  end if;
  return null;
end $$;
create trigger listing_of_downloaded after insert on listing
  referencing new table as entered for each statement execute function refuse_downloaded();
create trigger rental_of_downloaded after insert on rental
  referencing new table as entered for each statement execute function refuse_downloaded();
create trigger coupon_of_downloaded after insert on coupon
  referencing new table as entered for each statement execute function refuse_downloaded();

create function refuse_offered_downloaded() returns trigger language plpgsql as $$
begin
  if exists (select from serial where asset_token_id = new.submitted and downloaded_at is not null) then
    raise exception 'the copy is downloaded' using errcode = 'check_violation', constraint = 'serial_downloaded';
  end if;
  return null;
end $$;
create trigger trade_offer_of_downloaded after insert on trade_offer
  for each row execute function refuse_offered_downloaded();

create function keep_downloaded() returns trigger language plpgsql as $$
begin
  if new.owner <> old.owner and new.downloaded_at is not null then
    raise exception 'the copy is downloaded' using errcode = 'check_violation', constraint = 'serial_downloaded';
  end if;
  if old.downloaded_at is null and new.downloaded_at is not null and (
    exists (select from listing where asset_token_id = new.asset_token_id and status in ('preparing', 'open'))
    or exists (select from rental where asset_token_id = new.asset_token_id and status = 'active'
      and ends_at > new.downloaded_at)
    or exists (select from purchase where asset_token_id = new.asset_token_id and status = 'reserved')
    or exists (select from coupon where asset_token_id = new.asset_token_id and status in ('valid', 'occupied'))
    or exists (select from trade_offer where submitted = new.asset_token_id and status = 'awaiting_acceptance')
  ) then
    raise exception 'the copy is in a deal' using errcode = 'check_violation', constraint = 'serial_in_deal';
  end if;
  return new;
end $$;
create trigger serial_is_kept before update of owner, downloaded_at on serial
  for each row when (new.downloaded_at is not null) execute function keep_downloaded();

-- People who look at a title hear at once that it can be downloaded.
drop trigger asset_is_told on asset;
create trigger asset_is_told
  after update of published_at, removed_at, sale_starting_at, sale_ending_at, holding_limit,
    only_japan_accessible, download_enabled on asset
  for each row execute function tell_title();
