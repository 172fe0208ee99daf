-- What people report to administrators. All reports of one title or brand join its case.
create table moderation_case (
  id uuid primary key default gen_random_uuid(),
  number int generated always as identity constraint moderation_case_number_once unique,
  kid uuid references asset,
  brand_id uuid references brand,
  status text not null constraint moderation_case_status check (status in ('open', 'dismissed')),
  opened_at timestamptz not null,
  due_at timestamptz not null,                -- when an answer is due
  constraint moderation_case_of_one_thing check ((kid is null) <> (brand_id is null))
);
create unique index moderation_case_one_running on moderation_case (kid, brand_id) nulls not distinct
  where status <> 'dismissed';
create index moderation_case_by_status on moderation_case (status, opened_at);
create index moderation_case_by_title on moderation_case (kid) where kid is not null;
create index moderation_case_by_brand on moderation_case (brand_id) where brand_id is not null;

create table moderation_report (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references moderation_case,
  account_id uuid references account,         -- null: a guest
  email text,                                 -- of a guest who wants an answer
  lang text not null,
  asked_from text,                            -- hash of a guest's network; forgotten after two days
  reason text not null constraint moderation_report_reason check (reason in
    ('rights', 'illegal', 'minors', 'violence', 'fraud', 'other')),
  text text not null,
  created_at timestamptz not null,
  constraint moderation_report_once unique (case_id, account_id),
  constraint moderation_report_by_one check (account_id is null or (email is null and asked_from is null))
);
create index moderation_report_by_account on moderation_report (account_id, created_at)
  where account_id is not null;
create index moderation_report_by_network on moderation_report (asked_from, created_at)
  where asked_from is not null;
create index moderation_report_by_email on moderation_report (email, created_at)
  where email is not null;
