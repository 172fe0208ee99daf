-- Reminders of the opening of a sale, and alerts about a price. Both end when they are told.
alter table follow
  add column price int,                       -- of a price alert: this many yen or less
  drop constraint follow_what,
  add constraint follow_what check (what in ('favourite', 'brand', 'reminder', 'price_alert')),
  add constraint follow_price check ((price is not null) = (what = 'price_alert') and price > 0);
create index follow_waiting on follow (what, kid) where what in ('reminder', 'price_alert');

alter table news
  add column asset_token_id uuid references serial,
  add column price int,
  drop constraint news_kind,
  add constraint news_kind check (kind in ('title', 'issue', 'opening', 'price'));
