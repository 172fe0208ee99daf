-- Titles and brands that administrators hide after a report. `is_public` is the one rule for what
-- everybody sees: published, not removed, and hidden neither itself nor with its brand.
alter table brand add column hidden_at timestamptz;
alter table asset
  add column hidden_at timestamptz,
  add column brand_hidden_at timestamptz,     -- kept by the triggers below
  add column is_public boolean not null generated always as (
    published_at is not null and removed_at is null and hidden_at is null and brand_hidden_at is null
  ) stored;

drop index asset_newest, asset_oldest, asset_newest_of_media, asset_by_title;
create index asset_newest on asset (published_at desc nulls last, kid) where is_public;
create index asset_oldest on asset (published_at, kid) where is_public;
create index asset_newest_of_media on asset (media_type, published_at desc nulls last, kid)
  where is_public;
create index asset_by_title on asset (title, kid) where is_public;

-- The titles of a brand are hidden with it. Until it is shown again they cannot leave it, which would
-- undo the hiding.
create function hide_with_brand() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.brand_hidden_at is not null and old.brand_id is distinct from new.brand_id then
    raise exception 'the brand is hidden' using constraint = 'asset_stays_in_hidden_brand', errcode = '23514';
  end if;
  new.brand_hidden_at := (select hidden_at from brand where id = new.brand_id for share);
  return new;
end $$;
create trigger asset_hides_with_brand before insert or update of brand_id on asset
  for each row execute function hide_with_brand();
create function hide_titles_of_brand() returns trigger language plpgsql as $$
begin
  update asset set brand_hidden_at = new.hidden_at where brand_id = new.id;
  return null;
end $$;
create trigger brand_hides_its_titles after update of hidden_at on brand
  for each row execute function hide_titles_of_brand();

-- What administrators decide. Both sides read the reason.
alter table moderation_case drop constraint moderation_case_status;
alter table moderation_case
  add column appeal text,                     -- what the creator says against a hiding, once
  add column appealed_at timestamptz,
  add constraint moderation_case_status
    check (status in ('open', 'dismissed', 'hidden', 'appealed', 'restored')),
  add constraint moderation_case_appealed_whole check ((appeal is null) = (appealed_at is null));
drop index moderation_case_one_running;
create unique index moderation_case_one_running on moderation_case (kid, brand_id) nulls not distinct
  where status in ('open', 'hidden', 'appealed');

create table moderation_decision (
  id bigint generated always as identity primary key,
  case_id uuid not null references moderation_case,
  decision text not null constraint moderation_decision_known
    check (decision in ('dismiss', 'hide', 'uphold', 'restore')),
  changed_by uuid not null references account,
  reason text not null,
  at timestamptz not null
);
create index moderation_decision_by_case on moderation_decision (case_id, id);
create trigger moderation_decision_append_only before update or delete or truncate on moderation_decision
  for each statement execute function refuse_change();

create table moderation_note (
  id bigint generated always as identity primary key,
  case_id uuid not null references moderation_case,
  changed_by uuid not null references account,
  text text not null,
  at timestamptz not null
);
create index moderation_note_by_case on moderation_note (case_id, id);

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in
  ('role', 'settings', 'payouts', 'payout_file', 'withholding', 'suspension', 'deletion',
   'moderation'));
create trigger moderation_decision_is_audited after insert on moderation_decision
  for each row execute function audit_record('moderation');
