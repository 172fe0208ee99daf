import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { apiKeyMail } from './api-key-mail.shared.ts'

/** Reads the mail about an API key that was made. */
export async function readApiKey({ db }: Ctx, about: AboutOf<typeof apiKeyMail>) {
  const { account_id, email, api_key_id, name } = about
  const recipient = await recipientOf(db, account_id)
  return { ...recipient, to: email, id: `api_key.${api_key_id}`, facts: { name } }
}
