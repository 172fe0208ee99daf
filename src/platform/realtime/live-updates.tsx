import { useEffect, useState } from 'react'
import { REFETCH_MS, useRefetchQueries } from '#core/http/ask.ts'
import { LIVE_PATH, type LiveEvent } from './live.shared.ts'

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
    if (!window.EventSource) return undefined
    const onConnection = setConnected
    const pace = { everyMs: REFRESH_EVERY_MS, reconnectMs: RECONNECT_MS }
    return listen(`${LIVE_PATH}?kid=${kid}`, { refresh, onConnection, ...pace })
  }, [kid, refresh])
  return isConnected ? REFETCH_MS.grid : REFETCH_MS.status
}

interface Listening {
  refresh: () => void
  onConnection: (isConnected: boolean) => void
  /** Refreshes at most once in this time. */
  everyMs: number
  /** Waits about so long before it connects again, if the browser does not. */
  reconnectMs: number
  whileHidden?: boolean
}

/** Listens to the events at an address until the returned function is called. */
export function listen(url: string, options: Listening) {
  const { refresh, onConnection, everyMs, reconnectMs, whileHidden } = options
  let source: EventSource | undefined
  let refreshTimer: number | undefined
  let reconnectTimer: number | undefined
  let refreshedAt = -Infinity

  /** Schedules one refresh for any number of events, at a random moment to spread the load. */
  function scheduleRefresh(withinMs: number) {
    if (refreshTimer !== undefined) return
    const soonest = refreshedAt + everyMs - performance.now()
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
      onConnection(true)
      scheduleRefresh(everyMs) // for changes before the connection opened
    })
    source.addEventListener('changed', ({ data }) => {
      const { within_ms } = JSON.parse(String(data)) as LiveEvent
      scheduleRefresh(within_ms)
    })
    source.addEventListener('error', () => {
      onConnection(false)
      if (source?.readyState === CLOSED)
        reconnectTimer = window.setTimeout(open, reconnectMs * (1 + Math.random()))
    })
  }

  function close() {
    window.clearTimeout(reconnectTimer)
    window.clearTimeout(refreshTimer)
    refreshTimer = undefined
    source?.close()
    onConnection(false)
  }

  const followVisibility = () => (document.hidden && !whileHidden ? close() : open())
  if (!whileHidden) document.addEventListener('visibilitychange', followVisibility)
  followVisibility()
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    close()
  }
}
