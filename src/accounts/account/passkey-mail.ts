import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { passkeyMail } from './passkey-mail.shared.ts'

/** Reads the mail about a passkey that was added or removed. */
export async function readPasskey({ db }: Ctx, about: AboutOf<typeof passkeyMail>) {
  const { account_id, email, passkey_id, name, change } = about
  const recipient = await recipientOf(db, account_id)
  return { ...recipient, to: email, id: `passkey.${change}.${passkey_id}`, facts: { name, change } }
}
