-- A draft that never came out leaves its group by being forgotten.
alter table group_content
  drop constraint group_content_kid_fkey,
  add constraint group_content_kid_fkey foreign key (kid) references asset on delete cascade;
