import { join } from 'node:path'
import {
  type Crop,
  expose,
  type Film,
  type Frame,
  look,
  move,
  type Shot,
  snow,
  still,
} from './camera.ts'
import { clamp, clouds, mix, rise, smooth, white } from './noise.ts'
import type { Colour } from './press.ts'
import { lighthouse, type Scene, snowPlough } from './scenes.ts'

const ART = join(import.meta.dirname, '../art')
const WIDE = { width: 854, height: 480, seconds: 12 }
const SMALL = { width: 640, height: 360, seconds: 10 }

/** Changes where a still is looked at, and the light that comes from there. Times are in seconds. */
interface Motion {
  from: Crop
  to: Crop
  bend?: (x: number, y: number, seconds: number, at: [x: number, y: number]) => void
  light?: (out: Colour, x: number, y: number, seconds: number) => void
  after?: (frame: Frame, seconds: number) => void
}

function filmed(name: string, size: typeof WIDE, motion: Motion): Film {
  return { ...size, open: async () => shot(await still(join(ART, `${name}.webp`)), size, motion) }
}

function shot(picture: Frame, size: typeof WIDE, { from, to, bend, light, after }: Motion): Shot {
  return (frame, seconds) => {
    const crop = move(from, to, seconds / size.seconds)
    const scale = crop.width / size.width
    const at: [number, number] = [0, 0]
    expose(frame, (px, py, out) => {
      const [x, y] = [crop.x + (px + 0.5) * scale, crop.y + (py + 0.5) * scale]
      at[0] = x
      at[1] = y
      bend?.(x, y, seconds, at)
      look(picture, at[0], at[1], out)
      light?.(out, at[0], at[1], seconds)
    })
    after?.(frame, seconds)
  }
}

function played(size: typeof WIDE, open: () => Promise<Scene>, after?: Motion['after']): Film {
  return {
    ...size,
    open: async () => {
      const scene = await open()
      return (frame, seconds) => {
        expose(frame, (x, y, out) => {
          scene((x - size.width / 2) / size.height, y / size.height, seconds, out)
          for (let i = 0; i < 3; i++) out[i]! /= 0.66 + 0.42 * out[i]!
        })
        after?.(frame, seconds)
      }
    },
  }
}

/** Still water below `level`: what it mirrors wavers, more towards the viewer. */
const water =
  (level: number, depth: number, strength: number): NonNullable<Motion['bend']> =>
  (x, y, t, at) => {
    if (y < level) return
    const near = (y - level) / depth
    const wave =
      Math.sin(y / (3 + 9 * near) - t * 2.1) + Math.sin(y / (5 + 14 * near) + t * 1.3 + x / 160)
    at[0] += wave * strength * (0.25 + near)
    at[1] += (smooth(x / 60, y / 14 - t * 0.8, 3) - 0.5) * strength * 1.4 * near
  }

const isWarm = (out: Colour) => clamp((out[0] - out[2]) * 2.2) * rise(0.4, 0.8, out[0])
const times = (out: Colour, factor: number) => {
  for (let i = 0; i < 3; i++) out[i]! *= factor
}

