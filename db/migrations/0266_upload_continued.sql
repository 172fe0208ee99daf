-- When somebody last went on with an upload: a chunk was to be sent, a file was whole, processing was tried
-- again or failed. An upload that nobody continues for a day ends.
alter table upload add column continued_at timestamptz;
