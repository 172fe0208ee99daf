import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface Facts {
  /** Numbers the case. */
  number: number
  /** Names what was reported; null for a message. */
  name: string | null
  /** Leads to its page, or to the contact page. */
  path: string
}

/** The mail to a person or guest who reported something. About the id of the report. */
export const reportMail = mailKind<{ id: string }, Facts>(
  'report',
  {
    'a title': { number: 12, name: 'Snow Plough, 4 a.m.', path: '/asset/1' },
    'a message': { number: 12, name: null, path: '/contact' },
  },
  'moderation',
)
