import { clouds, mix, rise, smooth, white } from './noise.ts'
import { cut, paper, type Sheet } from './press.ts'
import { draw, HEIGHT, WIDTH } from './print-sheet.ts'

/** Indigo cloth with hemp-leaf stitches: a door curtain of two widths, photographed flat. */
export async function noren(): Promise<Sheet> {
  const side = 82
  const stitches: string[] = []
  const [rise60, line] = [
    side * Math.sqrt(3) * 0.5,
    (a: number[], b: number[]) => `M${a.join()}L${b.join()}`,
  ]
  for (let row = -1; row < 14; row++)
    for (let col = -1; col < 11; col++) {
      const left = [col * side + (row % 2 ? side / 2 : 0), row * rise60]
      const right = [left[0]! + side, left[1]!]
      for (const way of [1, -1]) {
        const tip = [left[0]! + side / 2, left[1]! + way * rise60]
        const middle = [left[0]! + side / 2, left[1]! + (way * rise60) / 3]
        stitches.push(line(left, middle), line(right, middle), line(tip, middle))
        stitches.push(line(left, right), line(left, tip))
      }
    }
  const round = `<circle cx="360" cy="452" r="172"/>`
  const thread = await draw(
    `<clipPath id="c"><path clip-rule="evenodd" d="M0 0H720V900H0ZM360 272a180 180 0 1 0 .1 0Z"/></clipPath><g clip-path="url(#c)"><path d="${stitches.join('')}" fill="none" stroke="#000" stroke-width="3" stroke-dasharray="8.2 4.4" stroke-linecap="round"/></g>`,
  )
  const crest = await cut(
    await draw(
      `<mask id="m"><rect width="720" height="900" fill="#fff"/><g fill="none" stroke="#000" stroke-width="13"><path d="M200 430q40-34 80 0t80 0 80 0 80 0M200 486q40-34 80 0t80 0 80 0 80 0M210 542q40-34 80 0t80 0 80 0 70-4"/></g><circle cx="408" cy="362" r="34" fill="#000"/></mask><g mask="url(#m)">${round}</g>`,
    ),
    3,
    17,
  )

  const { rgb, ...size } = paper(WIDTH, HEIGHT, '#e9e4d8', 17)
  const fold = (x: number, y: number) =>
    0.5 + 0.5 * Math.sin(x / 118 + 1.6 * smooth(y / 700, x / 900, 19) + (y / HEIGHT) * 0.8)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const at = y * WIDTH + x
      const slit =
        Math.abs(x - 720 - 5 * Math.sin(y / 210)) < 4 + rise(300, HEIGHT, y) * 15 && y > 300
      const hem = 1716 + 10 * Math.sin(x / 90)
      if (slit || y > hem) {
        const near = y > hem ? rise(60, 0, y - hem) : 0.8
        for (let i = 0; i < 3; i++) rgb[at * 3 + i]! *= 1 - 0.34 * near
        continue
      }
      const weave =
        0.86 +
        0.2 * (((x >> 1) + (y >> 1)) % 2) * white(x >> 1, y >> 1, 3) +
        0.1 * white(x, y >> 2, 4)
      const light =
        mix(0.62, 1.16, fold(x, y)) * weave * (1 + 0.16 * (clouds(x / 180, y / 180, 3, 23) - 0.5))
      const undyed = Math.max(thread.ink[at]! * 0.93, crest.ink[at]!)
      const worn = 0.1 * rise(0.55, 0.8, clouds(x / 320, y / 320, 3, 25))
      const [red, green, blue] = [
        mix(0.11, 0.9, undyed + worn * 0.5),
        mix(0.19, 0.88, undyed + worn * 0.5),
        mix(0.42, 0.81, undyed + worn * 0.4),
      ]
      rgb.set([red * light, green * light, blue * light], at * 3)
    }
  return { ...size, rgb }
}
