-- The next messages are chosen for each webhook, whatever the backlog of another.
create index webhook_message_next on webhook_message (webhook_id, next_at, id)
  where next_at is not null;
drop index webhook_message_due;
