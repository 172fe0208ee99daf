import { mailKind } from '#src/platform/mail/mail.shared.ts'

const title = 'Snow Plough, 4 a.m.'

/** The mail to a person for whom copies of a free distribution are reserved. */
export const invitationMail = mailKind<
  /** The distribution, and the person's place on its list. */
  { id: string; person: number },
  { id: string; title: string; creator: string }
>(
  'distribution_invitation',
  {
    invitation: { id: '9b1c', title, creator: 'Mika Aozora' },
  },
  'offers',
)

/** The mail to a person who has claimed a copy. */
export const claimMail = mailKind<
  /** The claim, and the language of the page on which it was made. */
  { id: string; lang: string },
  { kid: string; title: string; number: number }
>(
  'distribution_claim',
  {
    claim: { kid: '5f1d', title, number: 7 },
  },
  'purchases',
)

/** The mail to the creator of a distribution that could not be executed. */
export const distributionFailedMail = mailKind<
  { id: string; is_suspended: boolean },
  { title: string; copies: number; fee: number; is_suspended: boolean }
>(
  'distribution_failed',
  {
    failed: { title, copies: 200, fee: 22_000, is_suspended: false },
    suspended: { title, copies: 200, fee: 22_000, is_suspended: true },
  },
  'studio',
)
