/** Whether income tax is withheld from what a person is paid; of whom it is not said, none is. */
export const withholdings = ['none', 'domestic_individual'] as const
export type Withholding = (typeof withholdings)[number]

const STEP = 1_000_000 // yen of one payment, up to which the lower rate counts
const RATE = 1_021 // basis points: 10 % income tax, and 2.1 % of that for reconstruction
const RATE_ABOVE = 2_042

/**
 * The income tax in one payment of so many yen, floored to whole yen: for a domestic individual
 * 10.21 % up to 1,000,000 and 20.42 % of what lies above (所得税法 Art. 204 and 205, 復興財源確保法
 * Art. 28). It is taken from the amount; the fee is no part of it.
 */
export function withheldFrom(amount: number, withholding: Withholding): number {
  if (withholding === 'none') return 0
  const above = Math.max(0, amount - STEP)
  return Math.floor(((amount - above) * RATE + above * RATE_ABOVE) / 10_000)
}

/** What of a payout goes to the bank. */
export const sentOf = ({ amount, withheld }: { amount: number; withheld: number }) =>
  amount - withheld
