-- Long films are encoded in parts by jobs of their own, so that a killed worker loses one part.
alter table upload add column film jsonb;        -- how its film is encoded in parts; null if it is not

create table film_part (
  upload_id uuid not null references upload on delete cascade,
  number int not null check (number >= 1),
  tracks jsonb,                                  -- the index of each of its pictures; null until made
  primary key (upload_id, number)
);
