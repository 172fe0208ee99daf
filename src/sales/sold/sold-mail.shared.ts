import { mailKind } from '#src/platform/mail/mail.shared.ts'
import type { CopyDeal } from '#src/sales/deal/deal.shared.ts'

/** The sales and rentals of a seller that were paid after one time and until another. */
export interface AboutSold {
  seller: string
  after: string
  until: string
}
export interface SoldFacts {
  /** Copies sold or rented out. */
  count: number
  /** The seller's share of all, in yen. */
  net: number
  /** The newest of them. */
  kid: string
  number: number
  title: string
  deal: CopyDeal
}

const sold = { count: 1, net: 2_160, kid: '5f1d', number: 7, title: 'Snow Plough, 4 a.m.' }

/** The mail to a seller about their sales of the last minutes. */
export const soldMail = mailKind<AboutSold, SoldFacts>(
  'sold',
  {
    'one copy': { ...sold, deal: 'sale' },
    'one rental': { ...sold, net: 270, deal: 'rental' },
    'three copies': { ...sold, count: 3, net: 6_480, deal: 'sale' },
  },
  'sales',
)
