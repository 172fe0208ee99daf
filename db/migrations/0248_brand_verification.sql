-- The badge of a verified brand. Its creator asks for it, and administrators decide with a reason.
alter table brand add column verified_at timestamptz;

-- What was checked is a name and its owner: a brand under another name or owner has to ask again.
create function end_badge() returns trigger language plpgsql as $$
begin
  new.verified_at := null;
  return new;
end $$;
create trigger brand_loses_badge before update of name, owner on brand
  for each row when (old.name <> new.name or old.owner <> new.owner) execute function end_badge();

create table verification_request (
  id bigint generated always as identity primary key,
  brand_id uuid not null references brand,
  asked_by uuid not null references account,
  evidence text not null constraint verification_request_evidence
    check (char_length(evidence) between 1 and 2000),
  asked_at timestamptz not null,
  decided_at timestamptz                      -- null while it waits
);
create unique index verification_request_one_waiting on verification_request (brand_id)
  where decided_at is null;
create index verification_request_by_account on verification_request (asked_by);

create table verification_decision (
  id bigint generated always as identity primary key,
  brand_id uuid not null references brand,
  decision text not null constraint verification_decision_known
    check (decision in ('grant', 'refuse', 'withdraw')),
  changed_by uuid not null references account,
  reason text not null,
  at timestamptz not null
);
create index verification_decision_by_brand on verification_decision (brand_id, id);
create trigger verification_decision_append_only
  before update or delete or truncate on verification_decision
  for each statement execute function refuse_change();

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in
  ('role', 'settings', 'payouts', 'payout_file', 'withholding', 'suspension', 'deletion',
   'moderation', 'verification'));
create trigger verification_decision_is_audited after insert on verification_decision
  for each row execute function audit_record('verification');
