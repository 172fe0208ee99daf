-- When the processing of an upload first began: the creator who waited longest is next.
alter table upload add column started_at timestamptz;
create index upload_by_start on upload (account_id, started_at desc) where started_at is not null;
create index upload_unfinished on upload (completed_at) where status in ('queued', 'processing');
