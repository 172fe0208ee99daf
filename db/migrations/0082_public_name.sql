-- A person may show their username beside their copies and in the history of copies. A username that
-- was generated when the account was opened is never shown there.
alter table account
  add column has_public_name boolean not null default false,
  add constraint account_public_name_is_chosen
    check (not has_public_name or username !~ '^collector-[0-9a-f]{10}$');
