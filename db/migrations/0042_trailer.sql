-- A title's trailer can be sent again: an upload of its own beside that of the title. Until its
-- renditions are all made they stand as `next_trailer`, and people see the trailer before.
alter table upload add column of text not null default 'title' check (of in ('title', 'trailer'));
alter table upload drop constraint upload_kid_key;
create unique index upload_of_title on upload (kid) where of = 'title';
create unique index upload_one_trailer on upload (kid)
  where of = 'trailer' and status not in ('done', 'aborted');
create index upload_of_trailer on upload (kid, created_at desc) where of = 'trailer';
alter table upload alter column total_copies drop not null;
alter table upload add constraint upload_numbers_title
  check ((of = 'title') = (total_copies is not null));

alter table rendition drop constraint rendition_of_check;
alter table rendition add constraint rendition_of_check
  check (of in ('asset', 'trailer', 'next_trailer'));

-- What a creator gave a title in place of what it had. Trailers are uploads and tell it themselves.
create table replacement (
  id uuid primary key default gen_random_uuid(),
  kid uuid not null references asset,
  what text not null check (what in ('poster', 'subtitles')),
  language text,                                -- BCP 47, of subtitles
  of text check (of in ('asset', 'trailer')),   -- whose subtitles
  is_removal boolean not null default false,
  at timestamptz not null,
  constraint replacement_of_subtitles
    check ((what = 'subtitles') = (language is not null) and (language is null) = (of is null))
);
create index replacement_by_title on replacement (kid, at desc);
