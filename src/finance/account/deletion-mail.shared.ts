import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  account_id: string
  /** The address that the account had. The job is the last place that knows it. */
  email: string
  lang: string
  /** Copies that stay with the account. */
  copies: number
}
interface Facts {
  copies: number
}

/** The mail about an account that its person has deleted. */
export const deletionMail = mailKind<About, Facts>(
  'deletion',
  {
    'no copies': { copies: 0 },
    'with copies': { copies: 3 },
  },
  'security',
)
