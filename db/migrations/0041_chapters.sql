-- Named places in a film or song, rising: [{ "at_seconds", "name" }]. Those of its file, until its
-- creator says others.
alter table asset add column chapters jsonb not null default '[]';

-- How often a title was begun to be made of an upload's files since that was last asked for.
alter table upload add column tries int not null default 0 check (tries >= 0);
