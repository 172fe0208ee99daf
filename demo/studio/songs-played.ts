import { clamp, dice } from './noise.ts'
import { brush, chord, line, tick } from './rhythm.ts'
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

/** A quartet plays a tide in five-four: double bass, electric piano, brushes. */
export function tideTables(): Take {
  const [beat, out] = [0.46, take(23)]
  const bars = [
    chord('D3 A3 C4 E4'),
    chord('G2 F3 B3 D4'),
    chord('A#2 A3 D4 F4'),
    chord('C3 G3 A#3 E4'),
    chord('D3 A3 C4 F4'),
    chord('F2 E3 A3 C4'),
    chord('A#2 F3 A3 D4'),
    chord('A2 G3 C#4 E4'),
  ]
  const tune = line(
    '2:A4 3:C5 4:E5 6.5:D5 8:B4 10:C5 12:A4 13:F4 15.5:G4 18:E4 21:F4 22:A4 23:D5 25:C5 27.5:A4 30:A#4 31:D5 32:F5 33:A5 35:G5 37:E5 38:C#5',
  )
  bars.forEach((notes, bar) => {
    const at = bar * 5 * beat
    const root = hertz(notes[0]!)
    for (const [step, gain] of [
      [0, 1],
      [1.5, 0.5],
      [3, 0.8],
    ] as const)
      lay(out, pluck(root, 1.6, 0.12, bar + step), at + step * beat, 0.85 * gain)
    for (const step of [0, 2.5])
      notes
        .slice(1)
        .forEach((note, i) =>
          lay(
            out,
            chime(hertz(note), 1.9, 1, 1.1),
            at + (step + i * 0.03) * beat,
            0.13,
            -0.3 + i * 0.2,
          ),
        )
    for (const step of [1, 2, 3.66, 4]) lay(out, brush(bar + step), at + step * beat, 0.16, 0.3)
    for (let step = 0; step < 5; step++) lay(out, tick, at + step * beat, 0.05, -0.4)
  })
  tune.forEach(({ beat: at, note }, i) =>
    lay(out, breath(hertz(note), 0.9, i), at * beat + 5 * beat, 0.11, 0.15),
  )
  return echoed(out, 1.5, 0.24)
}

/** A piano with a felt rag in it, and two strings missing. */
export function nocturnes(): Take {
  const [beat, out] = [0.62, take(27)]
  const felt = (note: string): Track => {
    const f = hertz(note)
    const hammer = filtered(pink(0.06, f), 'band', 700, 2).map((v, i) => v * Math.exp(-i / 700))
    const strings = made(3, (t) => {
      let sum = 0
      for (let n = 1; n < 7; n++)
        sum +=
          (Math.sin(2 * Math.PI * f * n * Math.sqrt(1 + 0.0004 * n * n) * t) / n ** 1.9) *
          Math.exp(-t * (1.1 + n * 0.6 + f / 900))
      return sum * Math.min(1, t * 320) * clamp((3 - t) * 3)
    })
    hammer.forEach((v, i) => {
      strings[i]! += v * 0.5
    })
    return strings
  }
  const left = line(
    '0:A2 1:E3 2:C4 4:F2 5:C3 6:A3 8:D2 9:A2 10:F3 12:E2 13:B2 14:G#3 16:A2 17:E3 18:C4 20:F2 21:C3 22:A3 24:G2 25:D3 26:B3 28:C3 29:G3 30:E4 32:A2 33:E3 34:A3 36:A2',
  )
  const right = line(
    '0:E5 1.5:D5 2:C5 3:B4 4:A4 6:C5 8:F5 9.5:E5 10:D5 11:C5 12:B4 15:E4 16:E5 17.5:F5 18:E5 19:C5 20:A5 22:G5 24:D5 25.5:E5 26:F5 27:D5 28:E5 31:B4 32:C5 34:A4 36:E5 36.1:A5',
  )
  const roll = dice(4)
  for (const { beat: at, note } of left) lay(out, felt(note), at * beat + roll() * 0.03, 0.5, -0.25)
  for (const { beat: at, note } of right)
    lay(out, felt(note), at * beat + 0.02 + roll() * 0.04, 0.42, 0.25)
  lay(out, filtered(pink(27, 8), 'low', 1500), 0, 0.012)
  return echoed(out, 2.4, 0.3, 0.5)
}

