-- The provenance log: a Merkle tree (RFC 6962) over the hashes of all records, in the order of `log_index`.
-- The job that seals records assigns it, also to those that a server of the version before has sealed.
alter table provenance_event add column log_index bigint;
create unique index provenance_event_log_index on provenance_event (log_index)
  where log_index is not null;
create index provenance_event_without_index on provenance_event (id) where log_index is null;

create trigger provenance_event_keeps_its_index before update of log_index on provenance_event
  for each row when (old.log_index is not null and new.log_index is distinct from old.log_index)
  execute function refuse_change();

-- The tree in tiles (c2sp.org/tlog-tiles). Hashes of level 0 are those of records; each hash of a higher
-- level is that of a full tile below.
create table log_tile (
  level int not null check (level between 0 and 7),
  number bigint not null check (number >= 0),
  hashes bytea not null                       -- up to 256 of SHA-256, 32 bytes each
    check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  primary key (level, number)
);
alter table log_tile alter hashes set storage external; -- hashes cannot be compressed
create trigger log_tile_only_grows before update on log_tile
  for each row when (substring(new.hashes from 1 for length(old.hashes)) <> old.hashes
    or (new.level, new.number) <> (old.level, old.number))
  execute function refuse_change();
create trigger log_tile_never_deleted before delete or truncate on log_tile
  for each statement execute function refuse_change();

-- The states of the tree that were signed (c2sp.org/tlog-checkpoint), the newest one last.
create table log_checkpoint (
  id bigint generated always as identity primary key,
  size bigint not null check (size > 0),      -- records in the tree
  root bytea not null check (length(root) = 32),
  verifier_key text not null,
  note text not null,
  at timestamptz not null
);
create trigger log_checkpoint_append_only before update or delete or truncate on log_checkpoint
  for each statement execute function refuse_change();
