-- Loans: an owner lends one copy for free to a friend for some days. Until the friend accepts, a listing of
-- kind `loan` locks the copy. From then on a row of `rental` with the loan's id does, like any rental.
alter table listing drop constraint listing_kind_check;
alter table listing add constraint listing_kind_check check (kind in
  ('sale', 'rental', 'trade', 'free_distribution', 'free_rental', 'auction', 'transfer', 'loan'));

alter table asset add column lending_enabled boolean not null default true;

create table loan (
  id uuid primary key default gen_random_uuid(),
  lender uuid not null references account,
  kid uuid not null references asset,
  asset_token_id uuid not null references serial,
  number int not null,
  listing_id uuid not null references listing,
  email text,                                -- of the friend; null: the lender passes the link on
  from_name text not null,
  message text not null default '',
  lang text not null,                        -- of the mails to the friend
  period_seconds int not null,
  status text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,           -- until when it can be accepted
  borrower uuid references account,
  began_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  constraint loan_from_name check (length(from_name) between 1 and 60),
  constraint loan_message check (length(message) <= 500),
  constraint loan_period check (period_seconds > 0),
  constraint loan_to_another check (borrower <> lender),
  constraint loan_has_borrower check
    ((status in ('running', 'returned')) = (borrower is not null)
      and num_nulls(borrower, began_at, ends_at) in (0, 3)),
  constraint loan_ends check ((status in ('open', 'running')) = (ended_at is null)),
  constraint loan_lasts check (ends_at = began_at + make_interval(secs => period_seconds))
) with (fillfactor = 80);
create unique index loan_one_open_per_copy on loan (asset_token_id) where status = 'open';
create unique index loan_one_running_per_copy on loan (asset_token_id) where status = 'running';
create unique index loan_once_per_listing on loan (listing_id);
create index loan_lent on loan (lender, created_at desc, id);
create index loan_borrowed on loan (borrower, began_at desc, id) where borrower is not null;
create index loan_to_end on loan (expires_at) where status = 'open';
create index loan_due on loan (ends_at) where status = 'running';

-- A rental has the id of the purchase that paid for it, or of the loan. A server of the version before
-- knows nothing of loans, so the database itself fills the reference to the purchase.
alter table rental
  drop constraint rental_id_fkey,
  add column purchase_id uuid references purchase,
  add column loan_id uuid references loan,
  add constraint rental_of_loan check (loan_id = id);
update rental set purchase_id = id;
create function name_purchase_of_rental() returns trigger language plpgsql as $$
begin
  new.purchase_id := case when new.loan_id is null then new.id end;
  return new;
end $$;
create trigger rental_of_purchase before insert on rental
  for each row execute function name_purchase_of_rental();
