import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import type { deletionMail } from './deletion-mail.shared.ts'

/** Reads the mail about a deleted account. It names no account, so its record is deleted in two days. */
export async function readDeletion(_: Ctx, about: AboutOf<typeof deletionMail>) {
  const { account_id, email: to, lang, copies } = about
  return { id: `deletion.${account_id}`, to, account_id: null, lang, facts: { copies } }
}
