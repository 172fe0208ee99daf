import { snow } from './camera.ts'
import { type Colour, grained, painted, type Sheet } from './press.ts'
import { lighthouse, type Scene, snowPlough } from './scenes.ts'

const POSTER = { width: 720, height: 900 }
const HEAD = { width: 1216, height: 608 }

/** A painted scene held at one moment, as on its film's poster; `middle` is what stands there. */
function held(scene: Scene, seconds: number, middle: number, { width, height } = POSTER): Sheet {
  return painted(width, height, (u, v) => {
    const out: Colour = [0, 0, 0]
    scene(u - width / height / 2 + middle, v, seconds, out)
    return out.map((light) => light / (0.66 + 0.42 * light)) as Colour
  })
}

export async function ploughPoster(): Promise<Sheet> {
  const sheet = held(await snowPlough(), 2.2, -0.06)
  snow(sheet, { seconds: 3, count: 300, fall: 0.3, wind: -0.2, light: 0.6 })
  grained(sheet, 0.085, 9)
  return sheet
}

/** The plough's street over the whole width of a page. */
export async function ploughStreet(): Promise<Sheet> {
  const sheet = held(await snowPlough(), 2.2, 0, HEAD)
  snow(sheet, { seconds: 3, count: 300, fall: 0.3, wind: -0.2, light: 0.6 })
  grained(sheet, 0.04, 9)
  return sheet
}

export async function lighthousePoster(): Promise<Sheet> {
  const sheet = held(await lighthouse(), 4.9, 0.04)
  grained(sheet, 0.085, 9)
  return sheet
}
