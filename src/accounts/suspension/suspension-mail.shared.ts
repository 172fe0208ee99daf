import { mailKind } from '#src/platform/mail/mail.shared.ts'

/** The id of the change. */
interface About {
  id: number
}
interface Facts {
  suspended: boolean
  reason: string
}

/** The mail about a suspension of the account, or about its end. */
export const suspensionMail = mailKind<About, Facts>(
  'suspension',
  {
    suspended: { suspended: true, reason: 'Three buyers reported copied films.' },
    lifted: { suspended: false, reason: 'The films are your own.' },
  },
  'security',
)
