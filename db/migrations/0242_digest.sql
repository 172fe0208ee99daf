-- How fast mails on a topic come: each at once, or gathered in one mail a day or a week.
alter table mail_choice
  add column pace text not null default 'at_once'
    constraint mail_choice_pace check (pace in ('at_once', 'daily', 'weekly'));

-- When a person is written to. Without a row: gathered mails at eight in Japan, and no quiet hours.
create table notification_schedule (
  account_id uuid primary key references account,
  time_zone text not null,                    -- a name of the IANA database
  digest_hour smallint not null default 8 check (digest_hour between 0 and 23),
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_until smallint check (quiet_until between 0 and 23),
  constraint notification_schedule_quiet
    check ((quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until)
);

-- Mails that are told together. A line belongs to one gathered mail at most.
create table digest_line (
  message_id text primary key references notification (message_id) on delete cascade,
  account_id uuid not null references account,
  topic text not null,
  due_at timestamptz not null,
  digest_id uuid                              -- the gathered mail; null while it waits
);
create index digest_line_due on digest_line (due_at) where digest_id is null;
create index digest_line_by_account on digest_line (account_id);
