-- How titles and the names of brands in Japanese are read, so that kana and romaji find them. The kana are
-- hiragana without spaces and long vowels; of two readings, each has a line.
create table reading (
  text text primary key,
  kana text not null
);
create index reading_like on reading using gin (kana gin_trgm_ops);

-- A search also finds the titles of the creators whose names match.
create index account_creator_like on account using gin (normalize(username, NFKC) gin_trgm_ops)
  where role = 'ORH';
