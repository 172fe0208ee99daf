-- The linked wallet that its owner moved a copy to; null while the copy is at its owner's Renban address.
-- A copy in a wallet can be neither offered, lent, downloaded nor handed over. A wallet with copies
-- cannot be unlinked.
alter table serial
  add column linked_wallet_id uuid constraint wallet_holds_copies references linked_wallet,
  add column in_wallet_since timestamptz,
  add constraint serial_in_wallet check (linked_wallet_id is null or downloaded_at is null),
  add constraint serial_in_wallet_since check ((linked_wallet_id is null) = (in_wallet_since is null));
create index serial_by_linked_wallet on serial (linked_wallet_id) where linked_wallet_id is not null;

-- What 0130 refuses for downloaded copies is refused for copies in wallets, too.
alter function refuse_downloaded() rename to refuse_locked_copies;
create or replace function refuse_locked_copies() returns trigger language plpgsql as $$
declare
  reason text;
begin
  select case when downloaded_at is not null then 'serial_downloaded' else 'serial_in_wallet' end
    into reason from entered join serial using (asset_token_id)
    where downloaded_at is not null or linked_wallet_id is not null limit 1;
  if reason is not null then
    raise exception 'the copy is locked' using errcode = 'check_violation', constraint = reason;
  end if;
  return null;
end $$;

alter function refuse_offered_downloaded() rename to refuse_locked_offer;
create or replace function refuse_locked_offer() returns trigger language plpgsql as $$
declare
  reason text;
begin
  select case when downloaded_at is not null then 'serial_downloaded' else 'serial_in_wallet' end
    into reason from serial where asset_token_id = new.submitted
    and (downloaded_at is not null or linked_wallet_id is not null);
  if reason is not null then
    raise exception 'the copy is locked' using errcode = 'check_violation', constraint = reason;
  end if;
  return null;
end $$;

alter function keep_downloaded() rename to keep_locked_copy;
create or replace function keep_locked_copy() returns trigger language plpgsql as $$
begin
  if new.owner <> old.owner then
    raise exception 'the copy is locked' using errcode = 'check_violation',
      constraint = case when new.downloaded_at is not null then 'serial_downloaded' else 'serial_in_wallet' end;
  end if;
  if old.downloaded_at is null and old.linked_wallet_id is null and (
    exists (select from listing where asset_token_id = new.asset_token_id and status in ('preparing', 'open'))
    or exists (select from rental where asset_token_id = new.asset_token_id and status = 'active'
      and ends_at > coalesce(new.downloaded_at, new.in_wallet_since))
    or exists (select from purchase where asset_token_id = new.asset_token_id and status = 'reserved')
    or exists (select from coupon where asset_token_id = new.asset_token_id and status in ('valid', 'occupied'))
    or exists (select from trade_offer where submitted = new.asset_token_id and status = 'awaiting_acceptance')
  ) then
    raise exception 'the copy is in a deal' using errcode = 'check_violation', constraint = 'serial_in_deal';
  end if;
  return new;
end $$;
drop trigger serial_is_kept on serial;
create trigger serial_is_kept before update of owner, downloaded_at, linked_wallet_id on serial
  for each row when (new.downloaded_at is not null or new.linked_wallet_id is not null)
  execute function keep_locked_copy();

-- People who look at a title see at once that a copy of it went to a wallet or came back.
drop trigger serial_is_told on serial;
create trigger serial_is_told
  after insert or update of owner, downloaded_at, linked_wallet_id, frozen_at on serial
  for each row execute function tell_title();
