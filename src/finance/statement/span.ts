import { addSeconds, jstMonth, jstMonthStart, latest } from '#core/clock.ts'
import { monthAfter } from '#src/finance/bank-transfer/business-day.ts'

/** Earlier movements are never shown. */
export const HISTORY_FROM = new Date('2023-04-12T00:00:00+09:00')

/** A month or year in Japan; `until` is exclusive. */
export interface Span {
  from: Date
  until: Date
  is_over: boolean
}

/**
 * Returns the span of a month (`YYYY-MM`) or year (`YYYY`). Returns `undefined` for one in the future
 * or before the history begins.
 */
export function spanOf(name: string, now: Date): Span | undefined {
  const isYear = name.length === 4
  const { from, until } = isYear ? between(`${name}-01`, `${Number(name) + 1}-01`) : monthSpan(name)
  if (from > now || until <= HISTORY_FROM) return undefined
  return { from, until, is_over: until <= now }
}

/** Returns what the history has of a month (`YYYY-MM`); `until` is exclusive. */
export const monthSpan = (month: string) => between(month, monthAfter(month))

/** Returns the time from the start of one month to that of another, without what is before the history. */
const between = (first: string, last: string) => ({
  from: latest([jstMonthStart(first), HISTORY_FROM]),
  until: jstMonthStart(last),
})

/** Returns the months of the history up to `now`, newest first. */
export function monthsUntil(now: Date): (Span & { month: string })[] {
  const months: string[] = []
  for (let month = jstMonth(now); month >= jstMonth(HISTORY_FROM); month = previous(month))
    months.push(month)
  return months.map((month) => ({ month, ...spanOf(month, now)! }))
}

const previous = (month: string) => jstMonth(addSeconds(jstMonthStart(month), -1))
