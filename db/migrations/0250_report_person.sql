-- People can be reported, too. What a case is about stands in `of` and `thing_id`, whose that is in
-- `owner`. `kid` and `brand_id` stay, so that no reported title or brand is deleted.
alter table moderation_case
  add column of text,
  add column thing_id uuid,                   -- the kid of a title, the id of a brand or an account
  add column owner uuid references account,   -- whose it is: they are told, and may appeal
  drop constraint moderation_case_of_one_thing;

-- A server of the version before names only a title or a brand.
create function name_thing_of_case() returns trigger language plpgsql as $$
begin
  if new.of is null then
    new.of := case when new.kid is null then 'brand' else 'title' end;
    new.thing_id := coalesce(new.kid, new.brand_id);
    new.owner := coalesce((select creator from asset where kid = new.kid),
      (select owner from brand where id = new.brand_id));
  end if;
  new.kid := case when new.of = 'title' then new.thing_id end;
  new.brand_id := case when new.of = 'brand' then new.thing_id end;
  return new;
end $$;
create trigger moderation_case_names_its_thing before insert on moderation_case
  for each row execute function name_thing_of_case();

update moderation_case set of = case when kid is null then 'brand' else 'title' end,
  thing_id = coalesce(kid, brand_id),
  owner = coalesce((select creator from asset where asset.kid = moderation_case.kid),
    (select brand.owner from brand where id = brand_id));
alter table moderation_case
  alter of set not null,
  alter thing_id set not null,
  alter owner set not null,
  add constraint moderation_case_of check (of in ('title', 'brand', 'person'));
drop index moderation_case_one_running;
create unique index moderation_case_one_running on moderation_case (of, thing_id)
  where status in ('open', 'hidden', 'appealed');
create index moderation_case_by_owner on moderation_case (owner);

alter table moderation_report
  add column quoted text;                     -- what a person had written, as it was reported

-- A person whom administrators hide has a generated username until they are shown again. The former one
-- stays theirs.
alter table account
  add column hidden_at timestamptz,
  add column hidden_username text,
  add column hidden_public_name boolean,      -- what `has_public_name` was
  add constraint account_hidden_whole check (
    num_nulls(hidden_at, hidden_username, hidden_public_name) in (0, 3)
    and (hidden_at is null or deleted_at is null));
create unique index account_hidden_username on account (lower(hidden_username))
  where hidden_username is not null;
