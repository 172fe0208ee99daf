-- The search finds a title in any width of its letters: both sides are compared in NFKC.
drop index asset_title_like, brand_name_like;
create index asset_title_like on asset using gin (normalize(title, NFKC) gin_trgm_ops);
create index brand_name_like on brand using gin (normalize(name, NFKC) gin_trgm_ops);
