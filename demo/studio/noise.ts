/** Randomness that is the same on every machine, so that a picture drawn again is the same picture. */

/** A stream of numbers from 0 to 1 (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** White noise from 0 to 1 at whole coordinates. */
export function white(x: number, y: number, seed = 0): number {
  let mixed = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(seed, 974_634_777)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}

/** Smooth noise from 0 to 1, one bump a unit. */
export function smooth(x: number, y: number, seed = 0): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [ease(x - left), ease(y - top)]
  const upper = mix(white(left, top, seed), white(left + 1, top, seed), u)
  const lower = mix(white(left, top + 1, seed), white(left + 1, top + 1, seed), u)
  return mix(upper, lower, v)
}

/** Clouds from 0 to 1: smooth noise on several scales, each half as strong and twice as fine. */
export function clouds(x: number, y: number, octaves = 4, seed = 0): number {
  let [sum, strength, total] = [0, 1, 0]
  for (let octave = 0; octave < octaves; octave++) {
    sum += strength * smooth(x * 2 ** octave, y * 2 ** octave, seed + octave)
    total += strength
    strength /= 2
  }
  return sum / total
}

export const mix = (from: number, to: number, share: number) => from + (to - from) * share
export const clamp = (value: number) => (value < 0 ? 0 : value > 1 ? 1 : value)
/** 0 below `from`, 1 above `to`, an S between. */
export const rise = (from: number, to: number, value: number) =>
  ease(clamp((value - from) / (to - from)))

const ease = (share: number) => share * share * (3 - 2 * share)
