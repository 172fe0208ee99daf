-- A person's statement reads the newest transfers of a few accounts, each by its reason: a page
-- costs the same however long the history is. Equality on debit or credit alone is served as well.
create index ledger_transfer_out on ledger_transfer (debit, reason, at, id);
create index ledger_transfer_in on ledger_transfer (credit, reason, at, id);
drop index ledger_transfer_by_debit;
drop index ledger_transfer_by_credit;
