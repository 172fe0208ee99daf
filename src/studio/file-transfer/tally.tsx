import { useEffect, useSyncExternalStore } from 'react'

/** What is under way in this browser: how many, and how far in bytes. */
export interface Tally {
  /** Not up yet. */
  count: number
  sent: number
  size: number
}
type Teller = 'files' | 'titles'

const NONE: Tally = { count: 0, sent: 0, size: 0 }

/**
 * The sum of what is sent, for the head of every page. It is apart from the sending, which tells it,
 * so that pages that send nothing carry none of that.
 */
let told: Record<Teller, Tally> = { files: NONE, titles: NONE }
let sum = NONE
const listeners = new Set<() => void>()

/** Hears how files stand that are being sent, or titles that wait until they are begun. */
export function tellTally(teller: Teller, tally: Tally) {
  told = { ...told, [teller]: tally }
  const { files, titles } = told
  sum = {
    count: files.count + titles.count,
    sent: files.sent + titles.sent,
    size: files.size + titles.size,
  }
  listeners.forEach((listener) => listener())
}

export const useTally = (): Tally =>
  useSyncExternalStore(
    listen,
    () => sum,
    () => NONE,
  )

/** Leaving the site would stop what is under way, so the browser asks first. */
export function useLeaveWarning() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (sum.count > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
