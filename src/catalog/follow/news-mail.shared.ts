import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  account_id: string
  batch: string
}
/** One piece of news: a new title of a brand, further copies, the opening of a sale, or a price. */
export interface NewsItem {
  kind: 'title' | 'issue' | 'opening' | 'price'
  kid: string
  title: string
  /** The title's brand, else its creator. */
  brand: string
  /** The copies of the issue. */
  copies: number
  /** The number that is offered, and its price in yen. */
  number: number | null
  price: number | null
}
interface Facts {
  /** The oldest first. */
  items: [NewsItem, ...NewsItem[]]
  /** The news that are not among them. */
  more: number
}

const title = {
  kid: '5f1d',
  title: 'Snow Plough, 4 a.m.',
  brand: 'Kita Films',
  copies: 50,
  number: null,
  price: null,
}
const other = { ...title, kid: '6a2e', title: 'Tide Table' }

/** The mail to a person about what they follow. */
export const newsMail = mailKind<About, Facts>(
  'news',
  {
    'a new title': { items: [{ kind: 'title', ...title }], more: 0 },
    'further copies': { items: [{ kind: 'issue', ...title }], more: 0 },
    'the opening of a sale': { items: [{ kind: 'opening', ...title }], more: 0 },
    'a price': { items: [{ kind: 'price', ...title, number: 7, price: 2_400 }], more: 0 },
    several: { items: [{ kind: 'title', ...title }, { kind: 'issue', ...other }], more: 3 }, // oxfmt-ignore
  },
  'following',
)
