const FAILURES = 3 // consecutive failures that open the circuit
const REST_SECONDS = 30

/**
 * Returns a circuit breaker. Three consecutive failures stop all calls for 30 seconds; then one call
 * at a time is let through until one succeeds. Each process has its own circuit. `isDown` decides
 * which errors are failures; `restingError` creates the error thrown while calls are stopped.
 */
export function openCircuit(isDown: (error: unknown) => boolean, restingError: () => Error) {
  let failures = 0
  let restsUntil = 0 // seconds
  let isTrying = false

  const isOpen = () => failures >= FAILURES
  /** Returns the seconds until the next call is let through; 0 for now. */
  const secondsToRest = (at: Date) =>
    isOpen() ? Math.max(isTrying ? 1 : 0, Math.ceil(restsUntil - secondsOf(at))) : 0

  async function run<T>(at: Date, call: () => Promise<T>): Promise<T> {
    if (secondsToRest(at) > 0) throw restingError()
    const startedAt = performance.now()
    const isTrial = isOpen()
    if (isTrial) isTrying = true
    try {
      const answer = await call()
      failures = 0
      return answer
    } catch (error) {
      failures = isDown(error) ? failures + 1 : 0
      const waited = Math.floor((performance.now() - startedAt) / 1_000)
      restsUntil = Math.max(restsUntil, secondsOf(at) + waited + REST_SECONDS)
      throw error
    } finally {
      if (isTrial) isTrying = false
    }
  }

  return { run, secondsToRest, isOpen }
}

const secondsOf = (at: Date) => at.getTime() / 1_000
