import { useEffect, useState } from 'react'
import { REFETCH_MS, useRefetchQueries } from '#core/http/ask.ts'
import { LIVE_PATH, liveEvent } from './live.shared.ts'

const EACH_MS = 1_000 // a page asks again at most once in this time
const AGAIN_MS = 30_000
const CLOSED = 2 // EventSource.CLOSED: it will not try again by itself

/**
 * In a screen: hears that a copy of a title changed, and asks then for all that `useLiveQuery` shows.
 * Answers how often `useLiveQuery` has to ask by itself meanwhile, in milliseconds: every few seconds
 * where nothing can be heard, else only now and then. A page that nobody sees does not listen.
 */
export function useLiveUpdates(kid: string): number {
  const refresh = useRefetchQueries()
  const [isHearing, setHearing] = useState(false)
  useEffect(() => {
    const isKnown = typeof EventSource !== 'undefined'
    return isKnown ? listen(`${LIVE_PATH}?kid=${kid}`, refresh, setHearing) : undefined
  }, [kid, refresh])
  return isHearing ? REFETCH_MS.grid : REFETCH_MS.status
}

function listen(url: string, refresh: () => void, setHearing: (hears: boolean) => void) {
  let source: EventSource | undefined
  let asking: number | undefined
  let again: number | undefined
  let askedAt = -EACH_MS

  /** However much is told, one question; and not all pages ask at the same moment. */
  function ask(withinMs: number) {
    if (asking !== undefined) return
    const soonest = askedAt + EACH_MS - performance.now()
    asking = window.setTimeout(
      () => {
        asking = undefined
        askedAt = performance.now()
        refresh()
      },
      Math.max(soonest, Math.random() * withinMs),
    )
  }

  function open() {
    close()
    source = new EventSource(url)
    source.addEventListener('open', () => {
      setHearing(true)
      ask(EACH_MS) // for what was said before somebody listened
    })
    source.addEventListener('changed', ({ data }) => {
      const said = liveEvent.safeParse(JSON.parse(String(data)))
      ask(said.data?.within_ms ?? EACH_MS)
    })
    source.addEventListener('error', () => {
      setHearing(false)
      if (source?.readyState === CLOSED)
        again = window.setTimeout(open, AGAIN_MS * (1 + Math.random()))
    })
  }

  function close() {
    window.clearTimeout(again)
    window.clearTimeout(asking)
    asking = undefined
    source?.close()
    setHearing(false)
  }

  const look = () => (document.hidden ? close() : open())
  document.addEventListener('visibilitychange', look)
  if (!document.hidden) open()
  return () => {
    document.removeEventListener('visibilitychange', look)
    close()
  }
}
