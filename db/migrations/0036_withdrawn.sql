-- A title that its creator took back before anybody else owned a copy. While `published_at` is null
-- only its creator sees it; for some days they may bring it out again as it was.
alter table asset
  add column withdrawn_at timestamptz,
  add column was_published_at timestamptz,      -- what `published_at` was, and will be again
  add column removed_at timestamptz,            -- too late: its files are gone, nobody sees it
  add constraint asset_withdrawn_whole check ((withdrawn_at is null) = (was_published_at is null)),
  add constraint asset_withdrawn_hidden check (withdrawn_at is null or published_at is null),
  add constraint asset_removed_after check (removed_at is null or withdrawn_at is not null);
create index asset_withdrawn on asset (withdrawn_at)
  where withdrawn_at is not null and removed_at is null;
