import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  account_id: string
  /** The address before the change, which gets the mail: a thief may have entered the new one. */
  email: string
  /** The time of the change, which tells one change from the next. */
  at: string
}

/** The mail to the former address of an account whose address was changed. */
export const emailChangedMail = mailKind<About, object>(
  'email_changed',
  { changed: {} },
  'security',
)
