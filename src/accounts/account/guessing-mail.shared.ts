import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  /** The day in UTC, YYYY-MM-DD: each gets one mail. */
  day: string
  count: number
}
interface Facts {
  /** The wrong tries within an hour. */
  count: number
}

/** The mail to the operator about many wrong sign-in codes. */
export const guessingMail = mailKind<About, Facts>('guessing', { guessing: { count: 300 } })
