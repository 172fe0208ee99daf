import { clamp, clouds, mix, rise, smooth, white } from './noise.ts'
import { type Colour, type Plate, plate } from './press.ts'

/**
 * A scene painted by a formula: `u` across from the middle and `v` down from the top, both in
 * heights of the frame; `t` in seconds. Silhouettes are drawn and looked up.
 */
export type Scene = (u: number, v: number, t: number, out: Colour) => void

const SPAN = 2 // heights that a silhouette's drawing is wide

async function silhouette(body: string): Promise<(u: number, v: number) => number> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1000 0 2000 1000" width="2000" height="1000">${body}</svg>`
  const { width, height, ink }: Plate = await plate(svg, 1600)
  return (u, v) => {
    const [x, y] = [Math.floor((u / SPAN + 0.5) * width), Math.floor(v * height)]
    return x < 0 || y < 0 || x >= width || y >= height ? 0 : ink[y * width + x]!
  }
}

/** Four in the morning: a plough's beacon goes round, and throws the street into orange and back. */
export async function snowPlough(): Promise<Scene> {
  const [ground, lampU, lampV] = [0.66, -0.225, 0.185]
  const plough = await silhouette(
    `<path d="M-78 618V452q0-24 24-24h118q22 0 30 20l26 72h112q26 0 26 26v72z"/><path d="M-52 452h84v74h-84zM52 452h10q8 0 11 8l22 66H52z" fill="#fff"/>
     <circle cx="-18" cy="634" r="46"/><circle cx="196" cy="634" r="46"/><path d="M-84 590h-40l-4-20h44z"/><path d="M-112 512q-16 60-6 138l-70 20q-22 4-18-14 10-96 94-144z"/>
     <path d="M-30 408h40v20h-40zM-36 596h40v-10h-40zM176 520v-76h12v76z"/><path d="M210 486h16v36h-16z"/>`,
  )
  const hub = (u: number, v: number) =>
    rise(0.02, 0.014, Math.min(Math.hypot(u + 0.018, v - 0.634), Math.hypot(u - 0.196, v - 0.634)))
  const stripe = (u: number, v: number) =>
    rise(0.5, 0.56, Math.abs((((u + v) * 17) % 1) - 0.5) * 2) *
    rise(0.57, 0.575, v) *
    rise(0.602, 0.597, v) *
    rise(-0.078, -0.074, u) *
    rise(0.26, 0.255, u)
  const street = await silhouette(
    `<path d="M-306 660V196q0-26 26-26h34v9h-32q-17 0-17 20v461zM-254 164h56l8 17h-72z"/>
     <path d="M330 660V462l96-72 96 72v198zM522 660V500h170v160zM-760 660V476l110-84 110 84v184zM-540 660V520h96v140zM792 660V430h140v230z"/>
     <path d="M388 660h28v-80h-28zM-690 560h44v50h-44zM566 560h40v44h-40z" fill="#fff"/>
     <path d="M-1000 120L1000 176M-1000 150L1000 204" stroke="#000" stroke-width="3"/><path d="M262 660V120h9v540zM228 150h76v6h-76z"/>`,
  )
  return (u, v, t, out) => {
    const turn = t * 3.1
    const [beaconU, beaconV] = [-0.01, 0.4]
    const [away, side] = [
      Math.hypot(u - beaconU, v - beaconV),
      Math.atan2(v - beaconV, u - beaconU),
    ]
    const sweep =
      Math.max(0, Math.cos(side - turn)) ** 10 + Math.max(0, Math.cos(side - turn - 3.14)) ** 10
    const flash = 0.35 + 0.65 * (0.5 + 0.5 * Math.cos(turn * 2))
    const haze = clouds(u * 3 - t * 0.1, v * 4, 3, 4)
    const beacon =
      (0.05 / (0.03 + away)) * flash * 0.8 + sweep * 0.75 * Math.exp(-away * 2.1) * (0.45 + haze)
    const cone =
      rise(0.46, 0.1, Math.abs(u - lampU) / (v - lampV + 0.08)) *
      rise(lampV - 0.02, lampV + 0.06, v)
    const lamp =
      0.026 / (0.02 + Math.hypot(u - lampU, (v - lampV) * 1.5)) +
      cone * 0.46 * rise(0.75, 0.25, v) * (0.7 + 0.5 * haze)
    const isGround = rise(ground - 0.004, ground + 0.012, v - 0.03 * clouds(u * 2, 1, 3, 6) + 0.012)
    const drift = clouds(u * 3, (v - ground) * 16, 4, 9)
    const track =
      isGround *
      rise(0.022, 0.008, Math.abs(v - 0.735 - 0.01 * smooth(u * 9, 1, 3))) *
      rise(0.1, 0.24, u)
    const plumeU = -0.15 - u
    const plume =
      rise(0, 0.07, plumeU) *
      rise(0.62, 0.1, plumeU) *
      clamp(2.6 * clouds(u * 11 + t * 3.4, v * 11 + t * 1.1, 5, 12) - 0.95) *
      rise(0.47 + 0.14 * plumeU, 0.66, v) *
      rise(0.77, 0.68, v)
    const head =
      rise(0.2, 0, Math.abs(v - 0.6 - 0.22 * (-0.06 - u)) / (0.06 + 0.5 * Math.max(0, -0.06 - u))) *
      rise(-0.06, -0.14, u) *
      Math.exp(u * 1.7)
    const lit = 0.55 + 0.6 * drift
    const dark = Math.max(street(u, v) * 0.93, plough(u, v))
    for (let i = 0; i < 3; i++) {
      const orange = [1, 0.52, 0.13][i]!
      const sodium = [1, 0.8, 0.5][i]!
      const sky = [0.035, 0.05, 0.105][i]! * (1 + 1.5 * v) * (0.8 + 0.4 * haze)
      const snowy = [0.13, 0.17, 0.27][i]! * lit * (1 - 0.5 * track)
      let light = mix(sky, snowy, isGround)
      const catches = mix(0.4, 1.25 * lit, isGround)
      light +=
        lamp * sodium * catches * 0.62 +
        beacon * orange * catches +
        head * [0.9, 0.85, 0.66][i]! * 0.34
      const paint =
        [0.2, 0.115, 0.02][i]! * (0.5 + 1.3 * beacon) * rise(0.3, 0.62, v) * plough(u, v)
      const body = mix(
        paint,
        [0.5, 0.46, 0.4][i]! * (0.4 + beacon),
        Math.max(stripe(u, v), hub(u, v) * 0.5),
      )
      light = mix(light, [0.016, 0.018, 0.028][i]! + beacon * orange * 0.06 + body, dark)
      light = mix(light, 0.24 + 0.5 * sodium * (0.3 + lamp) + beacon * orange * 0.8, plume)
      out[i] = light + (0.007 / (0.004 + away * away * 6)) * orange * flash * 0.13
    }
  }
}

