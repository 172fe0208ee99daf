-- Wrong tries at codes that nobody has used, which each request for a code and each try adds up.
create index sign_in_code_guessed on sign_in_code (created_at)
  where tries > 0 and used_at is null and not pass;
