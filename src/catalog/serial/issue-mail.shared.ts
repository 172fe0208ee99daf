import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  kid: string
  n: number
  account_id: string
}
interface Facts {
  kid: string
  title: string
  /** The first and the last number of the issue. */
  first: number
  last: number
  copies: number
  /** All copies of the title. */
  edition: number
  /** The recipient's numbers, at most twelve. */
  mine: number[]
  has_more: boolean
}

const issue = { kid: '5f1d', title: 'Snow Plough, 4 a.m.', first: 8, last: 57, copies: 50 }
const mine = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233]

/** The mail to an owner about further copies of a title. */
export const issueMail = mailKind<About, Facts>(
  'issue',
  {
    'one number': { ...issue, edition: 57, mine: [7], has_more: false },
    'many numbers': { ...issue, edition: 57, mine, has_more: true },
    'one more copy': { ...issue, last: 8, copies: 1, edition: 8, mine: [5, 6], has_more: false },
  },
  'titles',
)
