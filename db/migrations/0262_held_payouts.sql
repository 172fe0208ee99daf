-- Checks of the books that hold payouts. Earnings do not end meanwhile (finance/payout/pauses.ts). The sentences
-- are those of finance/reconciliation/checks.ts that are only told.
alter table books_check add column holds boolean not null generated always as (
  jsonb_path_exists(differences, '$[*] ? (@.sentence != "no payment by card is disputed"
    && @.sentence != "every refund was taken by its card")')
) stored;
create index books_check_holding on books_check (kind, id) where holds;
