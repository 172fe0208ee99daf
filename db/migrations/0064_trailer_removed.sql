-- A trailer that was taken away leaves no upload that could tell of it, so a row here does.
alter table replacement drop constraint replacement_what_check;
alter table replacement add constraint replacement_what_check
  check (what in ('poster', 'subtitles') or (what = 'trailer' and is_removal));
