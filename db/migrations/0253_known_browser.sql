-- Browsers from which people have signed in, by the SHA-256 of the id in their cookie. A sign-in from any
-- other one is told to its person. Those that have used a code are known from the start.
create table known_browser (
  account_id uuid not null references account,
  browser_hash text not null,
  seen_at timestamptz not null,               -- the latest sign-in
  primary key (account_id, browser_hash)
);
create index known_browser_by_age on known_browser (seen_at);
insert into known_browser (account_id, browser_hash, seen_at)
  select account.id, encode(sha256(convert_to(browser, 'UTF8')), 'hex'), max(used_at)
  from sign_in_code join account on lower(account.email) = lower(sign_in_code.email)
  where used_at is not null and browser <> 'direct' group by 1, 2;
