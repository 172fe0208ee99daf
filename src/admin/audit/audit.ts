import { sql } from 'kysely'
import { csvFile } from '#core/csv.ts'
import type { Ctx } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { auditBreaks } from '#src/finance/reconciliation/audit-breaks.ts'
import type { AuditAction, AuditEntry, listAuditLog } from './audit.shared.ts'

const COLUMNS = ['id', 'at', 'by', 'action', 'about', 'reason', 'facts', 'hash'] as const

/** Lists what administrators did: `GET /audit_log`, as JSON or as a CSV file of the whole log. */
export async function list(
  { db, lang, texts }: Ctx,
  { offset, limit, action, format }: BodyOf<typeof listAuditLog>,
): Promise<ReplyOf<typeof listAuditLog> | Response> {
  if (format === 'csv') {
    const all = await entries(db, { action, oldestFirst: true })
    const nameOf = (name: string | null) => name && texts.personName(lang, name)
    return file(
      all.map((entry) => ({ ...entry, by: nameOf(entry.by), about: nameOf(entry.about) })),
    )
  }
  const [items, [counted], [broken]] = await Promise.all([
    entries(db, { action, offset, limit }),
    db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .$if(action !== undefined, (query) => query.where('action', '=', action!))
      .execute(),
    auditBreaks.execute(db).then(({ rows }) => rows.toSorted((a, b) => a.id - b.id)),
  ])
  return { items, total: counted!.total, broken_at: broken?.id ?? null }
}

interface Choice {
  action?: AuditAction | undefined
  offset?: number
  limit?: number
  oldestFirst?: boolean
}

async function entries(db: Db, { action, offset = 0, limit, oldestFirst }: Choice) {
  const { rows } = await sql<AuditEntry>`
    select entry.id, entry.at, actor.username as by, action, person.username as about,
      facts ->> 'reason' as reason, facts, encode(hash, 'hex') as hash
    from audit_log entry
    left join account actor on actor.id = entry.account_id
    left join account person on person.id = (facts ->> 'account_id')::uuid
    where ${action === undefined ? sql`true` : sql`action = ${action}`}
    order by entry.id ${sql.raw(oldestFirst ? 'asc' : 'desc')}
    offset ${offset} limit ${limit ?? null}`.execute(db)
  return rows
}

const file = (all: readonly AuditEntry[]) =>
  csvFile(
    'renban-audit-log.csv',
    COLUMNS,
    all.map((entry) => COLUMNS.map((name) => cellOf(entry[name]))),
  )

const cellOf = (value: AuditEntry[keyof AuditEntry]) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value
