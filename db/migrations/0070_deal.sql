-- Names the kind of deal of each purchase. Until now a period alone told a rental from a sale.
-- `transfers_copy`: the buyer of this deal becomes the owner of the copy.
alter table purchase add column deal text, add column transfers_copy boolean;
update purchase set
  deal = case when rental_period_seconds is null then 'sale' else 'rental' end,
  transfers_copy = rental_period_seconds is null;
alter table purchase
  alter column deal set not null,
  alter column transfers_copy set not null,
  add constraint purchase_period_of_rentals check ((deal = 'rental') = (rental_period_seconds is not null)),
  add constraint purchase_sale_transfers check (deal <> 'sale' or transfers_copy);

-- Fills both columns for a server of the version before, which may still run and writes neither.
create function name_deal() returns trigger language plpgsql as $$
begin
  new.deal := case when new.rental_period_seconds is null then 'sale' else 'rental' end;
  new.transfers_copy := new.rental_period_seconds is null;
  return new;
end $$;
create trigger purchase_deal before insert on purchase
  for each row when (new.deal is null) execute function name_deal();

drop index purchase_one_per_listing;
create unique index purchase_one_per_listing on purchase (listing_id)
  where status = 'settled' and transfers_copy;
