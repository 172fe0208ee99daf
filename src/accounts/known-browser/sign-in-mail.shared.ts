import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  account_id: string
  /** The address at the time of the sign-in, so a thief cannot redirect the mail. */
  email: string
  session_id: string
  at: string
  user_agent: string
}
type Facts = Pick<About, 'at' | 'user_agent'>

const at = '2030-01-31T03:00:00Z'
const user_agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The mail about a sign-in from a browser that the account has not been signed in from before. */
export const signInMail = mailKind<About, Facts>(
  'sign_in',
  { 'a browser': { at, user_agent }, 'an unknown device': { at, user_agent: '' } },
  'security',
)
