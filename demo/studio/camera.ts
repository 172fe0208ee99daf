import sharp from 'sharp'
import { clamp, dice, mix, rise, white } from './noise.ts'
import type { Colour } from './press.ts'

/** One frame being exposed: red, green, blue from 0 to 1, row by row. */
export interface Frame {
  width: number
  height: number
  rgb: Float32Array
}
/** Exposes the frame of one moment, in seconds. */
export type Shot = (frame: Frame, seconds: number) => void
export interface Film {
  width: number
  height: number
  seconds: number
  open(): Promise<Shot>
}
/** A part of a still: its corner and its width in pixels of the still. */
export interface Crop {
  x: number
  y: number
  width: number
}

export const FRAME_RATE = 24
const MARGIN = 0.5

/** A still to film, as numbers. */
export async function still(path: string): Promise<Frame> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const rgb = Float32Array.from(data, (value) => value / 255)
  return { width: info.width, height: info.height, rgb }
}

/** The still's colour between its pixels; beyond an edge it is mirrored. */
export function look({ width, height, rgb }: Frame, x: number, y: number, out: Colour) {
  const [u, v] = [mirrored(x - MARGIN, width - 1), mirrored(y - MARGIN, height - 1)]
  const [left, top] = [Math.min(Math.floor(u), width - 2), Math.min(Math.floor(v), height - 2)]
  const [across, down] = [u - left, v - top]
  const at = (top * width + left) * 3
  const below = at + width * 3
  for (let i = 0; i < 3; i++) {
    const upper = rgb[at + i]! + (rgb[at + 3 + i]! - rgb[at + i]!) * across
    const lower = rgb[below + i]! + (rgb[below + 3 + i]! - rgb[below + i]!) * across
    out[i] = upper + (lower - upper) * down
  }
}

/** Fills the frame by a formula that gets pixel coordinates and writes its colour into `out`. */
export function expose(frame: Frame, point: (x: number, y: number, out: Colour) => void) {
  const out: Colour = [0, 0, 0]
  const { width, height, rgb } = frame
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      point(x, y, out)
      const at = (y * width + x) * 3
      rgb[at] = out[0]
      rgb[at + 1] = out[1]
      rgb[at + 2] = out[2]
    }
}

/** A slow move from one crop to another, gentle at both ends; `share` runs from 0 to 1. */
export function move(from: Crop, to: Crop, share: number): Crop {
  const along = mix(share, rise(0, 1, share), 0.6)
  const between = (part: keyof Crop) => mix(from[part], to[part], along)
  return { x: between('x'), y: between('y'), width: between('width') }
}

interface Snow {
  seconds: number
  count: number
  /** Heights of the frame per second, down and to the right. */
  fall: number
  wind: number
  light?: number
}

/** Flakes on three distances; the near ones are larger, faster and out of focus. */
export function snow({ width, height, rgb }: Frame, how: Snow) {
  const roll = dice(5)
  for (let i = 0; i < how.count; i++) {
    const near = 0.25 + 0.75 * roll() ** 3
    const sway = 0.012 * Math.sin(how.seconds * (0.8 + roll()) + roll() * 7)
    const x = wrapped(roll() * 1.2 + sway + (how.wind / 1.8) * near * how.seconds, 1.2) - 0.1
    const y = wrapped(roll() * 1.2 + how.fall * near * how.seconds, 1.2) - 0.1
    const radius = (0.7 + 3.2 * near ** 3) * (height / 480)
    const light = (how.light ?? 0.5) * (0.35 + 0.65 * roll()) * (near > 0.8 ? 0.5 : 1)
    dab(x * width, y * height, radius, light)
  }

  function dab(x: number, y: number, radius: number, light: number) {
    const reach = Math.ceil(radius * 2)
    for (let py = Math.floor(y) - reach; py <= y + reach; py++)
      for (let px = Math.floor(x) - reach; px <= x + reach; px++) {
        if (px < 0 || py < 0 || px >= width || py >= height) continue
        const amount = light * Math.exp(-((px - x) ** 2 + (py - y) ** 2) / (radius * radius))
        const at = (py * width + px) * 3
        for (let c = 0; c < 3; c++) rgb[at + c]! += amount * (1 - rgb[at + c]!)
      }
  }
}

/** What film and lens add: grain, a darker edge, and the fades at both ends. */
export function develop({ width, height, rgb }: Frame, seconds: number, length: number) {
  const fade = rise(0, 0.9, seconds) * rise(length, length - 1, seconds)
  const seed = Math.round(seconds * FRAME_RATE) * 7
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const away = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2
      const lens = (1 - 0.34 * away) * fade
      const grain = (white(x >> 1, y >> 1, seed) - 0.5) * 0.035
      for (let c = 0, at = (y * width + x) * 3; c < 3; c++, at++)
        rgb[at] = clamp(rgb[at]! * lens + grain * fade)
    }
}

const wrapped = (value: number, period: number) => ((value % period) + period) % period

function mirrored(value: number, last: number): number {
  const folded = wrapped(value, 2 * last)
  return folded > last ? 2 * last - folded : folded
}
