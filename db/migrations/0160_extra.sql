-- An extra: a file that comes with all numbers of a title, or with some. Only those who hold such a
-- number get the file. An extra has the id of the upload from which it is made.
create table extra (
  id uuid primary key references upload on delete cascade,
  kid uuid not null references asset,
  kind text not null check (kind in ('clip', 'voice', 'poster', 'pdf')),
  name text not null check (length(name) between 1 and 60),
  note text not null default '' check (length(note) <= 300),
  numbers int4multirange check (not isempty(numbers)), -- null: every number, also those issued later
  for_renters boolean not null default false,
  position int not null,
  status text not null,
  file jsonb,                                          -- its key, type and size in storage
  created_at timestamptz not null,
  constraint extra_has_file check ((status = 'ready') = (file is not null))
);
create index extra_by_title on extra (kid, position) where status <> 'removed';

-- Who opened an extra, and when for the first time.
create table extra_opening (
  extra_id uuid not null references extra on delete cascade,
  account_id uuid not null references account,
  opened_at timestamptz not null,
  primary key (extra_id, account_id)
);

-- Whoever looks at a title hears of changes of its extras.
create trigger extra_is_told after update on extra
  for each row execute function tell_title();

alter table upload drop constraint upload_of_check;
alter table upload add constraint upload_of_check check (of in ('title', 'trailer', 'extra'));
alter table upload_file drop constraint upload_file_role_check;
alter table upload_file add constraint upload_file_role_check
  check (role in ('asset', 'poster', 'trailer', 'extra'));
