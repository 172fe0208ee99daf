-- Whether a person was asked for a username after their first purchase or publication. Asked once.
alter table account add column name_asked boolean not null default false;
