import { mailKind } from '#src/platform/mail/mail.shared.ts'

type Change = 'added' | 'removed'
interface About {
  account_id: string
  /** The address at the time of the change, so a thief cannot redirect the mail. */
  email: string
  passkey_id: string
  name: string
  change: Change
}
interface Facts {
  name: string
  change: Change
}

/** The mail about a passkey that was added or removed. */
export const passkeyMail = mailKind<About, Facts>(
  'passkey',
  {
    added: { name: 'Chrome, Windows', change: 'added' },
    removed: { name: 'Chrome, Windows', change: 'removed' },
  },
  'security',
)
