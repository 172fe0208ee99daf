-- Old drafts of free distributions are deleted with their lists. Locks distributions against changes while
-- it builds.
create index distribution_draft on distribution (quoted_until) where status = 'draft';
create index distribution_by_list on distribution (allowlist_id) where allowlist_id is not null;
