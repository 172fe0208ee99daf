/** The last day of a date field. Browsers accept six-digit years, the API only four-digit ones. */
export const LAST_DAY = '9999-12-31'
/** The attributes of a time field. */
export const CLOCK_INPUT = { type: 'datetime-local', max: `${LAST_DAY}T23:59` } as const

const JAPAN_MS = 9 * 3_600_000 // ahead of UTC; Japan has no summer time

/**
 * Converts an ISO time to the value of a `datetime-local` field in Japan's time:
 * `2026-11-21T21:00`.
 */
export const toJapanInput = (at: string | null): string =>
  at === null ? '' : new Date(Date.parse(at) + JAPAN_MS).toISOString().slice(0, 16)

/**
 * Converts the value of such a field to an ISO time, an empty one to null. Returns undefined for an invalid
 * one, such as a year of six digits, which `CLOCK_INPUT` keeps from being typed in most browsers.
 */
export function fromJapanInput(clock: string): string | null | undefined {
  if (clock === '') return null
  const at = new Date(`${clock}:00+09:00`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
