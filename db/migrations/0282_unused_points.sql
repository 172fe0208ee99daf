-- The points that nobody had used at the end of 31 March and 30 September in Japan, in yen, and what
-- became of points since the report before. Payment services are asked for it; a report never changes.
create table unused_points (
  day text primary key check (day ~ '^[0-9]{4}-(03-31|09-30)$'),
  unused bigint not null check (unused >= 0),
  issued bigint not null,
  used bigint not null,
  expired bigint not null,
  made_at timestamptz not null
);
