import { useEffect, useSyncExternalStore } from 'react'

/** The number and bytes of the transfers that are active in this browser. */
export interface TransferTotal {
  /** Files and queued titles that are not finished. */
  count: number
  /** Bytes sent, of `size`. */
  sent: number
  size: number
}
type TotalSource = 'files' | 'titles'

const NONE: TransferTotal = { count: 0, sent: 0, size: 0 }

/**
 * The totals shown in the header of every page. The transfer code reports them here, so that pages
 * without transfers do not load that code.
 */
let totals: Record<TotalSource, TransferTotal> = { files: NONE, titles: NONE }
let sum = NONE
const listeners = new Set<() => void>()

/** Stores the total of one source: the files being transferred, or the queued titles. */
export function reportTotal(source: TotalSource, total: TransferTotal) {
  totals = { ...totals, [source]: total }
  const { files, titles } = totals
  sum = {
    count: files.count + titles.count,
    sent: files.sent + titles.sent,
    size: files.size + titles.size,
  }
  listeners.forEach((listener) => listener())
}

export const useTransferTotal = (): TransferTotal =>
  useSyncExternalStore(
    subscribe,
    () => sum,
    () => NONE,
  )

/** Makes the browser ask before the user leaves the site, which would stop active transfers. */
export function useLeaveWarning() {
  useEffect(() => {
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      if (sum.count > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', confirmLeaving)
    return () => window.removeEventListener('beforeunload', confirmLeaving)
  }, [])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
