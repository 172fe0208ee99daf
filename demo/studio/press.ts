import sharp from 'sharp'
import { clamp, clouds, mix, smooth, white } from './noise.ts'

/** How much ink lies where, from 0 to 1, row by row. */
export interface Plate {
  width: number
  height: number
  ink: Float32Array
}
/** A picture in the making: red, green, blue from 0 to 1, row by row. */
export interface Sheet {
  width: number
  height: number
  rgb: Float32Array
}
export type Colour = [red: number, green: number, blue: number]
type Field = (x: number, y: number) => number

/** `#d93a22` as three numbers from 0 to 1. */
export function colour(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

/** A drawing in black on white becomes a plate; `width` is that of the plate in pixels. */
export async function plate(svg: string, width: number): Promise<Plate> {
  const { data, info } = await sharp(Buffer.from(svg), { density: 144 })
    .resize({ width })
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width, height: info.height, ink: Float32Array.from(data, (grey) => 1 - grey / 255) }
}

/** A plate made of a formula; `x` and `y` are in pixels. */
export function plateOf(width: number, height: number, field: Field): Plate {
  const ink = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) ink[y * width + x] = clamp(field(x, y))
  return { width, height, ink }
}

/** The same plate changed point by point. */
export function changed(from: Plate, change: (ink: number, x: number, y: number) => number): Plate {
  return plateOf(from.width, from.height, (x, y) => change(from.ink[y * from.width + x]!, x, y))
}

/** Edges as a knife leaves them: `reach` pixels of blur, cut again along noise. */
export async function cut(from: Plate, reach: number, seed: number): Promise<Plate> {
  const blurred = await soft(from, reach)
  const wander = 3 / reach
  return changed(blurred, (ink, x, y) => {
    const edge = 0.5 + 0.34 * (smooth(x * wander * 0.4, y * wander * 0.4, seed) - 0.5)
    return (ink - edge) * reach * 0.9 + 0.5
  })
}

export async function soft({ width, height, ink }: Plate, sigma: number): Promise<Plate> {
  const bytes = Uint8Array.from(ink, (value) => value * 255)
  const raw = { width, height, channels: 1 as const }
  const blurred = await sharp(bytes, { raw }).blur(sigma).extractChannel(0).raw().toBuffer()
  return { width, height, ink: Float32Array.from(blurred, (value) => value / 255) }
}

/** Tone as round dots on a turned grid; `pitch` pixels from dot to dot. */
export function dots(from: Plate, pitch: number, degrees: number): Plate {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return changed(from, (ink, x, y) => {
    const u = (((x * cos + y * sin) / pitch) % 1) * 2 * Math.PI
    const v = (((y * cos - x * sin) / pitch) % 1) * 2 * Math.PI
    const threshold = 0.5 + 0.25 * (Math.cos(u) + Math.cos(v))
    return (ink - threshold) * pitch * 0.7 + 0.5 * ink
  })
}

/** Uncoated paper: a tint with fibres and a little cloud. */
export function paper(width: number, height: number, tint: string, seed = 1): Sheet {
  const base = colour(tint)
  const rgb = new Float32Array(width * height * 3)
  const fine = 1440 / width
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x * fine, y * fine]
      const fibre = smooth(u * 0.32, v * 0.05, seed) + smooth(u * 0.05, v * 0.32, seed + 1)
      const shade = 1 + 0.03 * (fibre - 1) + 0.03 * (clouds(u / 300, v / 300, 3, seed + 2) - 0.5)
      const grit = 0.018 * (white(x, y, seed) - 0.5)
      for (let i = 0; i < 3; i++) rgb[(y * width + x) * 3 + i] = base[i]! * shade + grit
    }
  return { width, height, rgb }
}

interface Ink {
  colour: string
  /** How unevenly it lies, from 0 (screen) to 1 (worn). */
  grain?: number
  /** Pixels by which the sheet was fed askew. */
  shift?: [x: number, y: number]
  /** Covers what lies below instead of staining it. */
  opaque?: boolean
  seed?: number
}

/** Prints one plate on the sheet: inks stain what is below them, and lie unevenly. */
export function print(sheet: Sheet, { width, height, ink }: Plate, how: Ink) {
  const { grain = 0.25, shift: [right, down] = [0, 0], opaque = false, seed = 7 } = how
  const tone = colour(how.colour)
  const fine = 1440 / width
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [from, row] = [x - right, y - down]
      if (from < 0 || row < 0 || from >= width || row >= height) continue
      const laid = ink[row * width + from]!
      if (laid === 0) continue
      const [u, v] = [x * fine, y * fine]
      const speck = white(x, y, seed) > 0.93 ? 0.7 : white(x, y, seed + 1) * 0.35
      const mottle = clouds(u / 26, v / 26, 3, seed + 2)
      const density = laid * (1 - grain * (0.55 * speck + 0.9 * Math.abs(mottle - 0.5)))
      for (let i = 0; i < 3; i++) {
        const at = (y * width + x) * 3 + i
        const below = sheet.rgb[at]!
        sheet.rgb[at] = mix(below, opaque ? tone[i]! : below * tone[i]!, density)
      }
    }
}

/** A sheet painted by a formula, as photographs are; `u` runs across and `v` down, both in heights. */
export function painted(width: number, height: number, point: (u: number, v: number) => Colour) {
  const rgb = new Float32Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rgb.set(point((x + 0.5) / height, (y + 0.5) / height), (y * width + x) * 3)
  return { width, height, rgb }
}

/** Film grain, stronger in the middle tones; `strength` of 0.1 is fast film. */
export function grained({ width, height, rgb }: Sheet, strength: number, seed = 3) {
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const pair = white(x, y, seed) + white(x, y, seed + 1) + smooth(x * 0.7, y * 0.7, seed + 2)
    const light = (rgb[i * 3]! + rgb[i * 3 + 1]! + rgb[i * 3 + 2]!) / 3
    const amount = (pair - 1.5) * strength * (0.35 + 1.6 * clamp(light) * (1 - clamp(light)) * 2)
    for (let c = 0; c < 3; c++) rgb[i * 3 + c]! += amount
  }
}

/** Writes the sheet as WebP. */
export async function save({ width, height, rgb }: Sheet, path: string, quality = 78) {
  const bytes = Uint8Array.from(rgb, (value) => Math.round(clamp(value) * 255))
  await sharp(bytes, { raw: { width, height, channels: 3 } })
    .webp({ quality, effort: 6, smartSubsample: true })
    .toFile(path)
}
