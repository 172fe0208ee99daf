import { useCallback, useRef, useState } from 'react'

const EVERY_SECONDS = 5
const WORTH_SECONDS = 30
const NEARLY_OVER = 0.95

/** Where a reader stopped the last time, on this device; `undefined` where that is not worth a word. */
export function useResumePosition(kid: string) {
  const name = `stopped ${kid}`
  const [stoppedAt] = useState(() => read(name))
  const last = useRef(0)
  const keep = useCallback(
    (seconds: number, duration: number) => {
      if (Math.abs(seconds - last.current) < EVERY_SECONDS) return
      last.current = seconds
      if (seconds < WORTH_SECONDS) return
      if (seconds > duration * NEARLY_OVER) localStorage.removeItem(name)
      else localStorage.setItem(name, String(Math.floor(seconds)))
    },
    [name],
  )
  return { stoppedAt, keep }
}

function read(name: string): number | undefined {
  const seconds = typeof localStorage === 'undefined' ? 0 : Number(localStorage.getItem(name))
  return seconds >= WORTH_SECONDS ? seconds : undefined
}
