-- A month of all sales, for the accounting.
create index purchase_by_settling on purchase (settled_at) where status = 'settled';
