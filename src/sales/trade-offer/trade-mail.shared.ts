import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  /** The offer. */
  id: string
  /** The side that is told. */
  to: 'offeror' | 'owner'
}
interface Copy {
  kid: string
  number: number
  title: string
}
/** An offer as its reader sees it: a copy for a copy. */
export interface TradeFacts {
  /** The news for the reader. `offered` and `countered` are new offers to the reader. */
  news: 'offered' | 'countered' | 'accepted' | 'declined' | 'lapsed' | 'spoiled'
  /** The reader's copy before a swap, and the other person's. */
  mine: Copy
  theirs: Copy
  partner: string
  /** Yen that one side pays besides its copy, and whether it is the reader; null without a top-up. */
  top_up: { price: number; is_mine: boolean } | null
  message: string
  message_hidden: boolean
  expires_at: string
}

const offer: TradeFacts = {
  news: 'offered',
  mine: { kid: '5f1d', number: 7, title: 'Snow Plough, 4 a.m.' },
  theirs: { kid: '6a2e', number: 12, title: 'Tide Table' },
  partner: 'aoi',
  top_up: null,
  message: 'I am looking for your seven.\nWould you like my twelve?',
  message_hidden: false,
  expires_at: '2030-01-15T03:00:00Z',
}

/** The mail about an offer to trade: that it was made, and how it ended. */
export const tradeMail = mailKind<About, TradeFacts>(
  'trade',
  {
    offer,
    'counter-offer': { ...offer, news: 'countered', message: '' },
    'a hidden message': { ...offer, message: '', message_hidden: true },
    'with a top-up': { ...offer, top_up: { price: 2_000, is_mine: false } },
    accepted: { ...offer, news: 'accepted' },
    'accepted, paid': { ...offer, news: 'accepted', top_up: { price: 2_000, is_mine: true } },
    declined: { ...offer, news: 'declined' },
    lapsed: { ...offer, news: 'lapsed' },
    spoiled: { ...offer, news: 'spoiled' },
  },
  'offers',
)
