-- For jobs that look every half a minute or minute at what is new, and for the removal of pictures.
-- Locks these tables against changes while it builds.
create index asset_by_publication on asset (published_at) where published_at is not null;
create index upload_waiting on upload (status) where status in ('uploading', 'failed', 'cut');
create index payout_by_processing on payout (processed_at) where processed_at is not null;
create index asset_by_picture on asset ((poster->>'base')) where poster is not null;
create index brand_by_picture on brand ((hero_picture->>'base')) where hero_picture is not null;
create index title_group_by_picture on title_group ((cover_picture->>'base'))
  where cover_picture is not null;
