/** The shares of a price. Money is whole yen everywhere, as an integer; rates are basis points (1 % = 100). */
export interface Shares {
  price: number
  platform_fee: number
  royalty: number
  net: number
  /** Consumption tax contained in the price. */
  tax: number
}

/**
 * Splits a price into platform fee, royalty and the seller's net. Orders store these shares, previews
 * show them. Floors shares to whole yen; the remainder goes to the seller. `ratesFor` passes a royalty
 * rate of 0 for primary sales. Limits a royalty set before the fee rose to what the fee leaves.
 */
export function shares(
  price: number,
  { feeRateBp, royaltyRateBp }: { feeRateBp: number; royaltyRateBp: number },
): Shares {
  const platform_fee = part(price, feeRateBp)
  const royalty = Math.min(part(price, royaltyRateBp), price - platform_fee)
  return { price, platform_fee, royalty, net: price - platform_fee - royalty, tax: taxIn(price) }
}

const part = (price: number, rateBp: number) => Math.floor((price * rateBp) / 10_000)

/** Formats a non-negative amount for files: `¥2,400`. */
export const yen = (amount: number) => `¥${amount.toLocaleString('en')}`

/** Returns the 10 % consumption tax contained in a price, floored to whole yen. */
export const taxIn = (price: number) => Math.floor((price * 10) / 110)

/** The highest card payment in yen: eight digits (the card provider's "Maximum charge amounts"). */
export const CARD_MAXIMUM = 99_999_999

/** The amounts of balance that may be used for a price. */
export interface BalanceRule {
  /** The highest partial amount; any amount from 0 to this may be used. */
  upTo: number
  /** True if the balance may also pay the whole price. */
  all: boolean
}

/**
 * Returns how much balance may be used for a price: the rest for the card must be zero or at least
 * the card's minimum. Returns `undefined` if the price cannot be paid at all.
 */
export function balanceRule(
  price: number,
  balance: number,
  cardMinimum: number,
): BalanceRule | undefined {
  const all = balance >= price
  if (price < cardMinimum) return all ? { upTo: 0, all } : undefined
  return { upTo: Math.min(balance, price - cardMinimum), all }
}

/**
 * Limits a requested amount of balance to what the rule allows: the whole price if requested and
 * covered, otherwise at most the amount that leaves the card its minimum. A price under the card's
 * minimum is always paid from balance alone.
 */
export function allowedUse(
  requested: number,
  rule: BalanceRule,
  { price, cardMinimum }: { price: number; cardMinimum: number },
): number {
  const isAll = rule.all && (requested >= price || price < cardMinimum)
  return isAll ? price : Math.min(requested, rule.upTo)
}
