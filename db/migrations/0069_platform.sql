-- Renames the role of steps that no person takes from `house` to `platform`. Events are append-only,
-- so their trigger is off for this one statement; the lock keeps everyone else from writing meanwhile.
alter table event disable trigger user;
update event set by = 'platform' where by = 'house';
alter table event enable trigger user;

-- Deletes the queued run of a job under its old name; the next one is queued under the new name.
delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
where task.id = job.task_id and task.identifier = 'house.forget_requests';
