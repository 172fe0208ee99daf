import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { suspensionMail } from './suspension-mail.shared.ts'

/** Reads the mail about a suspension or its end. */
export async function readSuspension({ db }: Ctx, { id }: AboutOf<typeof suspensionMail>) {
  const { account_id, suspended, reason } = await db
    .selectFrom('suspension_change')
    .select(['account_id', 'suspended', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const recipient = await recipientOf(db, account_id)
  return { ...recipient, id: `suspension.${id}`, facts: { suspended, reason } }
}
