-- The process that a worker runs in. Others on the same machine can see that it has ended.
alter table worker_lease add column process text;
