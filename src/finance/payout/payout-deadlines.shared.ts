/** Earnings, and the last moment at which a payout of them can be requested. */
export interface Due {
  amount: number
  at: string
}

/** A payout that the reader should request before earnings become points. */
interface DuePayout {
  /** The yen with deadlines before the month after `by`. There is one payout a month, so it has to hold them all. */
  sum: number
  /** True if those yen have several deadlines. */
  hasSeveral: boolean
  /** The first deadline. */
  by: string
  /** The month of the first deadline in Japan, and the first moment of that month. */
  month: string
  from: string
}

/** Returns the payout that saves the earnings due first, and the others due in the same month. */
export function nextDuePayout(dues: readonly Due[]): DuePayout | undefined {
  const [first] = dues
  if (!first) return undefined
  const month = monthOf(first.at)
  const inMonth = dues.filter(({ at }) => monthOf(at) <= month)
  return {
    sum: inMonth.reduce((sum, { amount }) => sum + amount, 0),
    hasSeveral: inMonth.length > 1,
    by: first.at,
    month,
    from: new Date(`${month}-01T00:00:00+09:00`).toISOString(),
  }
}

const JST_MS = 9 * 3_600_000 // Japan is UTC+9 all year

const monthOf = (at: string) => new Date(Date.parse(at) + JST_MS).toISOString().slice(0, 7)