/** A lighthouse in sea fog; its beam comes round every six seconds. */
export async function lighthouse(): Promise<Scene> {
  const [lampU, lampV, sea] = [-0.19, 0.292, 0.735]
  const tower = await silhouette(
    `<path d="M-232 742l14-396h56l14 396z"/><path d="M-226 330h72v18h-72zM-216 268h52v62h-52zM-220 262q30-40 60 0z"/><path d="M-194 214h8v30h-8z"/>
     <path d="M-470 778q60-60 136-56 40-30 96-20 74-24 142 12 74 0 132 64z"/><path d="M-330 722v-62l46-34 46 34v62z"/>
     <path d="M-206 286h32v34h-32zM-296 676h22v22h-22z" fill="#fff"/>`,
  )
  const window = (u: number, v: number) =>
    rise(0.015, 0.008, Math.max(Math.abs(u + 0.285), Math.abs(v - 0.687)))
  return (u, v, t, out) => {
    const angle = (t / 6) * 2 * Math.PI + 2.45
    const facing = Math.cos(angle) // −1 away, 1 towards us
    const [du, dv] = [u - lampU, v - lampV]
    const away = Math.hypot(du, dv)
    const reach = Math.sin(angle)
    const slope = 0.1 * facing
    const ray = (way: number) => {
      const along = du * Math.sign(reach * way)
      if (along <= 0) return 0
      const spread = 0.012 + along * 0.11 * (1 + 0.6 * Math.abs(facing))
      const off = Math.abs(dv - along * slope * way) / spread
      return Math.exp(-off * off * 1.6) * Math.abs(reach) * Math.exp(-along * 0.9)
    }
    const fog = clouds(u * 2.2 - t * 0.06, v * 3.4, 4, 31)
    const beam = (ray(1) + ray(-1) * 0.55) * (0.45 + 0.8 * fog)
    const flash = Math.max(0, facing) ** 14
    const flare = (0.012 + 0.05 * flash) / (0.012 + away) + 0.5 * flash * Math.exp(-away * 3.2)
    const star =
      white(Math.floor((u + 2) * 460), Math.floor(v * 460), 8) > 0.9988
        ? rise(0.5, 0.1, v) * (0.4 + 0.6 * smooth(t * 2, u * 90, 5))
        : 0
    const water = rise(sea, sea + 0.004, v)
    const depth = (v - sea) / (1 - sea)
    const swell = clouds(u * (16 - 5 * depth) + t * 0.16, 7 / (0.13 + depth) + t * 0.75, 4, 37)
    const glint =
      water *
      rise(0.53, 0.74, swell) *
      (0.25 + 0.8 * (ray(1) * 0.5 + 0.4 * flash) + 0.5 * Math.exp(-Math.abs(du) * 5))
    const rock = tower(u, v)
    for (let i = 0; i < 3; i++) {
      const warm = [1, 0.9, 0.66][i]!
      const night =
        mix([0.022, 0.04, 0.075][i]!, [0.11, 0.165, 0.2][i]!, rise(0, sea, v) ** 1.5) *
        (0.75 + 0.5 * fog)
      const ocean = [0.03, 0.058, 0.08][i]! * (0.55 + 0.9 * swell) + glint * warm * 0.2
      let light = mix(night + star * 0.8 * (1 - water), ocean, water)
      light += beam * warm * mix(0.62, 0.16, water) + flare * warm * 0.6
      light = mix(light, [0.012, 0.016, 0.022][i]! + flare * warm * 0.12, rock)
      out[i] = light + window(u, v) * [1, 0.66, 0.26][i]! * 0.8
    }
  }
}
