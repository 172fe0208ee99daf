/** The kinds of payee for income tax. People without an entry count as `none`. */
export const withholdings = ['none', 'domestic_individual'] as const
export type Withholding = (typeof withholdings)[number]

const STEP = 1_000_000 // yen of one payment taxed at the lower rate
const RATE = 1_021 // basis points: 10 % income tax, plus 2.1 % of that as reconstruction tax
const RATE_ABOVE = 2_042

/**
 * Returns the income tax within one payment in yen, rounded down: for a domestic individual 10.21 %
 * up to 1,000,000 and 20.42 % of the rest (所得税法 Art. 204 and 205, 復興財源確保法 Art. 28). The tax
 * is taken from the amount; the fee is not taxed.
 */
export function withheldFrom(amount: number, withholding: Withholding): number {
  if (withholding === 'none') return 0
  const above = Math.max(0, amount - STEP)
  return Math.floor(((amount - above) * RATE + above * RATE_ABOVE) / 10_000)
}

/** Returns the yen of a payout that go to the bank. */
export const sentOf = ({ amount, withheld }: { amount: number; withheld: number }) =>
  amount - withheld
