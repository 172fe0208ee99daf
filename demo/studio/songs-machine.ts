import { clamp, dice } from './noise.ts'
import { brush, chord, kick, tick } from './rhythm.ts'
import {
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

/** A drum machine that was taught enka. */
export function machineEnka(): Take {
  const [beat, out] = [60 / 92, take(26)]
  const square = (note: string, seconds: number): Track => {
    const f = hertz(note)
    const bend = (t: number) =>
      1 - 0.035 * Math.exp(-t * 13) + 0.011 * Math.sin(t * 34) * clamp((t - 0.18) * 4)
    let phase = 0
    const raw = made(seconds, (t) => {
      phase += (f * bend(t)) / 48_000
      return (phase % 1 < 0.34 ? 1 : -1) * clamp(t * 60) * clamp((seconds - t) * 12)
    })
    return filtered(raw, 'low', f * 3.4, 0.9)
  }
  const tune = [
    ['0', 'A4', 1.4],
    ['1.5', 'C5', 0.5],
    ['2', 'D5', 1],
    ['3', 'E5', 1.9],
    ['5', 'D5', 0.5],
    ['5.5', 'C5', 0.5],
    ['6', 'A4', 1.9],
    ['8', 'G4', 1],
    ['9', 'A4', 0.5],
    ['9.5', 'C5', 0.5],
    ['10', 'A4', 0.9],
    ['11', 'G4', 0.5],
    ['11.5', 'E4', 0.5],
    ['12', 'D4', 0.7],
    ['13', 'E4', 2.6],
    ['16', 'A5', 1.4],
    ['17.5', 'G5', 0.5],
    ['18', 'E5', 1],
    ['19', 'D5', 0.5],
    ['19.5', 'E5', 1.4],
    ['21', 'C5', 0.5],
    ['22', 'D5', 1],
    ['23', 'C5', 0.5],
    ['23.5', 'A4', 0.5],
    ['24', 'A4', 1.4],
    ['26', 'G4', 0.7],
    ['27', 'A4', 3.4],
  ] as const
  const roots = ['A1', 'A1', 'D2', 'A1', 'F1', 'C2', 'E2', 'A1', 'A1', 'A1']
  for (const [at, note, long] of tune)
    lay(out, square(note, long * beat), (Number(at) + 4) * beat, 0.13, 0.1)
  roots.forEach((root, bar) => {
    for (let eighth = 0; eighth < 8; eighth++) {
      const at = (bar * 4 + eighth / 2) * beat
      lay(
        out,
        filtered(pluck(hertz(root) * (eighth % 4 === 3 ? 2 : 1), 0.4, 0.9, 2), 'low', 500, 1.4),
        at,
        0.75,
      )
      lay(out, tick, at, eighth % 2 ? 0.14 : 0.07, 0.4)
      lay(
        out,
        pluck(hertz(['A4', 'E5', 'C5', 'E5'][eighth % 4]!), 0.35, 0.5, eighth),
        at,
        0.11,
        -0.5,
      )
    }
    for (const step of [0, 1.5, 2]) lay(out, kick, (bar * 4 + step) * beat, 0.8)
    for (const step of [1, 3]) lay(out, brush(bar), (bar * 4 + step) * beat, 0.5, 0.1)
  })
  return echoed(out, 1.3, 0.2)
}

/** Tape loops left out in the sun. */
export function cassetteGarden(): Take {
  const [beat, out] = [60 / 84, take(26)]
  const bars = [
    chord('C3 G3 B3 E4'),
    chord('A2 E3 G3 C4'),
    chord('F2 C3 E3 A3'),
    chord('G2 D3 F3 B3'),
    chord('E2 B2 G3 D4'),
    chord('A2 E3 C4 G4'),
    chord('D3 A3 C4 F4'),
    chord('G2 D3 A3 C4'),
    chord('C3 G3 B3 E4'),
  ]
  const roll = dice(12)
  bars.forEach((notes, bar) => {
    const at = bar * 4 * beat
    notes
      .slice(1)
      .forEach((note, i) =>
        lay(out, pad(hertz(note), 4.3 * beat, 0.5, 1500), at, 0.07, -0.5 + 0.5 * i),
      )
    lay(out, filtered(pad(hertz(notes[0]!), 4 * beat, 0.06, 420), 'low', 300), at, 0.3)
    for (let sixteenth = 0; sixteenth < 16; sixteenth++)
      if (roll() < 0.62) {
        const note = notes[1 + Math.floor(roll() * 3)]!
        lay(
          out,
          chime(hertz(note) * (roll() < 0.4 ? 4 : 2), 0.7, 4, 0.8),
          at + (sixteenth / 4) * beat,
          0.07 + 0.05 * roll(),
          roll() * 1.4 - 0.7,
        )
      }
    for (const step of [0, 2.5]) lay(out, kick, at + step * beat, 0.5)
    for (const step of [1, 3]) lay(out, brush(bar), at + step * beat, 0.26, -0.2)
  })
  const tape = filtered(pink(26, 5), 'band', 3200, 0.5)
  lay(out, tape, 0, 0.02)
  return echoed(wobbled(out), 1.9, 0.26)
}

/** A tape that does not run true. */
function wobbled(dry: Take): Take {
  const bend = (track: Track) =>
    track.map((_, i) => {
      const at = i - 90 - 60 * Math.sin(i / 15_000) - 9 * Math.sin(i / 1_900)
      const whole = Math.floor(at)
      return whole < 0
        ? 0
        : track[whole]! + ((track[whole + 1] ?? 0) - track[whole]!) * (at - whole)
    })
  return { left: bend(dry.left), right: bend(dry.right) }
}

/** What it plays when nobody buys: five notes, a hum, and a coin. */
export function vendingMachine(): Take {
  const [beat, out] = [60 / 124, take(24)]
  lay(
    out,
    made(
      24,
      (t) =>
        Math.sin(2 * Math.PI * 50 * t) +
        0.4 * Math.sin(2 * Math.PI * 100 * t) +
        0.14 * Math.sin(2 * Math.PI * 250 * t),
    ),
    0,
    0.03,
  )
  const bell = (note: string) => chime(hertz(note), 1.1, 3.01, 0.9)
  const phrase =
    'G5 C6 E6 D6 C6 . A5 C6 G5 . E5 G5 A5 G5 . . F5 A5 C6 B5 A5 . G5 A5 D6 . C6 B5 C6 . . .'.split(
      ' ',
    )
  for (let round = 0; round < 2; round++)
    phrase.forEach((note, i) => {
      if (note !== '.') lay(out, bell(note), (round * 32 + i) * beat * 0.72 + 0.6, 0.24, 0.2)
    })
  const roots = [
    'C3',
    'A2',
    'F2',
    'G2',
    'C3',
    'F2',
    'D3',
    'G2',
    'C3',
    'A2',
    'F2',
    'G2',
    'C3',
    'F2',
    'G2',
    'C3',
  ]
  roots.forEach((root, i) => {
    const at = i * 4 * beat * 0.72 + 0.6
    lay(out, pluck(hertz(root), 1, 0.3, i), at, 0.5, -0.2)
    for (const step of [1, 2, 3])
      lay(
        out,
        pluck(hertz(root) * (step === 2 ? 3 : 4), 0.4, 0.5, step),
        at + step * beat * 0.72,
        0.16,
        -0.4,
      )
    for (const step of [0, 2]) lay(out, tick, at + step * beat * 0.72, 0.12, 0.4)
  })
  for (const [at, f] of [
    [0.1, 3100],
    [0.22, 4150],
    [23.1, 2900],
  ] as const)
    lay(out, chime(f, 0.5, 1.47, 1.2), at, 0.1, 0.5)
  return echoed(out, 1.1, 0.22)
}