export const films: Record<string, Film> = {
  nemuro: filmed('nemuro-wide', WIDE, {
    from: { x: 20, y: 60, width: 1400 },
    to: { x: 190, y: 76, width: 1380 },
    bend(x, y, t, at) {
      at[1] += 1.5 * Math.sin(t * 5.2) * Math.sin(t * 1.7)
      if (y > 560) at[0] += 7 * rise(560, 700, y) * (smooth(x / 40, y / 9 - t * 1.2, 4) - 0.5)
    },
    light: (out, x, _, t) =>
      times(out, 1 + 0.16 * isWarm(out) * (smooth(t * 2.4, Math.floor(x / 190), 6) - 0.4)),
    after: (frame, seconds) => snow(frame, { seconds, count: 420, fall: 0.26, wind: -0.34 }),
  }),
  'sea-works': filmed('sea-works-wide', WIDE, {
    from: { x: 0, y: 0, width: 1600 },
    to: { x: 150, y: 104, width: 1370 },
    bend: water(606, 290, 5),
    light: (out, x, y, t) =>
      times(
        out,
        1 + 0.7 * isWarm(out) * rise(0.62, 0.85, out[0]) * (smooth(t * 1.6, x / 60 + y, 8) - 0.5),
      ),
  }),
  otaru: filmed('otaru-wide', WIDE, {
    from: { x: 300, y: 10, width: 1210 },
    to: { x: 120, y: 10, width: 1180 },
    bend: water(448, 250, 4.4),
    after: (frame, seconds) =>
      snow(frame, { seconds, count: 130, fall: 0.05, wind: 0.03, light: 0.3 }),
  }),
  swimmer: filmed('swimmer', SMALL, {
    from: { x: 0, y: 330, width: 720 },
    to: { x: 60, y: 120, width: 600 },
    bend(x, y, t, at) {
      at[0] += 9 * (smooth(x / 70, y / 60 + t * 1.1, 3) - 0.5) + 3 * Math.sin(y / 46 + t * 2.2)
      at[1] += 11 * (smooth(x / 80 + t * 0.5, y / 64, 4) - 0.5)
    },
    light(out, x, y, t) {
      const fold = Math.abs(clouds(x / 74 + t * 0.26, y / 74 - t * 0.2, 2, 5) - 0.5)
      times(out, 0.94 + 0.5 * rise(0.06, 0, fold) * rise(0.1, 0.4, out[2] - out[0]))
    },
  }),
  'seven-rains': filmed('seven-rains', SMALL, {
    from: { x: 0, y: 330, width: 720 },
    to: { x: 24, y: 240, width: 672 },
    bend(x, y, t, at) {
      const lane = Math.floor(x / 16)
      const speed = 26 + 110 * white(lane, 1, 2)
      const [dx, dy] = [
        x - lane * 16 - 8,
        ((((y - t * speed + white(lane, 2, 2) * 900) % 230) + 230) % 230) - 40,
      ]
      const inside = 1 - (dx * dx) / 22 - (dy * dy) / (dy < 0 ? 320 : 44)
      if (inside <= 0 || white(lane, 3, 2) < 0.45) return
      at[0] -= dx * 7 * inside
      at[1] -= dy * 5 * inside
    },
    light: (out, x, y, t) =>
      times(out, 0.8 + 0.5 * smooth(t * 0.9 + 9 * smooth(x / 90, y / 90, 2), 1, 7)),
  }),
  room: filmed('room', SMALL, {
    from: { x: 60, y: 40, width: 620 },
    to: { x: 20, y: 250, width: 660 },
    light(out, x, y, t) {
      const sway = 12 * Math.sin(t * 0.8) + 7 * Math.sin(t * 1.9 + 1)
      const leaf = clouds((x + sway) / 62, (y + 0.4 * sway) / 50, 3, 21)
      const cloud = 0.82 + 0.3 * smooth(t * 0.34, 1, 9)
      times(out, mix(1, cloud * (0.62 + 0.6 * rise(0.36, 0.56, leaf)), isWarm(out)))
    },
    after: (frame, seconds) =>
      snow(frame, { seconds: seconds + 20, count: 46, fall: -0.02, wind: 0.03, light: 0.16 }),
  }),
  salt: filmed('salt', SMALL, {
    from: { x: 0, y: 330, width: 720 },
    to: { x: 60, y: 420, width: 560 },
    light(out, x, y, t) {
      const fog = rise(0.42, 0.8, clouds(x / 210 - t * 0.22, y / 70 + t * 0.02, 4, 13))
      const low = 0.55 * fog * rise(330, 600, y)
      for (let i = 0; i < 3; i++) out[i] = mix(out[i]!, [0.82, 0.82, 0.79][i]!, low)
    },
    after: (frame, seconds) =>
      snow(frame, { seconds, count: 160, fall: 0.03, wind: 0.7, light: 0.4 }),
  }),
  block14: filmed('block14', SMALL, {
    from: { x: 0, y: 490, width: 720 },
    to: { x: 0, y: 60, width: 720 },
    light(out, x, y, t) {
      const [col, row] = [Math.floor(x / 120), Math.floor(y / 81.8)]
      const bright = rise(0.22, 0.5, Math.max(out[0], out[1], out[2]))
      const life = white(col, row, 4)
      const off = life < 0.3 ? rise(0.1, 0, Math.abs(t - 2 - life * 22) - 1.6) : 0
      const screen = life > 0.78 ? 0.4 * (white(Math.floor(t * 7), col * 31 + row, 9) - 0.5) : 0
      times(out, mix(1, 1 - 0.9 * off + screen, bright))
    },
  }),
  typhoon: filmed('typhoon', SMALL, {
    from: { x: 14, y: 235, width: 720 },
    to: { x: 116, y: 300, width: 520 },
    bend(x, y, t, at) {
      const [dx, dy] = [x - 377, y - 451]
      const away = Math.hypot(dx, dy)
      const angle = t * (0.05 + 0.16 * Math.exp(-away / 190))
      at[0] = 377 + dx * Math.cos(angle) - dy * Math.sin(angle)
      at[1] = 451 + dx * Math.sin(angle) + dy * Math.cos(angle)
    },
    light: (out, _, y, t) =>
      times(out, 0.97 + 0.05 * white(Math.floor(y / 2), Math.floor(t * 24), 3)),
  }),
  kites: filmed('kites', SMALL, {
    from: { x: 0, y: 470, width: 720 },
    to: { x: 0, y: 70, width: 720 },
    bend(x, y, t, at) {
      const free = rise(860, 120, y)
      const gust = 0.6 + 0.8 * smooth(t * 0.7, 1, 3)
      at[0] +=
        free * gust * (15 * Math.sin(t * 1.25 + y / 190 + x / 260) + 4 * Math.sin(t * 3.1 + x / 60))
      at[1] += free * gust * 8 * Math.sin(t * 1.7 + x / 120)
    },
  }),
  plough: played(SMALL, snowPlough, (frame, seconds) =>
    snow(frame, { seconds, count: 300, fall: 0.3, wind: -0.26, light: 0.6 }),
  ),
  lighthouse: played(SMALL, lighthouse),
}
