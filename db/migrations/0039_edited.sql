-- When a title's creator last saved it: two who edit it at once do not undo each other unseen.
alter table asset add column edited_at timestamptz;
