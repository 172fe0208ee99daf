import { useCallback, useEffect, useRef, useState } from 'react'
import { send } from '#core/http/ask.ts'
import { putPosition } from './position.shared.ts'

const SAVE_INTERVAL_MS = 10_000
const MOVED_SECONDS = 1 // less is not worth a call

/**
 * Remembers on the server where the viewer is: every ten seconds of playing, and when they leave the
 * page or look elsewhere. A call that fails is made up for by the next.
 */
export function usePositionKeeper(kid: string) {
  const latest = useRef<number>(undefined)
  const [opened] = useState(() => performance.now())
  const sent = useRef({ seconds: -MOVED_SECONDS, at: opened })
  const sendLatest = useCallback(
    (isLeaving?: boolean) => {
      const seconds = latest.current
      if (seconds === undefined || Math.abs(seconds - sent.current.seconds) < MOVED_SECONDS) return
      sent.current = { seconds, at: performance.now() }
      const options = { hasOwnLimit: true, ...(isLeaving && { keepalive: true }) }
      send(putPosition, { kid, seconds }, options).catch(() => {})
    },
    [kid],
  )
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && sendLatest(true)
    const hide = () => sendLatest(true)
    document.addEventListener('visibilitychange', leave)
    addEventListener('pagehide', hide)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      removeEventListener('pagehide', hide)
      sendLatest(true)
    }
  }, [sendLatest])
  return useCallback(
    (seconds: number) => {
      latest.current = seconds
      if (performance.now() - sent.current.at >= SAVE_INTERVAL_MS) sendLatest()
    },
    [sendLatest],
  )
}
