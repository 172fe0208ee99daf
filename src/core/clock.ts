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
