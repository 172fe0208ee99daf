-- What administrators did, as a chain: each entry has a hash over itself and the hash before it, so
-- that whoever changes, removes or inserts one in the database must change all that follow. Triggers
-- on the records write it, so no code can forget to.
create table audit_log (
  id bigint primary key check (id > 0),
  at timestamptz not null,
  account_id uuid references account, -- who; null: the operator, by command line
  action text not null check (action in ('role', 'settings', 'payouts', 'payout_file', 'withholding')),
  facts jsonb not null,
  hash bytea not null check (length(hash) = 32)
);

-- The hash of an entry: SHA-256 over the hash before it and its fields, one in a line. The time is in
-- microseconds since 1970.
create function audit_hash(before bytea, entry audit_log) returns bytea language sql immutable as $$
  select sha256(before || convert_to(concat_ws(E'\n', entry.id, (extract(epoch from entry.at) * 1000000)::bigint,
    coalesce(entry.account_id::text, '-'), entry.action, entry.facts::text), 'UTF8'))
$$;

-- Appends an entry. The lock is held until the transaction ends, so entries are numbered as they commit.
create function append_audit(entry audit_log) returns void language plpgsql as $$
declare
  last audit_log;
begin
  perform pg_advisory_xact_lock(hashtext('audit_log'));
  select * into last from audit_log order by id desc limit 1;
  entry.id := coalesce(last.id, 0) + 1;
  entry.hash := audit_hash(coalesce(last.hash, ''), entry);
  insert into audit_log select entry.*;
end $$;

-- The entry of a record, with its action as the trigger's argument. Settings are large, so their entry
-- has a hash of them.
create function audit_of(action text, record jsonb) returns audit_log language sql immutable as $$
  select row(null,
    coalesce(record ->> 'at', record ->> 'changed_at', record ->> 'created_at')::timestamptz,
    coalesce(record ->> 'changed_by', record ->> 'asked_by')::uuid,
    action,
    case action when 'settings' then jsonb_build_object('version', record -> 'version', 'reason', record -> 'reason',
        'value_sha256', encode(sha256(convert_to((record -> 'value')::text, 'UTF8')), 'hex'))
      else record - '{at,changed_at,created_at,changed_by,asked_by,id,outcomes,done_at}'::text[]
        || case action when 'payouts' then jsonb_build_object('id', record -> 'id') else '{}' end
    end,
    null)::audit_log
$$;

create function audit_record() returns trigger language plpgsql as $$
begin
  perform append_audit(audit_of(tg_argv[0], to_jsonb(new)));
  return null;
end $$;

create trigger role_change_is_audited after insert on role_change
  for each row execute function audit_record('role');
create trigger setting_is_audited after insert on setting
  for each row execute function audit_record('settings');
create trigger payout_update_is_audited after insert on payout_update
  for each row execute function audit_record('payouts');
create trigger payout_export_is_audited after insert on payout_export
  for each row execute function audit_record('payout_file');
create trigger payee_change_is_audited after insert on payee_change
  for each row execute function audit_record('withholding');

-- What was recorded before.
do $$
declare
  entry audit_log;
begin
  for entry in
    select (audit_of(action, record)).* from (
      select 'role' as action, to_jsonb(role_change) as record from role_change
      union all select 'settings', to_jsonb(setting) from setting
      union all select 'payouts', to_jsonb(payout_update) from payout_update
      union all select 'payout_file', to_jsonb(payout_export) from payout_export
      union all select 'withholding', to_jsonb(payee_change) from payee_change
    ) former order by (audit_of(action, record)).at
  loop
    perform append_audit(entry);
  end loop;
end $$;

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
