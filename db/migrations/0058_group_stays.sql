-- Who waits before a group's door waits for all of its titles: while the room is open none leaves the
-- group, by whichever way (its brand, another list of contents), and so is sold beside the line. Asked
-- at the end of the transaction, as contents are written anew for each change of their order.
create function title_stays_while_room_is_open() returns trigger language plpgsql as $$
begin
  if exists (select from waiting_room where group_key = old.group_key and ended_at is null)
    and exists (select from asset where kid = old.kid and removed_at is null)
    and not exists (select from group_content where kid = old.kid and group_key = old.group_key)
  then
    raise exception 'a title leaves a group whose waiting room is open'
      using errcode = 'check_violation', constraint = 'title_stays_while_room_is_open';
  end if;
  return null;
end $$;
create constraint trigger title_stays_while_room_is_open after delete on group_content
  deferrable initially deferred for each row execute function title_stays_while_room_is_open();
create index waiting_room_of_group on waiting_room (group_key) where ended_at is null;
