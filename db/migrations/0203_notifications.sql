-- What a person is told in the app. The mail about the same event has the same message id.
create table notification (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  message_id text not null constraint notification_once unique,
  kind text not null,                         -- the kind of mail
  lang text not null,
  subject text not null,
  path text not null,
  at timestamptz not null,
  read_at timestamptz,
  constraint notification_path check (path like '/%')
);
create index notification_by_account on notification (account_id, at desc, id);
create index notification_unread on notification (account_id) where read_at is null;
create index notification_by_age on notification (at);

-- Whether a person wants mails on a topic. Without a row the topic's default counts.
create table mail_choice (
  account_id uuid not null references account,
  topic text not null,
  wants_mail boolean not null,
  primary key (account_id, topic)
);

-- The time until which sellers have been told of their sales.
create table sellers_told (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null
);
insert into sellers_told (until) values (now());
