-- Gathered mails and pushes that waited read anew what they are about: it may be hidden or over by then.
alter table notification
  add column about jsonb; -- what the mail of its kind is about; null before this migration
