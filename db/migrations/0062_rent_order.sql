-- What is to rent, in the order of its rent: only titles of which a copy is offered so.
create index asset_offer_rent_cheapest on asset_offer (min_rent_price, kid) where rental > 0;
create index asset_offer_rent_dearest on asset_offer (min_rent_price desc nulls last, kid)
  where rental > 0;
