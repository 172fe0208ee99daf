import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { AboutOf, FactsOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { caseMail } from './case-mail.shared.ts'
import { reporterOf } from './report-mail.ts'

type Facts = FactsOf<typeof caseMail>

/** Reads the mail about a decision. Undefined for a guest who left no address. */
export async function readCaseMail({ db }: Ctx, { id, report }: AboutOf<typeof caseMail>) {
  const { rows } = await sql<Omit<Facts, 'side'> & { owner: string }>`
    select decision, number, reason, coalesce(asset.title, brand.name) as name,
      coalesce('/asset/' || asset.kid, '/brand/' || brand.account) as path,
      coalesce(asset.creator, brand.owner) as owner
    from moderation_decision made join moderation_case decided on decided.id = case_id
    left join asset using (kid) left join brand on brand.id = decided.brand_id
    where made.id = ${id}
  `.execute(db)
  const { owner, ...facts } = rows[0]!
  const recipient = report === null ? await recipientOf(db, owner) : await reporter(db, report)
  const side = report === null ? ('creator' as const) : ('reporter' as const)
  return recipient && { ...recipient, id: `case.${id}.${report ?? 'creator'}`, facts: { ...facts, side } } // oxfmt-ignore
}

async function reporter(db: Ctx['db'], id: string) {
  const report = await db
    .selectFrom('moderation_report')
    .select(['account_id', 'email', 'lang'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return reporterOf(db, report)
}
