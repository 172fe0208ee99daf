import { useEffect, useState } from 'react'

/** What time it is in the house now, as an ISO time. */
export type ServerClock = () => string

/**
 * The house's clock on the reader's side, whose own may be wrong: `now` is what it showed when the
 * page was loaded. Keep it at the head of a page; a part that comes later finds it running.
 */
export function useServerClock(now: string): ServerClock {
  const [clock] = useState(() => clockAt(now))
  useEffect(() => clock.run(now), [clock, now])
  return clock.read
}

/** Stands at `now`, as on the server, until it runs. */
function clockAt(now: string) {
  let ahead: number | undefined
  return {
    run: (from: string) => void (ahead = Date.parse(from) - Date.now()),
    read: () => (ahead === undefined ? now : new Date(Date.now() + ahead).toISOString()),
  }
}
