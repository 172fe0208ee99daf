import { useCallback, useRef, useState } from 'react'

const SAVE_INTERVAL_SECONDS = 5
const MIN_SECONDS = 30
const NEARLY_OVER = 0.95

/**
 * Remembers on this device where the viewer stopped. `stoppedAt` is undefined near the beginning or
 * the end.
 */
export function useResumePosition(kid: string) {
  const name = `stopped ${kid}`
  const [stoppedAt] = useState(() => read(name))
  const last = useRef(0)
  const storePosition = useCallback(
    (seconds: number, duration: number) => {
      if (Math.abs(seconds - last.current) < SAVE_INTERVAL_SECONDS) return
      last.current = seconds
      if (seconds < MIN_SECONDS) return
      if (seconds > duration * NEARLY_OVER) localStorage.removeItem(name)
      else localStorage.setItem(name, String(Math.floor(seconds)))
    },
    [name],
  )
  return { stoppedAt, storePosition }
}

function read(name: string): number | undefined {
  const seconds = typeof localStorage === 'undefined' ? 0 : Number(localStorage.getItem(name))
  return seconds >= MIN_SECONDS ? seconds : undefined
}
