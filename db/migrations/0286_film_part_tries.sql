-- Counts the tries of a part: its job starts counting anew each time it is queued.
alter table film_part add column tries int not null default 0 check (tries >= 0);
