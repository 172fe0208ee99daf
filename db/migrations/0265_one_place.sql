-- A second place of an account on a list, under the address that it leaves, ends: whoever has that address
-- next would get it (0263_account_keeps_places.sql).
create or replace function keep_places() returns trigger language plpgsql as $$
begin
  update allowlist_person set account_id = new.id
    where email = lower(old.email) and account_id is null and not exists (select from allowlist_person other
      where other.allowlist_id = allowlist_person.allowlist_id and other.account_id = new.id);
  delete from allowlist_person where email = lower(old.email) and account_id is null;
  perform from coupon where claimed_email = lower(old.email) and occupied_by is null and status = 'occupied'
    order by id for no key update;
  update coupon set claimed_email = lower(new.email)
    where claimed_email = lower(old.email) and occupied_by is null and status = 'occupied';
  return null;
end $$;
