import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { reportMail } from './report-mail.shared.ts'

/** Reads the mail that confirms a report. Undefined for a guest without an address. */
export async function readReport({ db }: Ctx, { id }: AboutOf<typeof reportMail>) {
  const { rows } = await sql<ReportRow & { number: number; name: string; path: string }>`
    select account_id, report.email, report.lang, running.number,
      coalesce(asset.title, brand.name) as name,
      coalesce('/asset/' || asset.kid, '/brand/' || brand.account) as path
    from moderation_report report join moderation_case running on running.id = case_id
    left join asset using (kid) left join brand on brand.id = running.brand_id
    where report.id = ${id}
  `.execute(db)
  const { number, name, path, ...report } = rows[0]!
  const recipient = await reporterOf(db, report)
  return recipient && { ...recipient, id: `report.${id}`, facts: { number, name, path } }
}

export interface ReportRow {
  account_id: string | null
  email: string | null
  lang: string
}

/** Returns how to reach a reporter; undefined for a guest without an address. */
export async function reporterOf(db: Db, { account_id, email, lang }: ReportRow) {
  if (account_id) return recipientOf(db, account_id)
  return email === null ? undefined : { to: email, account_id: null, lang }
}
