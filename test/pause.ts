import { setTimeout as sleep } from 'node:timers/promises'

const PAUSES_MS = [10, 25, 50]
const LONGEST_MS = 100

/** Waits after the n-th look at something awaited (from 0): 10, 25, 50, then always 100 ms. */
export const pauseAfter = (looks: number) => sleep(PAUSES_MS[looks] ?? LONGEST_MS)
