-- A festival's codes may be claimed with an e-mail address alone; the gift is handed over at the sign-in.
alter table coupon_batch add column festival boolean not null default false;
alter table coupon
  add column claimed_email text,                -- who claimed it, until they sign in
  add column claimed_from text,                 -- keyed hash of the browser that claimed it
  drop constraint coupon_check,
  add constraint coupon_occupied_by_someone
    check ((occupied_by is null and claimed_email is null) = (occupied_at is null)),
  add constraint coupon_claimed_from_a_browser
    check ((claimed_email is null or claimed_from is not null));
create index coupon_by_claimed_email on coupon (claimed_email)
  where claimed_email is not null and occupied_by is null;
