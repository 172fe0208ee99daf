import { clamp, dice, rise, smooth } from './noise.ts'
import { line } from './rhythm.ts'
import {
  breath,
  chime,
  echoed,
  filtered,
  hertz,
  lay,
  made,
  pad,
  pink,
  pluck,
  type Take,
  take,
  type Track,
} from './sound.ts'

const held = (out: Take, notes: string, gain: number, tone = 620) =>
  notes
    .split(' ')
    .forEach((note, i) =>
      lay(out, pad(hertz(note), out.left.length / 48_000, 2.2, tone), 0, gain, -0.5 + i * 0.4),
    )
type Voice = (pitch: number, at: number) => Track
/** A line of notes, here with its times in seconds. */
function tune(out: Take, notes: string, voice: Voice, gain: number, pan?: number) {
  for (const { beat: at, note } of line(notes)) lay(out, voice(hertz(note), at), at, gain, pan)
}
/** Wind, surf or a street, by where its noise is cut and how it breathes. */
const air = (out: Take, low: number, high: number, gain: number, seed: number, speed = 0.5) => {
  const long = out.left.length / 48_000
  const moving = (side: number) => (t: number) => low + (high - low) * smooth(t * speed, side, seed)
  lay(out, filtered(pink(long, seed), 'low', moving(1)), 0, gain, -0.7)
  lay(out, filtered(pink(long, seed + 1), 'low', moving(2)), 0, gain, 0.7)
}

