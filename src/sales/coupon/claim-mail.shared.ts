import type { Language } from '#core/language.shared.ts'
import { mailKind } from '#src/platform/mail/mail.shared.ts'

export interface ClaimFacts {
  /** Null for points. */
  copy: { title: string; number: number } | null
  /** Yen; 0 for a copy. */
  points: number
  expires_at: string
}

const claim: ClaimFacts = {
  copy: { title: 'Snow Plough, 4 a.m.', number: 7 },
  points: 0,
  expires_at: '2030-01-31T03:00:00Z',
}

/** The mail to an address for which a festival's gift is set aside, until that person signs in. */
export const claimMail = mailKind<
  /** The coupon, and the language of the page on which it was claimed. */
  { id: string; lang: Language },
  ClaimFacts
>(
  'coupon-claim',
  {
    'a copy': claim,
    points: { ...claim, copy: null, points: 500 },
  },
  'purchases',
)
