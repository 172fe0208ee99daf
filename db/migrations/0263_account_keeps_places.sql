-- What waits under an address goes along when its account moves to another one: places on lists of people are the
-- account's from then on, and claimed coupons wait under the new address. Whoever has the old address next
-- gets none of it. A deleted account gives up its address for nothing.
create function keep_places() returns trigger language plpgsql as $$
begin
  update allowlist_person set account_id = new.id
    where email = lower(old.email) and account_id is null and not exists (select from allowlist_person other
      where other.allowlist_id = allowlist_person.allowlist_id and other.account_id = new.id);
  perform from coupon where claimed_email = lower(old.email) and occupied_by is null and status = 'occupied'
    order by id for no key update;
  update coupon set claimed_email = lower(new.email)
    where claimed_email = lower(old.email) and occupied_by is null and status = 'occupied';
  return null;
end $$;
create trigger account_keeps_places after update of email on account
  for each row when (lower(old.email) <> lower(new.email) and new.deleted_at is null)
  execute function keep_places();
