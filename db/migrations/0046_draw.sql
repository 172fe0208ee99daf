-- Purchases at random out of a group: everything that is needed to draw again and get the same.
create table draw (
  order_id uuid primary key references purchase,
  group_key uuid not null,                     -- kept when the group is gone
  group_name text not null,
  buyer uuid not null references account,
  n int not null,                              -- how many draws this buyer had paid in the group before
  seed text not null,                          -- ours, published once the order is paid
  client_seed text not null,                   -- the buyer's
  copies int not null check (copies > 0),
  lots jsonb not null,                         -- what could be drawn, as it stood
  drawn_at timestamptz not null
);
create index draw_by_buyer on draw (buyer, group_key, n);
create trigger draw_append_only before update or delete or truncate on draw
  for each statement execute function refuse_change();
