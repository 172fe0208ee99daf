import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface Facts {
  /** Numbers the case. */
  number: number
  /** Names what was reported. */
  name: string
  /** Leads to its page. */
  path: string
}

/** The mail to a person or guest who reported something. About the id of the report. */
export const reportMail = mailKind<{ id: string }, Facts>(
  'report',
  {
    'a title': { number: 12, name: 'Snow Plough, 4 a.m.', path: '/asset/1' },
  },
  'moderation',
)
