import { setTimeout as sleep } from 'node:timers/promises'

const PAUSES_MS = [10, 25, 50]
const LONGEST_MS = 100

/** Waits after the n-th look at something awaited (from 0): 10, 25, 50, then always 100 ms. */
export const pauseAfter = (looks: number) => sleep(PAUSES_MS[looks] ?? LONGEST_MS)

const STEP_MAX_MS = 1_000

/**
 * Returns a function that returns true once so many seconds have passed between its calls. A longer step
 * counts as one second: the machine stood still then, and the program could do nothing.
 */
export function timeLimit(seconds: number): () => boolean {
  let last = Date.now()
  let passed = 0
  return () => {
    const now = Date.now()
    passed += Math.min(now - last, STEP_MAX_MS)
    last = now
    return passed > seconds * 1_000
  }
}
