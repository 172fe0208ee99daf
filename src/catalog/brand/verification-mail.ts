import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { AboutOf, FactsOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { verificationMail } from './verification-mail.shared.ts'

/** Reads the mail about a decision on the badge of a brand. */
export async function readVerification({ db }: Ctx, { id }: AboutOf<typeof verificationMail>) {
  const { rows } = await sql<FactsOf<typeof verificationMail> & { owner: string }>`
    select decision, reason, name, '/brand/' || account as path, owner
    from verification_decision made join brand on brand.id = brand_id where made.id = ${id}
  `.execute(db)
  const { owner, ...facts } = rows[0]!
  const recipient = await recipientOf(db, owner)
  return { ...recipient, id: `verification.${id}`, facts }
}
