import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/** Returns a value once it has not changed for 0.3 seconds. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
