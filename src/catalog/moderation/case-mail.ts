import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { AboutOf, FactsOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { caseMail } from './case-mail.shared.ts'
import { reporterOf } from './report-mail.ts'
import { joinThing, thingKey, thingName, things } from './things.ts'

type Facts = FactsOf<typeof caseMail>
type Row = Omit<Facts, 'side' | 'path'> & { owner: string; thing_id: string; key: string }

/** Reads the mail about a decision. Undefined for a guest who left no address. */
export async function readCaseMail({ db }: Ctx, { id, report }: AboutOf<typeof caseMail>) {
  const { rows } = await sql<Row>`
    select decision, number, reason, moderation_case.of, thing_id, moderation_case.owner,
      ${thingName} as name, ${thingKey} as key
    from moderation_decision made join moderation_case on moderation_case.id = case_id ${joinThing}
    where made.id = ${id}
  `.execute(db)
  const { owner, key, thing_id, ...row } = rows[0]!
  const recipient = report === null ? await recipientOf(db, owner) : await reporter(db, report)
  const side = report === null ? ('owner' as const) : ('reporter' as const)
  const facts: Facts = { ...row, side, path: things[row.of].ownPath(key, thing_id) }
  return recipient && { ...recipient, id: `case.${id}.${report ?? 'creator'}`, facts }
}

async function reporter(db: Ctx['db'], id: string) {
  const report = await db
    .selectFrom('moderation_report')
    .select(['account_id', 'email', 'lang'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return reporterOf(db, report)
}
