-- How often and when last a giver had the mail of a gift sent again.
alter table gift
  add column mailed_again int not null default 0,
  add column mailed_again_at timestamptz,
  add constraint gift_mailed_again_seldom check (mailed_again between 0 and 3),
  add constraint gift_mailed_again_to_an_address
    check ((mailed_again = 0) = (mailed_again_at is null) and (mailed_again = 0 or email is not null));
