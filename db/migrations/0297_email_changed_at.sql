-- The last change of an account's address by its person. Payouts wait after it, as after a change of the
-- bank account: the former address has a mail, and time to answer it.
alter table account add column email_changed_at timestamptz;
