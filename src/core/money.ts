/** Money is whole yen everywhere: a plain integer. Rates are basis points (1 % = 100). */
export interface Shares {
  price: number
  platform_fee: number
  royalty: number
  net: number
  /** Consumption tax contained in the price. */
  tax: number
}

/**
 * Who gets what of a price: the one function that settlement, `/profit_calculate`, dialogs and
 * receipts all call. Shares are floored to whole yen and the remainder goes to the seller; on a
 * primary sale the creator is the seller, so no royalty is taken. A royalty that was set before the
 * fee rose takes what is left at most.
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

/** `¥2,400`, as it is written in mails and files; never below zero. */
export const yen = (amount: number) => `¥${amount.toLocaleString('en')}`

/** The 10 % consumption tax inside a price with tax, floored. */
export const taxIn = (price: number) => Math.floor((price * 10) / 110)

/** The most yen that a card can pay at once: eight digits (the provider's "Maximum charge amounts"). */
export const CARD_MAXIMUM = 99_999_999

export interface BalanceRule {
  /** Any amount from 0 to here may be used … */
  upTo: number
  /** … and, where the balance covers it, the whole price. */
  all: boolean
}

/**
 * How much balance may be used for a price (readings A5): what is left for the card must be
 * nothing or at least the card's minimum. `undefined`: this price cannot be paid at all.
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
 * How much of a wish the rule allows: the whole price where it is wished and covered, else at most
 * what leaves the card enough. A price under the card's minimum is all from balance.
 */
export function allowedUse(
  wish: number,
  rule: BalanceRule,
  { price, cardMinimum }: { price: number; cardMinimum: number },
): number {
  const isAll = rule.all && (wish >= price || price < cardMinimum)
  return isAll ? price : Math.min(wish, rule.upTo)
}
