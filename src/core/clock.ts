import type { Pool, PoolClient } from 'pg'
import { DAY_MS, HOUR_MS } from '#core/durations.shared.ts'

const SYNC_INTERVAL_MS = 60_000
const READINGS = 3

export interface Clock {
  now(): Date
  /** Returns by how many seconds this machine's clock is ahead of the database's. */
  secondsAhead(): number
  stop(): void
}

/**
 * Follows the database's clock, so that all servers decide about deadlines by the same time. Asks
 * for it once a minute, and counts on from there without this machine's clock, which may jump.
 */
export async function followClock(pool: Pool): Promise<Clock> {
  let startedAt = 0 // the database's time when this process started
  const now = () => startedAt + performance.now()
  const synchronize = async () => {
    const client = await pool.connect() // the time that a new connection takes must not count
    try {
      startedAt = await startByDatabase(client)
    } finally {
      client.release()
    }
  }
  await synchronize()
  const timer = setInterval(() => void synchronize().catch(() => {}), SYNC_INTERVAL_MS).unref()
  return {
    now: () => new Date(now()),
    secondsAhead: () => Math.round((Date.now() - now()) / 1_000),
    stop: () => clearInterval(timer),
  }
}

/**
 * Returns the database's time, in milliseconds, when this process started. The quickest of a few
 * answers is the most exact: it is wrong by at most half of its round trip.
 */
async function startByDatabase(client: PoolClient): Promise<number> {
  const readings = []
  for (let i = 0; i < READINGS; i++) {
    const sentAt = performance.now()
    const { rows } = await client.query<{ t: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as t',
    )
    const trip = performance.now() - sentAt
    readings.push({ trip, startedAt: rows[0]!.t - (sentAt + trip / 2) })
  }
  return readings.toSorted((a, b) => a.trip - b.trip)[0]!.startedAt
}

/** Returns the moment `seconds` after `at`; before it if negative. */
export const addSeconds = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000)

/** Returns the latest of some moments. */
export const latest = (moments: readonly Date[]) => moments.reduce((a, b) => (a > b ? a : b))

// Japan has one UTC offset all year (明治28年勅令第167号; summer time ended in 1951). Japanese days are
// computed by adding it, so the server's own time zone does not matter.
const JST_MS = 9 * HOUR_MS

/** Returns the day in Japan that `at` falls on, as `YYYY-MM-DD`. */
export const jstDay = (at: Date) => new Date(at.getTime() + JST_MS).toISOString().slice(0, 10)

/** Returns the time in Japan in the form that spreadsheets read: `2030-01-31 23:59:59`. */
export const jstTime = (at: Date) =>
  new Date(at.getTime() + JST_MS).toISOString().slice(0, 19).replace('T', ' ')

/** Returns the month in Japan that `at` falls in, as `YYYY-MM`. */
export const jstMonth = (at: Date) => jstDay(at).slice(0, 7)

/** Returns the first instant of a `YYYY-MM` in Japan. Throws a RangeError if it is not a month. */
export function jstMonthStart(month: string) {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new RangeError(`${month} is not a month`)
  return new Date(`${month}-01T00:00:00.000+09:00`)
}

/** Returns the last millisecond of the day in Japan that is `days` days after the day of `at`. */
export function jstDayEnd(at: Date, days: number) {
  const dayStart = Math.floor((at.getTime() + JST_MS) / DAY_MS) * DAY_MS - JST_MS
  return new Date(dayStart + (days + 1) * DAY_MS - 1)
}
