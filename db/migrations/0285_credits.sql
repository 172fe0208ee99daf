-- Who made a title: one credit each line, as in “Director: Mika Sato”.
alter table asset add column credits text not null default '' check (length(credits) <= 4000);
