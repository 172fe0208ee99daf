import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { changeDelayHours } from './change-delay.ts'
import type { changeMail } from './change-mail.shared.ts'

/** Reads the mail about a changed bank account. */
export async function readChange({ db }: Ctx, about: AboutOf<typeof changeMail>) {
  const { account_id, email, changed_at } = about
  const recipient = await recipientOf(db, account_id)
  const facts = { hours: changeDelayHours(await settingsOf(db)) }
  return { ...recipient, to: email, id: `bank.${account_id}.${Date.parse(changed_at)}`, facts }
}
