/** Returns the size of a long test: `full` if `FULL=1` is set, else `usual`. */
export const sizeOf = (usual: number, full: number): number => (process.env.FULL ? full : usual)

/** Returns a random whole number from 0 up to, but not including, `below`. */
export type Random = (below: number) => number

/** Returns a generator that repeats itself for the same numbers (mulberry32). */
export function seededRandom(...numbers: number[]): Random {
  let state = numbers.reduce((mixed, number) => Math.imul(mixed ^ number, 0x9e3779b1), 1)
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Returns a copy in random order (Fisher–Yates). */
export function shuffled<T>(things: readonly T[], random: Random): T[] {
  const all = [...things]
  for (let i = all.length - 1; i > 0; i--) {
    const j = random(i + 1)
    ;[all[i], all[j]] = [all[j]!, all[i]!]
  }
  return all
}

/** Picks one of a list. */
export const pick = <T>(of: readonly T[], random: Random): T => of[random(of.length)]!
