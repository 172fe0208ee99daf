-- A draft that is deleted takes its lists and its creator's place in the film along.
alter table playback_position drop constraint playback_position_kid_fkey,
  add constraint playback_position_kid_fkey foreign key (kid) references asset on delete cascade;
alter table allowlist drop constraint allowlist_kid_fkey,
  add constraint allowlist_kid_fkey foreign key (kid) references asset on delete cascade;
alter table allowlist_person drop constraint allowlist_person_allowlist_id_fkey,
  add constraint allowlist_person_allowlist_id_fkey
    foreign key (allowlist_id) references allowlist on delete cascade;

-- What happened to a subject may happen again, such as an upload that fails twice.
alter table webhook_message drop constraint webhook_message_once,
  add constraint webhook_message_once unique (webhook_id, event, subject_id, at);
