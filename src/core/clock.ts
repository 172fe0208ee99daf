import type { Pool } from 'pg'

const LOOK_EVERY_MS = 60_000

export interface Clock {
  now(): Date
  stop(): void
}

/**
 * The database's clock, followed: several servers decide about deadlines by one time, however wrong
 * their own is. Asked once a minute; half of the round trip is taken off.
 */
export async function followClock(pool: Pool): Promise<Clock> {
  let offset = 0
  const look = async () => {
    const asked = Date.now()
    const { rows } = await pool.query<{ t: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as t',
    )
    offset = rows[0]!.t - (asked + Date.now()) / 2
  }
  await look()
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS).unref()
  return { now: () => new Date(Date.now() + offset), stop: () => clearInterval(timer) }
}

/** `at` moved on by so many seconds. */
export const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000)

// Japan keeps one offset the year round (明治28年勅令第167号; summer time ended in 1951), so Japanese
// days are counted by adding it: the zone that the server runs in is never asked.
const JST_MS = 9 * 3_600_000
const DAY_MS = 86_400_000

/** The day in Japan that `at` falls on, as `YYYY-MM-DD`. */
export const jstDay = (at: Date) => new Date(at.getTime() + JST_MS).toISOString().slice(0, 10)

/** The moment in Japan, as spreadsheets read it: `2030-01-31 23:59:59`. */
export const jstTime = (at: Date) =>
  new Date(at.getTime() + JST_MS).toISOString().slice(0, 19).replace('T', ' ')

/** The month in Japan that `at` falls in, as `YYYY-MM`. */
export const jstMonth = (at: Date) => jstDay(at).slice(0, 7)

/** A `YYYY-MM-DD` as people of a language write it out: "8 December 2026", 「2026年12月8日」. */
export const dayIn = (lang: string, day: string) =>
  new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    ...{ dateStyle: 'long', calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' },
  }).format(new Date(`${day}T00:00:00Z`))

/** The first instant of a `YYYY-MM` in Japan. Throws a RangeError where it names no month. */
export function jstMonthStart(month: string) {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new RangeError(`${month} is not a month`)
  return new Date(`${month}-01T00:00:00.000+09:00`)
}

/** The last millisecond of the Japanese day that lies `days` whole days after that of `at`. */
export function jstDayEnd(at: Date, days: number) {
  const dayStart = Math.floor((at.getTime() + JST_MS) / DAY_MS) * DAY_MS - JST_MS
  return new Date(dayStart + (days + 1) * DAY_MS - 1)
}