/** The sound under each film, by the film's name; as long as the film, in seconds. */
export const scores: Record<string, (seconds: number) => Take> = {
  nemuro(seconds) {
    const out = take(seconds)
    air(out, 120, 260, 0.5, 3, 1.6)
    for (let at = 0.4; at < seconds; at += 1.46)
      for (const [step, gain] of [
        [0, 0.5],
        [0.16, 0.36],
      ] as const)
        lay(
          out,
          filtered(pink(0.22, 9), 'band', 240, 1.4).map((v, i) => v * Math.exp(-i / 2600)),
          at + step,
          gain,
        )
    held(out, 'D3 A3 C4 F4', 0.07)
    tune(out, '2.2:A5 3.6:F5 5.6:C5 8.2:E5', (pitch) => chime(pitch, 3.4, 2, 0.4), 0.12, 0.2)
    return echoed(out, 2.6, 0.34)
  },
  'sea-works'(seconds) {
    const out = take(seconds)
    air(out, 200, 700, 0.3, 5, 0.35)
    held(out, 'E2 B2 F#3 G3', 0.09, 480)
    lay(
      out,
      filtered(
        made(3.4, (t) => (((82.4 * t) % 1) * 2 - 1) * clamp(t * 2) * clamp((3.4 - t) * 1.2)),
        'low',
        300,
      ),
      3,
      0.3,
      -0.3,
    )
    for (const at of [1.2, 6.1, 8.9]) lay(out, chime(1100 + at * 60, 1.4, 1.41, 1.8), at, 0.03, 0.5)
    return echoed(out, 3.6, 0.4)
  },
  otaru(seconds) {
    const out = take(seconds)
    air(out, 250, 900, 0.14, 7, 0.9)
    held(out, 'C3 G3 D4 E4', 0.08, 700)
    tune(out, '1:G4 2.5:B4 4.4:D5 6.6:C5 8.6:G4', (pitch, at) => breath(pitch, 1.8, at), 0.1, -0.1)
    return echoed(out, 3.4, 0.4)
  },
  swimmer(seconds) {
    const out = take(seconds)
    air(out, 180, 520, 0.5, 11, 1.1)
    for (let at = 0.5; at < seconds; at += 1.9)
      lay(
        out,
        filtered(pink(1, at), 'band', (t) => 500 + 900 * t, 1.2).map(
          (v, i) => v * Math.sin(Math.PI * clamp(i / 48_000)),
        ),
        at,
        0.3,
        Math.sin(at),
      )
    held(out, 'A#2 F3 C4 D4', 0.09, 520)
    return echoed(out, 2.4, 0.35, 0.6)
  },
  'seven-rains'(seconds) {
    const [out, roll] = [take(seconds), dice(8)]
    lay(out, filtered(filtered(pink(seconds, 4), 'high', 700), 'low', 5200), 0, 0.12, -0.4)
    lay(out, filtered(filtered(pink(seconds, 14), 'high', 900), 'low', 4800), 0, 0.12, 0.4)
    for (let i = 0; i < 40; i++)
      lay(
        out,
        chime(900 + roll() * 1700, 0.12, 1.3, 1),
        roll() * seconds,
        0.03 * roll(),
        roll() * 2 - 1,
      )
    held(out, 'F#2 C#3 E3 A3', 0.08, 560)
    tune(out, '1.6:E5 2.4:C#5 5:B4 7:A4', (pitch) => chime(pitch, 2.6, 1, 0.9), 0.13, 0.2)
    return echoed(out, 2.2, 0.32)
  },
  room(seconds) {
    const out = take(seconds)
    air(out, 160, 380, 0.2, 15)
    for (let at = 0.3; at < seconds; at += 1) lay(out, chime(2300, 0.05, 2.3, 1.4), at, 0.05, 0.4)
    tune(
      out,
      '0.8:E4 1.6:G4 2.2:B4 4:A4 5.2:F#4 7:E4',
      (pitch, at) => pluck(pitch, 2.4, 0.3, at),
      0.3,
      -0.2,
    )
    held(out, 'E2 B2 G3', 0.05, 420)
    return echoed(out, 1.6, 0.26)
  },
  salt(seconds) {
    const out = take(seconds)
    air(out, 260, 1100, 0.5, 19, 0.6)
    held(out, 'G2 D3 A3 B3', 0.08, 540)
    tune(out, '2.4:D5 5.4:B4', (pitch, at) => breath(pitch, 2.2, at), 0.07)
    return echoed(out, 3, 0.36)
  },
  block14(seconds) {
    const out = take(seconds)
    air(out, 140, 320, 0.36, 23)
    const murmur = filtered(pink(seconds, 6), 'band', (t) => 420 + 260 * smooth(t * 5, 3, 2), 3)
    lay(
      out,
      murmur.map((v, i) => v * rise(0.4, 0.7, smooth(i / 9000, 2, 8))),
      0,
      0.1,
      -0.5,
    )
    tune(
      out,
      '0.8:C5 1.5:E5 2.2:G5 2.9:E5 4.6:D5 5.3:F5 6:A5 7.4:G5',
      (pitch) => chime(pitch, 1.2, 3, 0.6),
      0.1,
      0.5,
    )
    held(out, 'C3 G3 E4', 0.05, 480)
    return echoed(out, 2, 0.3, 0.6)
  },
  typhoon(seconds) {
    const out = take(seconds)
    air(out, 240, 1700, 0.7, 27, 0.9)
    held(out, 'C2 G2 C#3', 0.11, 360)
    for (let at = 0.7; at < seconds - 0.5; at += 2)
      lay(
        out,
        made(0.09, (t) => Math.sin(2 * Math.PI * 980 * t)),
        at,
        0.05,
      )
    return echoed(out, 2.4, 0.25)
  },
  kites(seconds) {
    const out = take(seconds)
    air(out, 300, 1300, 0.3, 31, 0.7)
    tune(
      out,
      '0.5:D5 1.1:E5 1.7:A5 2.9:G5 3.5:E5 4.7:D5 5.3:B4 6.5:A4 7.6:D5',
      (pitch, at) => pluck(pitch, 1.6, 0.5, at),
      0.28,
      0.2,
    )
    held(out, 'D3 A3 E4', 0.06, 800)
    return echoed(out, 1.8, 0.26)
  },
  plough(seconds) {
    const out = take(seconds)
    const engine = made(
      seconds,
      (t) => ((31 * t) % 1) * 2 - 1 + 0.5 * Math.sin(2 * Math.PI * 62.4 * t),
    )
    lay(out, filtered(engine, 'low', 170), 0, 0.26)
    lay(
      out,
      filtered(pink(seconds, 35), 'band', (t) => 900 + 500 * smooth(t * 3, 1, 4), 0.8),
      0,
      0.12,
      -0.5,
    )
    for (let at = 0.5; at < seconds; at += 1.01)
      lay(
        out,
        made(0.4, (t) => Math.sin(2 * Math.PI * 1240 * t) * clamp(t * 40) * clamp((0.4 - t) * 40)),
        at,
        0.022,
        0.3,
      )
    held(out, 'A2 E3 B3', 0.05, 500)
    return echoed(out, 1.8, 0.24)
  },
  lighthouse(seconds) {
    const out = take(seconds)
    air(out, 200, 1000, 0.5, 39, 0.33)
    held(out, 'D2 A2 E3 F3', 0.09, 420)
    const set = filtered(pink(seconds, 41), 'band', (t) => 1300 + 700 * smooth(t * 1.3, 1, 5), 4)
    lay(out, set, 0, 0.035, 0.4)
    tune(
      out,
      '1.4:A4 2.1:D5 2.8:F5 4.4:E5 6.2:C5 7.2:D5',
      (pitch) => filtered(chime(pitch, 1.4, 1, 1.6), 'band', 1400, 1.2),
      0.2,
      0.4,
    )
    return echoed(out, 2.8, 0.34)
  },
}
