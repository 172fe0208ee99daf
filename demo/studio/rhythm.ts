import { white } from './noise.ts'
import { filtered, made } from './sound.ts'

/** Notes of a line as `time:note`, times in beats. */
export const line = (text: string) =>
  text.split(' ').map((each) => {
    const [beat = '', note = ''] = each.split(':')
    return { beat: Number(beat), note }
  })
/** The notes of a chord. */
export const chord = (text: string) => text.split(' ')

/** White noise from −1 to 1, sample by sample. */
export const noise = (seed: number, i: number) => white(i, seed) * 2 - 1

/** A brush on a snare. */
export const brush = (seed: number) =>
  filtered(
    made(0.24, (t) => Math.exp(-t * 17)).map((v, i) => v * noise(seed, i)),
    'band',
    3400,
    0.8,
  )
/** A bass drum. */
export const kick = made(
  0.34,
  (t) => Math.sin(2 * Math.PI * (46 * t + 3.2 * (1 - Math.exp(-t * 34)))) * Math.exp(-t * 10),
)
/** The edge of a cymbal. */
export const tick = filtered(
  made(0.07, (t, i) => noise(3, i) * Math.exp(-t * 70)),
  'high',
  7000,
)
