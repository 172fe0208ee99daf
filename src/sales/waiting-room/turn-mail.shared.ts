import { awaitedMailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  /** The entry in the waiting room. */
  id: string
}
interface Facts {
  /** The title or group on sale. */
  name: string
  address: string
  pass_ends_at: string
}

/** The mail to a person who is admitted from a waiting room. */
export const turnMail = awaitedMailKind<About, Facts>(
  'turn',
  {
    turn: { name: 'Snow Plough, 4 a.m.', address: '5f1d', pass_ends_at: '2030-01-01T03:10:00Z' },
  },
  'deadlines',
)
