import { useEffect, useState } from 'react'

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
