import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  account_id: string
  /** Names the search. */
  key: string
  batch: string
}
interface NewTitle {
  kid: string
  title: string
}
interface Facts {
  /** The name that its person gave the search. */
  name: string
  /** The list of the search. */
  path: string
  titles: [NewTitle, ...NewTitle[]]
  /** The titles that are not among them. */
  more: number
}

const search = { name: 'Night trains · Film', path: '/?media_type=video&q=night+train' }
const first = { kid: '5f1d', title: 'Snow Plough, 4 a.m.' }
const second = { kid: '6a2e', title: 'Tide Table' }

/** The mail to a person about titles that are new in one of their saved searches. */
export const searchMail = mailKind<About, Facts>(
  'search',
  {
    'one title': { ...search, titles: [first], more: 0 },
    several: { ...search, titles: [first, second], more: 3 },
  },
  'searches',
)
