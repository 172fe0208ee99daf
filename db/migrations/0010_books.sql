-- What was found when the books were checked: against themselves, and against the card provider.
create table books_check (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('self', 'card')),
  checked_at timestamptz not null,
  period_from timestamptz,                     -- of the checkouts compared: opened from …
  period_to timestamptz,                       -- … until before
  differences jsonb not null,                  -- [{ sentence, rows }]; none: in order
  check ((kind = 'card') = (period_from is not null and period_to is not null))
);
create index books_check_newest on books_check (kind, id desc);
create trigger books_check_append_only before update or delete or truncate on books_check
  for each statement execute function refuse_change();

-- What a card may have paid at a time.
create index purchase_by_card_time on purchase (created_at) where card_amount > 0;
