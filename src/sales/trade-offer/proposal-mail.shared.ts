import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  /** The proposal. */
  id: string
  /** The account that is told. */
  to: string
}
interface Copy {
  kid: string
  number: number
  title: string
}
/** A proposal as its reader sees it: a copy for a copy. */
export interface ProposalFacts {
  /** The news for the reader. */
  news: 'proposed' | 'settled' | 'declined' | 'lapsed' | 'spoiled'
  /** The copy that the reader gives, and the person who gets it. */
  gives: Copy
  receiver: string
  /** The copy that the reader gets, and the person who gives it. */
  gets: Copy
  giver: string
  expires_at: string
}

const proposal: ProposalFacts = {
  news: 'proposed',
  gives: { kid: '5f1d', number: 3, title: 'Snow Plough, 4 a.m.' },
  receiver: 'aoi',
  gets: { kid: '6a2e', number: 9, title: 'Tide Table' },
  giver: 'kai',
  expires_at: '2030-01-15T03:00:00Z',
}

/** The mail about a trade that was found for two or three people, and how it ended. */
export const proposalMail = mailKind<About, ProposalFacts>(
  'trade-proposal',
  {
    'two people': { ...proposal, giver: 'aoi' },
    'three people': proposal,
    settled: { ...proposal, news: 'settled' },
    declined: { ...proposal, news: 'declined' },
    lapsed: { ...proposal, news: 'lapsed' },
    spoiled: { ...proposal, news: 'spoiled' },
  },
  'offers',
)