/** Almost nothing: a trio in a large cold room, waiting for each other. */
export function hush(): Take {
  const out = take(27)
  lay(
    out,
    filtered(pink(27, 2), 'low', (t) => 420 + 260 * Math.sin(t * 0.5)),
    0,
    0.07,
  )
  for (const [at, notes] of [
    [0, 'D3 A3 E4'],
    [6.6, 'A#2 F3 C4'],
    [13.2, 'G2 D3 A3'],
    [19.8, 'A2 E3 B3'],
  ] as const)
    chord(notes).forEach((note, i) =>
      lay(out, pad(hertz(note), 7.6, 2.6, 760), at, 0.085, -0.5 + i * 0.5),
    )
  line('1:E5 3.5:F5 4.4:E5 7.6:C5 11:A4 14.2:D5 16.4:E5 17:F5 20.8:E5 23.6:B4').forEach(
    ({ beat: at, note }) => lay(out, chime(hertz(note), 4.2, 2, 0.5), at, 0.2, 0.2),
  )
  line('0.2:D2 6.8:A#1 13.4:G1 16.8:D2 20:A1').forEach(({ beat: at, note }, i) =>
    lay(out, pluck(hertz(note), 3.4, 0.1, i), at, 0.8, -0.15),
  )
  return echoed(out, 4.4, 0.42, 0.45)
}

/** One bass figure for as long as it rains; the piano writes down the drops. */
export function rainLedger(): Take {
  const [beat, out, roll] = [0.5, take(26), dice(31)]
  const rain = filtered(filtered(pink(26, 6), 'high', 900), 'low', 6000)
  lay(out, rain, 0, 0.05, -0.2)
  for (let bar = 0; bar < 8; bar++) {
    const up = [0, 0, 3, 3, -2, -2, 0, 0][bar]!
    line('0:E2 1.5:B2 2:D3 3.5:E3 4:B2 5:G2').forEach(({ beat: at, note }, i) =>
      lay(out, pluck(hertz(note) * 2 ** (up / 12), 1.2, 0.14, i), (bar * 6 + at) * beat, 0.8, -0.1),
    )
    for (let drop = 0; drop < 9; drop++) {
      const note = ['B4', 'D5', 'E5', 'F#5', 'A5', 'B5'][Math.floor(roll() * 6)]!
      lay(
        out,
        chime(hertz(note) * 2 ** (up / 12), 1.6, 1, 0.7),
        (bar * 6 + Math.floor(roll() * 12) / 2) * beat,
        0.08 + 0.1 * roll(),
        roll() * 1.2 - 0.6,
      )
    }
    for (let step = 0; step < 6; step++)
      lay(out, brush(step), (bar * 6 + step) * beat, step % 3 ? 0.1 : 0.17, 0.35)
  }
  return echoed(out, 2, 0.3)
}

/** Two kotos at daybreak, in the hirajoshi tuning. */
export function twoKotos(): Take {
  const [out, roll] = [take(28), dice(3)]
  const scale = ['D3', 'G3', 'A3', 'A#3', 'D4', 'D#4', 'G4', 'A4', 'A#4', 'D5', 'D#5', 'G5', 'A5']
  const koto = (string: number, strength: number, at: number, pan: number) =>
    lay(
      out,
      pluck(hertz(scale[string]!), 2.8, 0.35 + 0.4 * strength, string + at),
      at,
      0.5 * strength,
      pan,
    )
  const first =
    '0:9 1.4:8 1.7:7 2.1:6 3.4:4 4.2:6 4.6:7 5:8 6.4:9 6.8:10 7.1:9 8.6:7 10:11 10.3:10 10.6:9 11:8 12.2:6 12.6:7 14:4 15.2:5 15.5:4 16.4:8 17:9 17.3:11 18.6:12 19:11 19.3:10 19.6:9 20.4:8 21.6:6 22:7 23.4:9 25:4'
  for (const { beat: at, note } of line(first))
    koto(Number(note), 0.75 + 0.25 * roll(), at + roll() * 0.02, -0.45)
  const second =
    '0:0 3.4:1 5:0 5.3:4 8.6:2 9:4 10:0 12.2:3 14:1 14.4:4 16.4:0 18.6:2 19:5 20.4:0 22:3 23.4:0 23.7:4 25:0 25.1:4'
  for (const { beat: at, note } of line(second)) koto(Number(note), 0.8, at + 0.03, 0.45)
  for (const start of [7.8, 22.6])
    for (let i = 0; i < 10; i++) koto(12 - i, 0.32 + 0.03 * i, start + i * 0.075, 0.3)
  lay(out, breath(hertz('D4'), 5, 7), 12.4, 0.05, 0.1)
  return echoed(out, 2.6, 0.3)
}
