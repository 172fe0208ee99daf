-- Records what was mailed to whom. A mail whose id is here is not sent again.
create table mail (
  message_id text primary key,
  template text not null,
  account_id uuid references account,         -- null: only the address is known
  recipient text not null,
  lang text not null,
  subject text not null,                      -- without sign-in codes
  sent_at timestamptz not null
);
create index mail_by_age on mail (sent_at);
create index mail_by_account on mail (account_id, sent_at);
