-- Swaps two copies as POST /assets/trade does: with the same locks, rows and jobs, and the checks of
-- the offer and of both copies. The app, which groups acceptances, is measured against it.
create function one_swap(p_owner uuid, p_requested uuid, p_submitted uuid, p_offeror uuid, p_key text)
returns text language plpgsql as $$
declare
  v_offer record; v_copy record; v_to uuid; v_n int; v_previous bytea; v_leaf bytea;
  v_hash bytea; v_salt bytea; v_job uuid;
  v_listings uuid[] := '{}';
begin
  insert into request (account_id, call, key, body_hash, created_at)
    values (p_owner, 'POST /assets/trade', p_key, md5(p_requested::text), now())
    on conflict do nothing;
  if not found then return 'again'; end if;
  perform value from setting order by version desc limit 1;
  perform 1 from account where id in (p_owner, p_offeror) order by id for no key update;
  perform 1 from serial where asset_token_id in (p_requested, p_submitted)
    order by asset_token_id for no key update;
  perform 1 from trade_offer where status = 'awaiting_acceptance'
    and (submitted in (p_requested, p_submitted) or requested in (p_requested, p_submitted))
    order by id for no key update;
  select * into v_offer from trade_offer
    where submitted = p_submitted and requested = p_requested and offeror = p_offeror and owner = p_owner
    order by created_at desc limit 1;
  if v_offer.id is null or v_offer.status <> 'awaiting_acceptance' or v_offer.expires_at <= now() then
    raise exception 'trade_offer_closed';
  end if;
  for v_copy in
    select serial.*, asset.creator, asset.trade_enabled, open_to_trade.id as listing_id,
      case when asset.published_at is null or serial.frozen_at is not null
          or serial.downloaded_at is not null then 'gone'
        when exists (select from rental where rental.asset_token_id = serial.asset_token_id
          and rental.status = 'active') then 'serial_rented'
        when exists (select from purchase where purchase.asset_token_id = serial.asset_token_id
          and purchase.status = 'reserved') then 'serial_being_purchased'
        when exists (select from listing where listing.asset_token_id = serial.asset_token_id
          and listing.status in ('preparing', 'open') and listing.kind <> 'trade') then 'already_listed'
        when exists (select from coupon where coupon.asset_token_id = serial.asset_token_id
          and coupon.status in ('valid', 'occupied')) then 'serial_reserved'
        when exists (select from reserved_copy where reserved_copy.asset_token_id = serial.asset_token_id)
          then 'serial_reserved'
      end as blocked_by
    from serial join asset using (kid)
    left join listing open_to_trade on open_to_trade.asset_token_id = serial.asset_token_id
      and open_to_trade.kind = 'trade' and open_to_trade.status in ('preparing', 'open')
    where serial.asset_token_id in (p_requested, p_submitted)
  loop
    if v_copy.blocked_by is not null then raise exception '%', v_copy.blocked_by; end if;
    if v_copy.owner <> (case when v_copy.asset_token_id = p_requested then p_owner else p_offeror end) then
      raise exception 'requested_serial_gone';
    end if;
    v_to := case when v_copy.asset_token_id = p_requested then p_offeror else p_owner end;
    if v_copy.listing_id is not null then
      v_listings := v_listings || v_copy.listing_id;
    end if;
    insert into holding (asset_token_id, kid, owner, since, until)
      select v_copy.asset_token_id, v_copy.kid, v_copy.owner, v_copy.owned_since, now()
      where v_copy.owner <> v_copy.creator;
    update serial set owner = v_to, owned_since = now(), frozen_at = null
      where asset_token_id = v_copy.asset_token_id;
    select n, hash into v_n, v_previous from provenance_head
      where asset_token_id = v_copy.asset_token_id for no key update;
    v_salt := decode(replace(gen_random_uuid()::text, '-', ''), 'hex');
    v_leaf := convert_to(json_build_object('v', 1, 'asset_token_id', v_copy.asset_token_id,
      'kid', v_copy.kid, 'number', v_copy.number, 'kind', 'trade',
      'from', (select wallet_address from account where id = v_copy.owner),
      'to', (select wallet_address from account where id = v_to), 'n', v_n + 1, 'at', now(),
      'previous', encode(v_previous, 'base64'),
      'commitment', encode(sha256(v_salt || convert_to(v_offer.id::text, 'UTF8')), 'base64'))::text, 'UTF8');
    v_hash := sha256('\x00'::bytea || v_leaf);
    insert into provenance_event (asset_token_id, n, kind, leaf, hash, salt, subject_id, status, at)
      values (v_copy.asset_token_id, v_n + 1, 'trade', v_leaf, v_hash, v_salt, v_offer.id, 'pending', now());
    update provenance_head set n = v_n + 1, hash = v_hash where asset_token_id = v_copy.asset_token_id;
  end loop;
  update listing set status = 'traded', closed_at = now() where id = any(v_listings);
  insert into event (at, by, subject, subject_id, act, from_status, to_status)
    select now(), 'platform', 'listing', id, 'trade', 'open', 'traded' from unnest(v_listings) id;
  update trade_offer set status = 'accepted', ended_at = now() where id = v_offer.id;
  insert into event (at, actor, by, subject, subject_id, act, from_status, to_status)
    values (now(), p_owner, 'owner', 'trade_offer', v_offer.id, 'accept', 'awaiting_acceptance', 'accepted');
  for v_job in update trade_offer set status = 'spoiled', ended_at = now()
    where status = 'awaiting_acceptance'
      and (submitted in (p_requested, p_submitted) or requested in (p_requested, p_submitted))
    returning id
  loop
    insert into event (at, by, subject, subject_id, act, from_status, to_status)
      values (now(), 'platform', 'trade_offer', v_job, 'spoil', 'awaiting_acceptance', 'spoiled');
  end loop;
  perform graphile_worker.add_job('mail.send', json_build_object('mail', 'trade', 'about',
    json_build_object('id', v_offer.id, 'to', t))) from unnest(array['owner', 'offeror']) t;
  update request set reply = jsonb_build_object('id', v_offer.id, 'status', 'accepted')
    where account_id = p_owner and call = 'POST /assets/trade' and key = p_key;
  return 'accepted';
end $$;
