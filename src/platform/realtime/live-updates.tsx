import { useEffect, useState } from 'react'
import { REFETCH_MS, useRefetchQueries } from '#core/http/ask.ts'
import { LIVE_PATH, liveEvent } from './live.shared.ts'

const REFRESH_EVERY_MS = 1_000 // a page refreshes at most once in this time
const RECONNECT_MS = 30_000
const CLOSED = 2 // EventSource.CLOSED: the browser will not reconnect by itself

/**
 * Refetches all data of `useLiveQuery` whenever a copy of the title changes. Returns the interval
 * in milliseconds at which `useLiveQuery` polls besides: a few seconds without a connection, else
 * much longer. A hidden page does not listen.
 */
export function useLiveUpdates(kid: string): number {
  const refresh = useRefetchQueries()
  const [isConnected, setConnected] = useState(false)
  useEffect(() => {
    if (typeof EventSource === 'undefined') return undefined
    return listen(`${LIVE_PATH}?kid=${kid}`, refresh, setConnected)
  }, [kid, refresh])
  return isConnected ? REFETCH_MS.grid : REFETCH_MS.status
}

function listen(url: string, refresh: () => void, setConnected: (isConnected: boolean) => void) {
  let source: EventSource | undefined
  let refreshTimer: number | undefined
  let reconnectTimer: number | undefined
  let refreshedAt = -REFRESH_EVERY_MS

  /** Schedules one refresh for any number of events, at a random moment to spread the load. */
  function scheduleRefresh(withinMs: number) {
    if (refreshTimer !== undefined) return
    const soonest = refreshedAt + REFRESH_EVERY_MS - performance.now()
    refreshTimer = window.setTimeout(
      () => {
        refreshTimer = undefined
        refreshedAt = performance.now()
        refresh()
      },
      Math.max(soonest, Math.random() * withinMs),
    )
  }

  function open() {
    close()
    source = new EventSource(url)
    source.addEventListener('open', () => {
      setConnected(true)
      scheduleRefresh(REFRESH_EVERY_MS) // for changes before the connection opened
    })
    source.addEventListener('changed', ({ data }) => {
      const event = liveEvent.safeParse(JSON.parse(String(data)))
      scheduleRefresh(event.data?.within_ms ?? REFRESH_EVERY_MS)
    })
    source.addEventListener('error', () => {
      setConnected(false)
      if (source?.readyState === CLOSED)
        reconnectTimer = window.setTimeout(open, RECONNECT_MS * (1 + Math.random()))
    })
  }

  function close() {
    window.clearTimeout(reconnectTimer)
    window.clearTimeout(refreshTimer)
    refreshTimer = undefined
    source?.close()
    setConnected(false)
  }

  const followVisibility = () => (document.hidden ? close() : open())
  document.addEventListener('visibilitychange', followVisibility)
  if (!document.hidden) open()
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    close()
  }
}
