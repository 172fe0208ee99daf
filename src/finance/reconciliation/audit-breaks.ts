import { sql } from 'kysely'

/** Selects the entries of the audit log whose number or hash does not follow from the one before. */
export const auditBreaks = sql<{ id: number }>`
  select id from (
    select entry.id, hash <> audit_hash(coalesce(lag(hash) over chain, ''), entry)
      or entry.id <> row_number() over chain as is_broken
    from audit_log entry window chain as (order by entry.id)
  ) checked where is_broken`
