import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/** Returns what is typed once it has not changed for a third of a second. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
