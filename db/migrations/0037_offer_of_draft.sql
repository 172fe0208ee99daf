-- A draft that never came out goes with its row of counts.
alter table asset_offer
  drop constraint asset_offer_kid_fkey,
  add constraint asset_offer_kid_fkey foreign key (kid) references asset on delete cascade;
