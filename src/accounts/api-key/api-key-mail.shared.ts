import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  account_id: string
  /** The address at the time, so a thief cannot redirect the mail. */
  email: string
  api_key_id: string
  name: string
}

/** The mail about an API key that was made. */
export const apiKeyMail = mailKind<About, { name: string }>(
  'api_key',
  { made: { name: 'Shop' } },
  'security',
)
