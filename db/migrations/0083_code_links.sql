-- Past the limits on codes an address gets a link, whose pass lets a browser request codes all the same.
alter table sign_in_code
  add pass boolean not null default false, -- requested with the pass of a link
  drop constraint sign_in_code_purpose_check,
  add constraint sign_in_code_purpose_check check (purpose in ('sign_in', 'bank', 'email', 'link'));
