-- When an upload that failed for a fault of the platform is tried again. The job queue forgets attempts
-- when an upload is queued anew.
alter table upload add column retry_at timestamptz;
