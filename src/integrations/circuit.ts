const FAILURES = 3 // in a row, after which nobody is asked for a while
const REST_SECONDS = 30

/**
 * Spares people and a server that is down the waiting: after three failures in a row nobody is asked
 * for 30 seconds, then one at a time, until one is answered. Kept in each process: what one learns
 * costs another three tries. `isDown` tells a server that is down from an answer that is a no;
 * `resting` makes what is thrown without asking.
 */
export function openCircuit(isDown: (error: unknown) => boolean, resting: () => Error) {
  let failures = 0
  let restsUntil = 0 // seconds
  let isTrying = false

  /** In how many seconds it is worth asking; 0: now. */
  const secondsToRest = (at: Date) =>
    failures < FAILURES ? 0 : Math.max(isTrying ? 1 : 0, Math.ceil(restsUntil - secondsOf(at)))

  async function run<T>(at: Date, ask: () => Promise<T>): Promise<T> {
    if (secondsToRest(at) > 0) throw resting()
    const begun = performance.now()
    const isTrial = failures >= FAILURES
    if (isTrial) isTrying = true
    try {
      const answer = await ask()
      failures = 0
      return answer
    } catch (error) {
      failures = isDown(error) ? failures + 1 : 0
      const waited = Math.floor((performance.now() - begun) / 1_000)
      restsUntil = Math.max(restsUntil, secondsOf(at) + waited + REST_SECONDS)
      throw error
    } finally {
      if (isTrial) isTrying = false
    }
  }

  return { run, secondsToRest }
}

const secondsOf = (at: Date) => at.getTime() / 1_000
