-- Browsers that show notifications while no page is open. One belongs to the session that switched it on
-- and ends with it.
create table push_subscription (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  session_id uuid not null constraint push_subscription_per_session unique
    references session on delete cascade,
  endpoint text not null constraint push_subscription_once unique, -- the address at the browser's push service
  p256dh text not null,                       -- the browser's public key (RFC 8291)
  auth text not null,                         -- a secret of the browser (RFC 8291)
  user_agent text not null,
  created_at timestamptz not null
);
create index push_subscription_by_account on push_subscription (account_id);

-- Whether a person wants notifications on a topic shown by their browsers. Without a row they do.
create table push_choice (
  account_id uuid not null references account,
  topic text not null,
  wants_push boolean not null,
  primary key (account_id, topic)
);
