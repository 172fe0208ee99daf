/** The time after which a request without an answer counts as slow, in milliseconds. */
const SLOW_MS = 60_000

/** The slow requests of a screen. */
interface SlowRequests {
  /** Sends all of them again. */
  retry: () => void
  /** Aborts as soon as none is left. */
  over: AbortSignal
}

const slow = new Set<() => void>()
const listeners = new Set<(requests: SlowRequests) => void>()
let answered = new AbortController()

/** Calls `listener` whenever a first request becomes slow. Returns a function that ends this. */
export function onSlowRequests(listener: (requests: SlowRequests) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Counts a request as slow after a minute. Returns a function to call when it has an answer. */
export function watchRequest(retry: () => void) {
  const timer = setTimeout(() => {
    slow.add(retry)
    if (slow.size > 1) return
    answered = new AbortController()
    const retryAll = () => [...slow].forEach((each) => each())
    for (const listener of listeners) listener({ retry: retryAll, over: answered.signal })
  }, SLOW_MS)
  return () => {
    clearTimeout(timer)
    if (slow.delete(retry) && slow.size === 0) answered.abort()
  }
}

/**
 * Runs a request for as long as it takes. If it is slow and the reader wants to try again, it is
 * aborted and sent once more, with the same headers.
 */
export async function untilAnswered<T>(
  request: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    const attempt = new AbortController()
    const finish = watchRequest(() => attempt.abort())
    try {
      return await request(signal ? AbortSignal.any([signal, attempt.signal]) : attempt.signal)
    } catch (error) {
      if (!attempt.signal.aborted || signal?.aborted) throw error
    } finally {
      finish()
    }
  }
}
