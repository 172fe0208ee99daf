-- The language of a sound track, beside its index of segments, which a page of the title need not read.
alter table rendition add column sound_language text generated always as
  (media_index->'sound'->>'language') stored;
