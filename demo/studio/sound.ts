import { clamp, dice } from './noise.ts'

export const RATE = 48_000
/** Two channels of samples from −1 to 1. */
export interface Take {
  left: Float32Array
  right: Float32Array
}
/** One channel. */
export type Track = Float32Array

export function take(seconds: number): Take {
  const length = Math.round(seconds * RATE)
  return { left: new Float32Array(length), right: new Float32Array(length) }
}

/** A note by its name, `A4` being 440 Hz; sharps are written `C#4`. */
export function hertz(note: string): number {
  const [, name = '', octave = ''] = /^([A-G]#?)(\d)$/.exec(note) ?? []
  const step = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'].indexOf(name)
  return 440 * 2 ** (Number(octave) - 4 + (step - 9) / 12)
}

/** Lays a track into a take at a time in seconds; `pan` from −1 (left) to 1. */
export function lay(into: Take, track: Track, at: number, gain = 1, pan = 0) {
  const from = Math.round(at * RATE)
  const [left, right] = [
    gain * Math.cos(((pan + 1) * Math.PI) / 4),
    gain * Math.sin(((pan + 1) * Math.PI) / 4),
  ]
  for (let i = 0; i < track.length && from + i < into.left.length; i++) {
    if (from + i < 0) continue
    into.left[from + i]! += track[i]! * left
    into.right[from + i]! += track[i]! * right
  }
}

/** A track made of a formula of time in seconds. */
export function made(seconds: number, wave: (t: number, i: number) => number): Track {
  return Float32Array.from({ length: Math.round(seconds * RATE) }, (_, i) => wave(i / RATE, i))
}

/** Noise with as much in every octave, as wind and water have. */
export function pink(seconds: number, seed: number): Track {
  const roll = dice(seed)
  const rows = new Float32Array(12)
  return made(seconds, (_, i) => {
    for (let row = 0; row < 12; row++) if (i % (1 << row) === 0) rows[row] = roll() * 2 - 1
    let sum = 0
    for (const value of rows) sum += value
    return sum / 6
  })
}

/** A resonant filter whose cut-off in Hz may move (state variable filter, A. Simper 2013). */
export function filtered(
  track: Track,
  kind: 'low' | 'band' | 'high',
  cutoff: number | ((t: number) => number),
  q = 0.7,
): Track {
  let [one, two] = [0, 0]
  const out = new Float32Array(track.length)
  for (let i = 0; i < track.length; i++) {
    const at = typeof cutoff === 'number' ? cutoff : cutoff(i / RATE)
    const g = Math.tan((Math.PI * Math.min(at, RATE * 0.45)) / RATE)
    const a = 1 / (1 + g * (g + 1 / q))
    const high = track[i]! - two
    const band = a * (one + g * high)
    const low = two + g * band
    one = 2 * band - one
    two = 2 * low - two
    out[i] = kind === 'low' ? low : kind === 'band' ? band / q : track[i]! - band / q - low
  }
  return out
}

/** A plucked string (Karplus and Strong 1983): `bright` from 0 to 1, `ring` in seconds. */
export function pluck(frequency: number, ring: number, bright: number, seed = 1): Track {
  const roll = dice(seed)
  const period = RATE / frequency
  const size = Math.max(2, Math.floor(period - 0.5))
  const slack = period - 0.5 - size
  const string = new Float32Array(size + 1)
  let kept = 0
  for (let i = 0; i < string.length; i++)
    string[i] = kept += (roll() * 2 - 1 - kept) * (0.15 + 0.85 * bright)
  const loss = 10 ** (-3 / (ring * frequency))
  let at = 0
  return made(ring * 0.9, (t) => {
    const next = (at + 1) % string.length
    const value = string[at]!
    string[at] = loss * ((1 - slack) * 0.5 * (value + string[next]!) + slack * string[next]!)
    at = next
    return value * Math.min(1, t * 900)
  })
}

/** A struck bar or electric piano: a sine bent by another, whose bite dies first. */
export function chime(frequency: number, ring: number, ratio = 3.5, bite = 1.6): Track {
  return made(ring, (t) => {
    const modulator = bite * Math.exp(-t * 7) * Math.sin(2 * Math.PI * frequency * ratio * t)
    const body = Math.sin(2 * Math.PI * frequency * t + modulator)
    return body * Math.exp((-4.6 * t) / ring) * Math.min(1, t * 500) * clamp((ring - t) * 40)
  })
}

/** A warm held chord voice: three slightly untuned saws, softened; `swell` seconds to open. */
export function pad(frequency: number, seconds: number, swell: number, tone = 900): Track {
  const saws = [0.996, 1, 1.0045].map((tune) => frequency * tune)
  const raw = made(seconds, (t) => saws.reduce((sum, f) => sum + ((f * t) % 1) * 2 - 1, 0) / 3)
  const open = filtered(
    raw,
    'low',
    (t) => tone * (0.55 + 0.45 * Math.sin(t * 0.6 + frequency)),
    0.6,
  )
  return open.map(
    (value, i) => value * clamp(i / RATE / swell) * clamp((seconds - i / RATE) / swell),
  )
}

/** A breathy flute-like voice with a slow vibrato. */
export function breath(frequency: number, seconds: number, seed = 3): Track {
  const air = filtered(pink(seconds, seed), 'band', frequency * 1.01, 14)
  let phase = 0
  return made(seconds, (t, i) => {
    phase += (2 * Math.PI * frequency * (1 + 0.004 * Math.sin(t * 31) * clamp(t * 1.4))) / RATE
    const tone = Math.sin(phase) + 0.16 * Math.sin(phase * 2) + 0.05 * Math.sin(phase * 3)
    return (tone * 0.7 + air[i]! * 0.5) * clamp(t * 9) * clamp((seconds - t) * 5)
  })
}

/** A room or hall: eight delays feeding each other (feedback delay network, J.-M. Jot 1991). */
export function echoed(dry: Take, seconds: number, wet: number, damp = 0.35): Take {
  const lengths = [1423, 1777, 2131, 2557, 2999, 3413, 3907, 4327]
  const lines = lengths.map((length) => new Float32Array(length))
  const dull = new Float32Array(8)
  const out = take(dry.left.length / RATE)
  const back = lengths.map((length) => 10 ** ((-3 * length) / RATE / seconds))
  for (let i = 0; i < dry.left.length; i++) {
    let sum = 0
    const heard = lines.map((line, j) => {
      const value = line[i % line.length]!
      dull[j]! += (value - dull[j]!) * (1 - damp)
      sum += dull[j]!
      return dull[j]!
    })
    lines.forEach((line, j) => {
      const input = j % 2 === 0 ? dry.left[i]! : dry.right[i]!
      line[i % line.length] = (heard[j]! - sum / 4) * back[j]! + input * 0.5
    })
    out.left[i] = dry.left[i]! + wet * (heard[0]! + heard[2]! - heard[4]! + heard[6]!) * 0.5
    out.right[i] = dry.right[i]! + wet * (heard[1]! + heard[3]! - heard[5]! + heard[7]!) * 0.5
  }
  return out
}

/** 16-bit WAV of a take, brought to a peak of `level` with fades at both ends (seconds). */
export function wav({ left, right }: Take, level: number, fadeIn: number, fadeOut: number): Buffer {
  const count = left.length
  let peak = 1e-9
  for (let i = 0; i < count; i++) peak = Math.max(peak, Math.abs(left[i]!), Math.abs(right[i]!))
  const file = Buffer.alloc(44 + count * 4)
  file.write('RIFF', 0).toString()
  file.writeUInt32LE(36 + count * 4, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(2, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE * 4, 28)
  file.writeUInt16LE(4, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(count * 4, 40)
  for (let i = 0; i < count; i++) {
    const fade = clamp(i / RATE / fadeIn) * clamp((count - i) / RATE / fadeOut)
    const gain = (level / peak) * fade * 32_767
    file.writeInt16LE(Math.round(left[i]! * gain), 44 + i * 4)
    file.writeInt16LE(Math.round(right[i]! * gain), 46 + i * 4)
  }
  return file
}
