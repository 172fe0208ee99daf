import { DAY_MS, HOUR_MS } from '#core/durations.shared.ts'

const WEEK_DAYS = 7

/** An hour of the day in a time zone, on every day or on one day of the week (0 is Sunday). */
export interface LocalHour {
  /** A name of the IANA time zone database. */
  time_zone: string
  hour: number
  weekday?: number | undefined
}

const formatters = new Map<string, Intl.DateTimeFormat>() // slow to create, so kept

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // Only under its own name: a zone has as many spellings as its letters have cases.
  if (format.resolvedOptions().timeZone === timeZone) formatters.set(timeZone, format)
  return format
}

/** Returns the one spelling of a time zone: of `asia/TOKYO`, `Asia/Tokyo`. Throws a `RangeError` if there is none. */
export const zoneOf = (name: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone

/** Returns what a clock in the time zone shows, in milliseconds as if it were UTC. */
function localMs(at: number, time_zone: string): number {
  const parts = formatterOf(time_zone).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

/** Returns the first moment at which a clock of the time zone shows the time, or one after a gap. */
function momentOf(local: number, time_zone: string): number {
  const offsetAt = (at: number) => localMs(at, time_zone) - at
  return local - offsetAt(local - offsetAt(local))
}

/** Returns the hour that a clock in the time zone shows. */
export const localHour = (at: Date, time_zone: string): number =>
  new Date(localMs(at.getTime(), time_zone)).getUTCHours()

/** Returns the next moment after `at` at which it is that hour there, also across summer time. */
export function nextLocalHour(at: Date, { time_zone, hour, weekday }: LocalHour): Date {
  const midnight = Math.floor(localMs(at.getTime(), time_zone) / DAY_MS) * DAY_MS
  for (let day = 0; day <= WEEK_DAYS; day++) {
    const local = midnight + day * DAY_MS + hour * HOUR_MS
    const moment = momentOf(local, time_zone)
    const isDay = weekday === undefined || new Date(local).getUTCDay() === weekday
    if (isDay && moment > at.getTime()) return new Date(moment)
  }
  return new Date(at.getTime() + WEEK_DAYS * DAY_MS) // a day that a country left out
}
