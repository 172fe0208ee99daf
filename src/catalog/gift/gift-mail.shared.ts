import { mailKind } from '#src/platform/mail/mail.shared.ts'

/** The news for the reader. A reminder goes to the recipient, or to the giver of a link. */
type News = 'given' | 'reminder' | 'unclaimed' | 'claimed' | 'declined' | 'expired' | 'revoked'

export interface GiftFacts {
  news: News
  /** The path of the claim page, or of the giver's list. */
  path: string
  kid: string
  title: string
  number: number
  /** The giver as the recipient knows them. */
  name: string
  /** The recipient's username or address, for the giver; null if nobody is known. */
  recipient: string | null
  message: string
  message_hidden: boolean
  expires_at: string
}

const gift: GiftFacts = {
  news: 'given',
  path: '/gifts/9b1c',
  kid: '5f1d',
  title: 'Snow Plough, 4 a.m.',
  number: 7,
  name: 'Aoi',
  recipient: 'ren',
  message: 'Happy birthday!\nYour favourite number.',
  message_hidden: false,
  expires_at: '2030-01-31T03:00:00Z',
}

/** The mail about a gift: to the recipient that it waits, to the giver how it ended. */
export const giftMail = mailKind<
  /** The gift, the state or moment that the mail tells of, and how often it was sent again. */
  { id: string; news: News; again?: number },
  GiftFacts
>(
  'gift',
  {
    given: gift,
    'without a message': { ...gift, message: '' },
    'a hidden message': { ...gift, message: '', message_hidden: true },
    reminder: { ...gift, news: 'reminder' },
    'reminder to the giver': { ...gift, news: 'unclaimed', path: '/gifts', recipient: null },
    claimed: { ...gift, news: 'claimed', path: '/gifts' },
    declined: { ...gift, news: 'declined', path: '/gifts', recipient: null },
    expired: { ...gift, news: 'expired', path: '/gifts' },
    revoked: { ...gift, news: 'revoked', path: '/gifts' },
  },
  'offers',
)
