import { mailKind } from '#src/platform/mail/mail.shared.ts'

/** The news for the reader: the friend who may borrow, the borrower, or the lender. */
export type LoanNews =
  | 'lent' // to the friend: it waits
  | 'borrowed' // to the borrower: until when
  | 'accepted' // to the lender, like the next ones
  | 'declined'
  | 'expired'
  | 'revoked'
  | 'back' // to the lender: the copy is back
  | 'over' // to the borrower: the lender has ended the loan before its time
  | 'taken_back' // to the borrower: the platform has

export interface LoanFacts {
  news: LoanNews
  /** The path of the page of the loan, or of the list of loans. */
  path: string
  kid: string
  title: string
  number: number
  /** The lender as the friend knows them. */
  name: string
  /** The friend's username or address, for the lender; null if nobody is known. */
  borrower: string | null
  message: string
  message_hidden: boolean
  days: number
  /** Until when it can be accepted, or until when it runs. */
  until: string
}

const loan: LoanFacts = {
  news: 'lent',
  path: '/loans/9b1c',
  kid: '5f1d',
  title: 'Snow Plough, 4 a.m.',
  number: 7,
  name: 'Aoi',
  borrower: 'ren',
  message: 'You will like this one.\nTell me on Sunday.',
  message_hidden: false,
  days: 7,
  until: '2030-01-31T03:00:00Z',
}
const to = (news: LoanNews): LoanFacts => ({ ...loan, news, path: '/loans' })

/** The mail about a loan. */
export const loanMail = mailKind<
  /** The loan, and the moment that the mail tells of. */
  { id: string; news: LoanNews },
  LoanFacts
>(
  'loan',
  {
    lent: loan,
    'without a message': { ...loan, message: '' },
    'a hidden message': { ...loan, message: '', message_hidden: true },
    borrowed: { ...to('borrowed'), path: '/asset/5f1d' },
    accepted: to('accepted'),
    declined: { ...to('declined'), borrower: null },
    expired: to('expired'),
    revoked: to('revoked'),
    back: to('back'),
    over: to('over'),
    taken_back: to('taken_back'),
  },
  'offers',
)
