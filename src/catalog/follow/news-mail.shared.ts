import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  account_id: string
  batch: string
}
/** One piece of news: a new title of a brand, or further copies of a title. */
export interface NewsItem {
  kind: 'title' | 'issue'
  kid: string
  title: string
  /** The title's brand, else its creator. */
  brand: string
  /** The copies of the issue. */
  copies: number
}
interface Facts {
  /** The oldest first. */
  items: [NewsItem, ...NewsItem[]]
  /** The news that are not among them. */
  more: number
}

const title = { kid: '5f1d', title: 'Snow Plough, 4 a.m.', brand: 'Kita Films', copies: 50 }
const other = { ...title, kid: '6a2e', title: 'Tide Table' }

/** The mail to a person about what they follow. */
export const newsMail = mailKind<About, Facts>(
  'news',
  {
    'a new title': { items: [{ kind: 'title', ...title }], more: 0 },
    'further copies': { items: [{ kind: 'issue', ...title }], more: 0 },
    several: { items: [{ kind: 'title', ...title }, { kind: 'issue', ...other }], more: 3 }, // oxfmt-ignore
  },
  'following',
)
