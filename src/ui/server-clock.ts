import { useEffect, useReducer, useState } from 'react'
import { DAY_MS } from '#core/durations.shared.ts'

const WAIT_MAX_MS = DAY_MS // browser timers overflow after 24 days, and no page stays open that long

/** Returns the server's current time as an ISO time. */
export type ServerClock = () => string

/**
 * Runs the server's clock in the browser, whose own may be wrong. `now` is the server's time when
 * the page was loaded. Call it at the top of a page, so that parts rendered later find it running.
 */
export function useServerClock(now: string): ServerClock {
  const [clock] = useState(() => clockAt(now))
  useEffect(() => clock.run(now), [clock, now])
  return clock.read
}

/** Creates a clock that stays at `now`, as on the server, until `run` starts it. */
function clockAt(now: string) {
  let ahead: number | undefined
  return {
    run: (from: string) => void (ahead = Date.parse(from) - Date.now()),
    read: () => (ahead === undefined ? now : new Date(Date.now() + ahead).toISOString()),
  }
}

/** Returns the server's time and rerenders when one of `times` is reached. */
export function useCurrentTime(times: (string | null | undefined)[], clock: ServerClock): string {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const now = clock()
  const ahead = times.flatMap((time) => (time ? Date.parse(time) : []))
  const next = Math.min(...ahead.filter((time) => time > Date.parse(now)))
  useEffect(() => {
    let timer: number | undefined
    const wait = () => {
      const left = next - Date.parse(clock())
      if (left <= 0) rerender()
      else timer = window.setTimeout(wait, Math.min(left, WAIT_MAX_MS))
    }
    wait()
    return () => window.clearTimeout(timer)
  }, [next, clock])
  return now
}
