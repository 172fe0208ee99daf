import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  account_id: string
  digest_id: string
}
/** One mail of those that are gathered: its subject, in the language used then, and its page. */
interface Line {
  subject: string
  lang: string
  path: string
}
interface Facts {
  /** The oldest first. */
  lines: [Line, ...Line[]]
  /** The mails that are not among them. */
  more: number
}

const line = { subject: 'New from Kita Films: “Snow Plough, 4 a.m.”', lang: 'en', path: '/asset/5f1d' } // oxfmt-ignore
const other = { subject: 'No. 7 of “Tide Table” was sold: ¥2,160 for you', lang: 'en', path: '/account/points' } // oxfmt-ignore

/** The mail in which others are gathered. */
export const digestMail = mailKind<About, Facts>(
  'digest',
  { one: { lines: [line], more: 0 }, several: { lines: [line, other], more: 3 } },
  'digest',
)
