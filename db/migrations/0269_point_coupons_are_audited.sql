-- Points that administrators issue as coupons, for the audit log: they are yen from nothing.
create table point_coupon_change (
  id bigint generated always as identity primary key,
  batch_id uuid not null references coupon_batch,
  name text not null,
  action text not null check (action in ('issue', 'revoke')),
  coupons int not null,
  points int not null,                         -- yen for each code
  changed_by uuid not null references account,
  at timestamptz not null
);
create trigger point_coupon_change_append_only before update or delete or truncate on point_coupon_change
  for each statement execute function refuse_change();

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in
  ('role', 'settings', 'payouts', 'payout_file', 'withholding', 'suspension', 'deletion',
   'moderation', 'verification', 'campaign', 'recovery', 'point_coupons'));
create trigger point_coupon_change_is_audited after insert on point_coupon_change
  for each row execute function audit_record('point_coupons');
