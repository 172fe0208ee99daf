-- The bytes of a download that were handed out. Slices fetched at once end in any order, so the furthest
-- byte does not say how much is missing.
alter table download add column sent_ranges int8multirange not null default '{}';
update download set sent_ranges = int8multirange(int8range(0, sent)) where status in ('opened', 'partial');
