-- A code or a passkey may also confirm a large gift, or that an API key is made.
alter table sign_in_code
  drop constraint sign_in_code_purpose_check,
  add constraint sign_in_code_purpose_check
    check (purpose in ('sign_in', 'bank', 'email', 'passkey', 'wallet', 'gift', 'api_key', 'deletion', 'link'));
alter table passkey_challenge
  drop constraint passkey_challenge_purpose,
  add constraint passkey_challenge_purpose
    check (purpose in ('sign_in', 'bank', 'email', 'passkey', 'wallet', 'gift', 'api_key', 'deletion', 'add'));
