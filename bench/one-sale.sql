-- Sells one copy as POST /assets/purchase_for_free does: with the same locks, rows and job, but only
-- the checks of price, balance and other buyers. The app, which groups orders, is measured against it.
create function one_sale(p_buyer uuid, p_token uuid, p_price int, p_key text) returns text
language plpgsql as $$
declare
  v_serial record; v_listing record; v_asset record; v_id uuid := gen_random_uuid();
  v_fee int; v_royalty int; v_net int; v_points bigint; v_sales bigint; v_used_points int;
  v_sales_id bigint; v_points_id bigint; v_hold_id bigint; v_seller_id bigint; v_creator_id bigint;
  v_fees_id bigint; v_n int; v_previous bytea; v_leaf bytea; v_hash bytea; v_salt bytea;
begin
  insert into request (account_id, call, key, body_hash, created_at)
    values (p_buyer, 'POST /assets/purchase_for_free', p_key, md5(p_token::text), now())
    on conflict do nothing;
  if not found then return 'again'; end if;
  perform 1 from account where id = p_buyer for no key update;
  perform 1 from serial where asset_token_id = p_token for no key update;
  select * into v_serial from serial where asset_token_id = p_token;
  select * into v_asset from asset where kid = v_serial.kid;
  select * into v_listing from listing
    where asset_token_id = p_token and status = 'open' and kind = 'sale';
  if v_listing.id is null or exists
    (select from purchase where asset_token_id = p_token and status = 'reserved') then
    delete from request where account_id = p_buyer and key = p_key;
    return 'another_user_purchasing';
  end if;
  if v_listing.sale_price <> p_price then raise exception 'price_changed'; end if;
  perform value from setting order by version desc limit 1;
  perform 1 from ledger_account where account_id in (p_buyer, v_serial.owner, v_asset.creator)
    order by id for no key update;
  select id, balance into v_points_id, v_points from ledger_account where account_id = p_buyer and kind = 'points';
  select id, balance into v_sales_id, v_sales from ledger_account where account_id = p_buyer and kind = 'sales';
  select id into v_hold_id from ledger_account where account_id = p_buyer and kind = 'hold';
  select id into v_seller_id from ledger_account where account_id = v_serial.owner and kind = 'sales';
  select id into v_creator_id from ledger_account where account_id = v_asset.creator and kind = 'sales';
  select id into v_fees_id from ledger_account where account_id is null and kind = 'fees';
  if v_points + v_sales < p_price then return 'balance_not_enough'; end if;
  v_used_points := least(v_points, p_price);
  v_fee := floor(p_price * (case when v_serial.owner = v_asset.creator then 1000 else 500 end) / 10000.0);
  v_royalty := case when v_serial.owner = v_asset.creator then 0
    else floor(p_price * v_asset.royalty_rate_bp / 10000.0) end;
  v_net := p_price - v_fee - v_royalty;
  insert into purchase (id, order_id, buyer, seller, creator, kid, asset_token_id, number, listing_id, status,
      kind, deal, transfers_copy, price, points_used, sales_used, card_amount, platform_fee, royalty,
      net, lang, held_until, created_at, settled_at)
    values (v_id, v_id, p_buyer, v_serial.owner, v_asset.creator, v_serial.kid, p_token, v_serial.number,
      v_listing.id, 'settled', 'primary', 'sale', true, p_price, v_used_points, p_price - v_used_points, 0, v_fee,
      v_royalty, v_net, 'en', now(), now(), now());
  insert into event (at, actor, by, subject, subject_id, act, from_status, to_status)
    values (now(), p_buyer, 'buyer', 'purchase', v_id, 'settle', 'new', 'settled');
  insert into ledger_transfer (debit, credit, amount, reason, subject_id, at)
    select d, c, a, r, v_id, now() from (values
      (v_points_id, v_hold_id, v_used_points, 'hold'),
      (v_sales_id, v_hold_id, p_price - v_used_points, 'hold'),
      (v_hold_id, v_seller_id, v_net, 'sale'), (v_hold_id, v_creator_id, v_royalty, 'royalty'),
      (v_hold_id, v_fees_id, v_fee, 'fee')) as t(d, c, a, r) where a > 0;
  update ledger_account set balance = balance - v_used_points where id = v_points_id and v_used_points > 0;
  update ledger_account set balance = balance - (p_price - v_used_points) where id = v_sales_id;
  update ledger_account set balance = balance + v_net where id = v_seller_id;
  update ledger_account set balance = balance + v_royalty where id = v_creator_id and v_royalty > 0;
  insert into holding (asset_token_id, kid, owner, since, until)
    select p_token, v_serial.kid, v_serial.owner, v_serial.owned_since, now()
    where v_serial.owner <> v_asset.creator;
  update serial set owner = p_buyer, owned_since = now() where asset_token_id = p_token;
  update listing set status = 'sold', closed_at = now() where id = v_listing.id;
  insert into event (at, by, subject, subject_id, act, from_status, to_status)
    values (now(), 'platform', 'listing', v_listing.id, 'sell', 'open', 'sold');
  select n, hash into v_n, v_previous from provenance_head where asset_token_id = p_token for no key update;
  v_salt := decode(replace(gen_random_uuid()::text, '-', ''), 'hex');
  v_leaf := convert_to(json_build_object('v', 1, 'asset_token_id', p_token, 'kid', v_serial.kid,
    'number', v_serial.number, 'kind', 'sale',
    'from', (select wallet_address from account where id = v_serial.owner),
    'to', (select wallet_address from account where id = p_buyer), 'n', v_n + 1, 'at', now(),
    'previous', encode(v_previous, 'base64'),
    'commitment', encode(sha256(v_salt || convert_to(v_id::text, 'UTF8')), 'base64'))::text, 'UTF8');
  v_hash := sha256('\x00'::bytea || v_leaf);
  insert into provenance_event (asset_token_id, n, kind, leaf, hash, salt, subject_id, status, at)
    values (p_token, v_n + 1, 'sale', v_leaf, v_hash, v_salt, v_id, 'pending', now());
  update provenance_head set n = v_n + 1, hash = v_hash where asset_token_id = p_token;
  perform graphile_worker.add_job('purchase.mail', json_build_object('id', v_id));
  update request set reply = jsonb_build_object('purchase_id', v_id, 'status', 'settled')
    where account_id = p_buyer and call = 'POST /assets/purchase_for_free' and key = p_key;
  return 'settled';
end $$;
