/**
 * Returns a function that runs actions of this process one after the other, in the order of its calls.
 * Serves work that would take all threads from others.
 */
export function inTurn() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(action: () => Promise<T>): Promise<T> => {
    const run = last.then(action)
    last = run.catch(() => {})
    return run
  }
}
