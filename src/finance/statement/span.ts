import { addSeconds, jstMonth, jstMonthStart } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'

const HISTORY_FROM = new Date('2023-04-12T00:00:00+09:00') // earlier movements are never shown
const OVER_A_MONTH_SECONDS = 32 * DAY_SECONDS

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
  const start = jstMonthStart(isYear ? `${name}-01` : name)
  const until = isYear ? jstMonthStart(`${Number(name) + 1}-01`) : nextMonth(start)
  if (start > now || until <= HISTORY_FROM) return undefined
  const from = start > HISTORY_FROM ? start : HISTORY_FROM
  return { from, until, is_over: until <= now }
}

/** Returns the months of the history up to `now`, newest first. */
export function monthsUntil(now: Date): (Span & { month: string })[] {
  const months: string[] = []
  for (let month = jstMonth(now); month >= jstMonth(HISTORY_FROM); month = previous(month))
    months.push(month)
  return months.map((month) => ({ month, ...spanOf(month, now)! }))
}

const nextMonth = (start: Date) => jstMonthStart(jstMonth(addSeconds(start, OVER_A_MONTH_SECONDS)))
const previous = (month: string) => jstMonth(addSeconds(jstMonthStart(month), -1))
