-- Changes of campaigns, for the audit log. Words are long, so a change has a hash of them.
create table campaign_change (
  id bigint generated always as identity primary key,
  campaign_id uuid not null references campaign,
  slug text not null,
  is_published boolean not null,
  accepts_codes boolean not null,
  titles int not null,
  groups int not null,
  words_sha256 text not null,
  changed_by uuid not null references account,
  at timestamptz not null
);
create trigger campaign_change_append_only before update or delete or truncate on campaign_change
  for each statement execute function refuse_change();

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in
  ('role', 'settings', 'payouts', 'payout_file', 'withholding', 'suspension', 'deletion',
   'moderation', 'verification', 'campaign'));
create trigger campaign_change_is_audited after insert on campaign_change
  for each row execute function audit_record('campaign');
