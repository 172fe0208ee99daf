import { msg } from '@lingui/core/macro'
import type { LineLabel } from './line-labels.shared.ts'

/** The labels of each kind of movement in PDFs. */
export const lineWords = {
  sale: msg`Sale`,
  rental: msg`Rental income`,
  rented: msg`Rental`,
  trade: msg`Yen received in a trade`,
  top_up: msg`Yen paid in a trade`,
  royalty: msg`Royalty`,
  buy: msg`Purchase`,
  hold: msg`Held for a payment`,
  given_back: msg`Released, not paid`,
  distribution: msg`Distribution fee`,
  payout: msg`Payout, fee included`,
  payout_return: msg`Payout returned`,
  conversion: msg`Earnings became points`,
  expiry: msg`Points expired`,
  coupon: msg`Points from a coupon`,
  dispute: msg`Disputed payment`,
  debt: msg`Amount owed repaid`,
  opening: msg`Brought forward`,
  other: msg`Other`,
} satisfies Record<LineLabel, unknown>
