-- What receipts are made of, beside the purchase, its transfers and the settings.

-- The number on a receipt. Given to every purchase, so that no row is written twice.
alter table purchase add column reference bigint generated always as identity
  constraint purchase_reference_once unique;

-- Who is registered for qualified invoices (適格請求書), as they told us: the newest version that was
-- entered before a deal, and begins on its day or before, counts for it. Days are Japanese ones.
create table invoice_registration (
  version bigint generated always as identity primary key,
  account_id uuid not null references account,
  number text not null check (number ~ '^T[1-9][0-9]{12}$'),
  name text not null,                           -- as registered
  valid_from text not null check (valid_from ~ '^\d{4}-\d{2}-\d{2}$'),
  ended_on text check (ended_on ~ '^\d{4}-\d{2}-\d{2}$'),  -- the day on which it was said to be over
  entered_at timestamptz not null
);
create index invoice_registration_by_person on invoice_registration (account_id, version desc);
create trigger invoice_registration_append_only before update or delete or truncate
  on invoice_registration for each statement execute function refuse_change();
