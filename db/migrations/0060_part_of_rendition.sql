-- While a film is being made, its creator can watch what there is of the smallest picture and of the
-- sound. Their rows stand from the first segments on; only a whole one is never made again.
alter table rendition add column is_whole boolean not null default true;
