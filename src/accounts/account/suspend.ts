import type { Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { suspensionMail } from '#src/accounts/suspension/suspension-mail.shared.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'

interface SuspensionChange {
  suspended: boolean
  changed_by: string
  /** The person reads it. */
  reason: string
  at: Date
}

/**
 * Step: suspends an account or lifts its suspension, and tells its person. A suspension ends all their
 * sessions. Returns false if nothing changes. Refuses administrators as `forbidden`.
 */
export async function setSuspended(
  tx: Tx,
  account_id: string,
  { suspended, changed_by, reason, at }: SuspensionChange,
): Promise<boolean> {
  const account = await tx
    .selectFrom('account')
    .select(['role', 'suspended_at'])
    .where('deleted_at', 'is', null)
    .where('id', '=', account_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const { role, suspended_at } = account ?? fail('not_found')
  if (suspended && role === 'ADMIN') fail('forbidden')
  if (suspended === (suspended_at !== null)) return false
  const when = at.toISOString()
  await tx
    .updateTable('account')
    .set({ suspended_at: suspended ? when : null })
    .where('id', '=', account_id)
    .execute()
  if (suspended) await tx.deleteFrom('session').where('account_id', '=', account_id).execute()
  const { id } = await tx
    .insertInto('suspension_change')
    .values({ account_id, suspended, changed_by, reason, at: when })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueMails(tx, suspensionMail, [{ id }])
  return true
}
