-- A sale that begins at a time may have a waiting room before its door. It stands in the row of the
-- title or group that is sold; each start that it was opened for is a row of its own.
alter table asset
  add column waiting_room boolean not null default false,
  add constraint asset_waits_for_a_start check (not waiting_room or sale_starting_at is not null);
alter table title_group
  add column waiting_room boolean not null default false,
  add constraint group_waits_for_a_start check (not waiting_room or sale_starting_at is not null);
create index asset_with_waiting_room on asset (sale_starting_at) where waiting_room;
create index group_with_waiting_room on title_group (sale_starting_at) where waiting_room;

create table waiting_room (
  id uuid primary key,
  address text not null,                       -- a title's kid, or the address of a group
  kid uuid references asset,
  group_key uuid,                              -- kept when the group is gone
  starts_at timestamptz not null,              -- of the sale, as it was when the room opened
  opened_at timestamptz not null,
  seed text not null,                          -- its SHA-256 is shown from the opening on, itself once drawn
  entries_hash text,                           -- of everybody who was drawn
  drawn_count int,
  drawn_at timestamptz,
  next_admission_at timestamptz,               -- as many people as the rate allows, not before
  ended_at timestamptz,
  ending text constraint waiting_room_ending check (ending in ('served', 'sold_out', 'sale_ended')),
  constraint waiting_room_once unique (address, starts_at),
  constraint waiting_room_of_one check (num_nonnulls(kid, group_key) = 1),
  constraint waiting_room_drawn_whole check (num_nonnulls(entries_hash, drawn_count, drawn_at) in (0, 3)),
  constraint waiting_room_ended_whole check ((ended_at is null) = (ending is null))
);
create index waiting_room_not_ended on waiting_room (starts_at) where ended_at is null;
create trigger waiting_room_keeps_its_draw before update on waiting_room for each row
  when ((new.seed, new.starts_at) is distinct from (old.seed, old.starts_at)
    or (old.drawn_at is not null and (new.entries_hash, new.drawn_count, new.drawn_at)
      is distinct from (old.entries_hash, old.drawn_count, old.drawn_at)))
  execute function refuse_change();

-- A person's place. Who leaves and joins again has another.
create table waiting_entry (
  id uuid primary key,
  room_id uuid not null references waiting_room,
  account_id uuid not null references account,
  arrived bigint not null generated always as identity, -- the order of those who were not drawn
  place int,                                   -- in the draw, from 1; none for who came later
  status text not null,
  lang text not null,
  joined_at timestamptz not null,
  pass_ends_at timestamptz,
  order_id uuid references purchase,           -- the newest that was placed with the pass
  constraint waiting_entry_place check (place > 0),
  constraint waiting_entry_place_once unique (room_id, place)
);
create unique index waiting_entry_one_per_person on waiting_entry (room_id, account_id)
  where status in ('waiting', 'admitted');
create index waiting_entry_line on waiting_entry (room_id, place nulls last, arrived)
  where status = 'waiting';
create index waiting_entry_passes on waiting_entry (room_id) where status = 'admitted';
create index waiting_entry_by_person on waiting_entry (account_id, room_id, arrived desc);
