-- The latest export of a person's data: asked for, made by a job, and deleted some days later.
create table account_export (
  account_id uuid primary key references account,
  id uuid not null default gen_random_uuid(),
  asked_at timestamptz not null,
  made_at timestamptz,
  file bytea,                                 -- a zip
  constraint account_export_is_whole check ((made_at is null) = (file is null))
);
