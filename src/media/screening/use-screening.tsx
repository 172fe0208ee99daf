import { useCallback, useEffect, useRef, useState } from 'react'
import { send, useRefetchAll } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { LIVE_PATH } from '#src/platform/realtime/live.shared.ts'
import { listen } from '#src/platform/realtime/live-updates.tsx'
import { clockEstimate } from './follow.shared.ts'
import { getScreening, PRESENCE_MS, reportPresence, type Screening } from './screening.shared.ts'

const TRIPS_AT_ONCE = 5
const BETWEEN_TRIPS_MS = 120
const RECONNECT_MS = 2_000

/** Keeps a screening as it is now. A refusal, such as to a removed guest, loads the page anew. */
export function useScreening(initial: Screening) {
  const [held, setHeld] = useState({ initial, latest: initial })
  const screening = held.initial === initial ? held.latest : initial
  const refetchAll = useRefetchAll()
  const { id } = initial
  const asked = useRef(0)
  const refresh = useCallback(async () => {
    const turn = ++asked.current
    try {
      const latest = await send(getScreening, { id })
      if (turn === asked.current) setHeld({ initial, latest })
    } catch (error) {
      if (isRefusal(error) && error.code !== 'unavailable') await refetchAll()
    }
  }, [id, initial, refetchAll])
  /** Shows the answer of a command at once, rather than an older one that is on its way. */
  const show = useCallback(
    (latest: Screening) => {
      asked.current++
      setHeld({ initial, latest })
    },
    [initial],
  )
  useEffect(() => listenToScreening(id, () => void refresh()), [id, refresh])
  useEffect(() => {
    const timer = setInterval(() => void refresh(), PRESENCE_MS)
    return () => clearInterval(timer)
  }, [refresh])
  return { screening, refresh, show }
}

/** The server's clock, in milliseconds since 1970. */
export interface ServerTime {
  now: () => number
}

/** Reports to the server that the reader is present, and reads its clock from the answers. */
export function useServerTime(id: string, loadedAt: string, isLive: boolean): ServerTime {
  const refetchAll = useRefetchAll()
  const [clock] = useState(() => {
    const estimate = clockEstimate()
    let first: number | undefined // until a round trip is known, the page's own time
    const here = () => performance.now()
    const now = () => {
      first ??= Date.parse(loadedAt) - here()
      return here() + (estimate.ahead() || first)
    }
    return { now, estimate, here }
  })
  useEffect(() => {
    if (!isLive) return undefined
    let timer: number | undefined
    let isOver = false
    let trips = 0
    async function report() {
      const sentAt = clock.here()
      try {
        const server = await send(reportPresence, { id })
        clock.estimate.add({ sentAt, receivedAt: clock.here(), server })
      } catch (error) {
        if (isRefusal(error) && error.code !== 'unavailable') await refetchAll()
      }
      trips++
      if (isOver) return
      timer = window.setTimeout(
        () => void report(),
        trips < TRIPS_AT_ONCE ? BETWEEN_TRIPS_MS : PRESENCE_MS,
      )
    }
    void report()
    return () => {
      isOver = true
      window.clearTimeout(timer)
    }
  }, [id, isLive, clock, refetchAll])
  return clock
}

/**
 * Calls `refresh` whenever a screening changes, also while the page is hidden, because its sound plays
 * on. Returns a function that stops it.
 */
function listenToScreening(id: string, refresh: () => void): () => void {
  const url = `${LIVE_PATH}?screening=${id}`
  const pace = { everyMs: 0, reconnectMs: RECONNECT_MS, whileHidden: true }
  return listen(url, { refresh, onConnection: () => {}, ...pace })
}
