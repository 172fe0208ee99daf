import { mailKind } from '#src/platform/mail/mail.shared.ts'
import type { CopyDeal, Deal } from '#src/sales/deal/deal.shared.ts'

export type Role = 'buyer' | 'seller' | 'creator'
/** The steps of a dispute. `kept`: lost, but paid by the platform. `regained`: lost, then won. */
export type Step = 'open' | 'won' | 'lost' | 'kept' | 'regained'

export interface About {
  id: string
  status: Step
  role: Role
  account_id: string
  /** The purchases that concern this person. */
  purchases: string[]
  /** The purchases among them whose copy the buyer has resold or cannot get again. */
  gone: string[]
  /** The time of the step; the same step can happen twice. */
  at: string
}

/** The additional paragraphs of a mail by outcome. */
export const lines = {
  lost: ['soldOn', 'taken', 'owed', 'back'],
  regained: ['gone', 'again', 'owed', 'back'],
} as const
export type Line = (typeof lines)[keyof typeof lines][number]

interface Copy {
  number: number
  title: string
}
export interface Facts {
  deal: Deal
  role: Role
  status: Step
  /** Yen that the bank takes back or asks for. */
  amount: number
  /** The copies that concern this person. */
  copies: Copy[]
  /** The copies among them that the buyer has resold or cannot get again. */
  gone: Copy[]
  /** Yen taken from this person's balance, recorded as their debt, and given back. */
  taken: number
  owed: number
  back: number
  more: Line[]
}

const title = 'Snow Plough, 4 a.m.'
const copies = [
  { number: 7, title },
  { number: 11, title },
]
const yen = { amount: 4_800, taken: 2_160, owed: 900, back: 400 }
const rest = { ...yen, copies, gone: copies.slice(1), more: [] }
const all = { lost: [...lines.lost], regained: [...lines.regained] }
const buyerSamples = (deal: Deal): Record<string, Facts> => ({
  [`${deal}, buyer, open`]: { ...rest, deal, role: 'buyer', status: 'open' },
  [`${deal}, buyer, won`]: { ...rest, deal, role: 'buyer', status: 'won' },
  [`${deal}, buyer, lost`]: { ...rest, deal, role: 'buyer', status: 'lost', more: all.lost },
  [`${deal}, buyer, kept`]: { ...rest, deal, role: 'buyer', status: 'kept' },
  [`${deal}, buyer, regained`]: {
    ...rest,
    deal,
    role: 'buyer',
    status: 'regained',
    more: all.regained,
  },
})
const samplesOf = (deal: CopyDeal): Record<string, Facts> => ({
  ...buyerSamples(deal),
  [`${deal}, seller, open`]: { ...rest, deal, role: 'seller', status: 'open' },
  [`${deal}, seller, won`]: { ...rest, deal, role: 'seller', status: 'won' },
  [`${deal}, seller, lost`]: {
    ...rest,
    deal,
    role: 'seller',
    status: 'lost',
    more: ['taken', 'owed'],
  },
  [`${deal}, seller, kept`]: { ...rest, deal, role: 'seller', status: 'kept' },
  [`${deal}, seller, regained`]: { ...rest, deal, role: 'seller', status: 'regained' },
  [`${deal}, creator, lost`]: { ...rest, deal, role: 'creator', status: 'lost', more: ['taken'] },
  [`${deal}, creator, regained`]: { ...rest, deal, role: 'creator', status: 'regained' },
})

/** The mail about a disputed payment to a person whom it concerns. */
export const disputeMail = mailKind<About, Facts>(
  'dispute',
  {
    ...samplesOf('sale'),
    ...samplesOf('rental'),
    ...buyerSamples('distribution'),
  },
  'payouts',
)
