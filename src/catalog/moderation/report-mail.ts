import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { reportMail } from './report-mail.shared.ts'
import { type ReportedThing, wordOf } from './report.shared.ts'
import { joinThing, thingKey, thingName, things } from './things.ts'

/** Reads the mail that confirms a report. Undefined for a guest without an address. */
export async function readReport({ db }: Ctx, { id }: AboutOf<typeof reportMail>) {
  const { rows } = await sql<Row>`
    select account_id, report.email, report.lang, number, moderation_case.of,
      ${thingName} as name, ${thingKey} as key
    from moderation_report report join moderation_case on moderation_case.id = case_id ${joinThing}
    where report.id = ${id}
  `.execute(db)
  const { number, name, of, key, ...report } = rows[0]!
  const recipient = await reporterOf(db, report)
  const isMessage = wordOf(of) === 'message'
  const path = things[of].path(key) ?? '/contact'
  const facts = { number, name: isMessage ? null : name, path }
  return recipient && { ...recipient, id: `report.${id}`, facts }
}

type Row = ReportRow & { number: number; name: string; of: ReportedThing; key: string }

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
