import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  account_id: string
  /** The address at the time of the change, so a thief cannot redirect the mail. */
  email: string
  changed_at: string
}
interface Facts {
  /** The time that payouts wait after a change. */
  hours: number
}

/** The mail about a changed bank account, without any detail of the account. */
export const changeMail = mailKind<About, Facts>(
  'bank_change',
  { change: { hours: 24 } },
  'security',
)
