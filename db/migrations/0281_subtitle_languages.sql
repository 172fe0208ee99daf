-- The languages of a title's own subtitles, beside the texts, which a page of the title need not read.
alter table upload add column subtitle_languages jsonb not null generated always as
  (jsonb_path_query_array(subtitles, '$[*] ? (@.of == "asset").language')) stored;
