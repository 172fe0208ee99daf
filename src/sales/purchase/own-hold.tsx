import { useEffect } from 'react'
import { useRefetchAll } from '#core/http/ask.ts'

/** Checks, once a copy is newly taken, if the reader took it in another tab. */
export function useOwnHold(isNew: boolean) {
  const askAgain = useRefetchAll()
  useEffect(() => {
    if (isNew) void askAgain()
  }, [isNew, askAgain])
}
