-- Files of which less could be read than they state, and when their creator was asked about them.
alter table upload add column cut_files jsonb not null default '[]';
alter table upload add column asked_at timestamptz;
