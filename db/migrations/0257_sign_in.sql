-- The sign-ins of people, for 180 days, so that they can look for those that were not theirs.
create table sign_in (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  session_id uuid not null,                   -- of the session that began, which may be gone
  way text not null constraint sign_in_way check (way in ('code', 'passkey', 'wallet')),
  user_agent text not null,
  is_new_browser boolean not null,
  created_at timestamptz not null
);
create index sign_in_by_account on sign_in (account_id, created_at desc);
create index sign_in_by_age on sign_in (created_at);
