-- Copies that are bought together stand in one order: one payment, all or nothing. The order has
-- the id of its first copy's purchase.
alter table purchase add column order_id uuid;
update purchase set order_id = id;
alter table purchase
  alter column order_id set not null,
  add constraint purchase_order foreign key (order_id) references purchase,
  drop constraint purchase_one_per_checkout;
create unique index purchase_one_per_checkout on purchase (checkout_id) where order_id = id;
create index purchase_by_order on purchase (order_id);
