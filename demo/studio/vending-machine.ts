import { clamp, dice, mix, rise, smooth } from './noise.ts'
import { type Colour, colour, grained, painted, type Sheet, soft } from './press.ts'
import { draw, SIDE, words } from './sleeve.ts'

/** A vending machine at two in the morning, and what it has left. */
export async function vendingMachine(): Promise<Sheet> {
  const tints = [
    '#e9edf0',
    '#f0b429',
    '#5fb3b3',
    '#e5684f',
    '#6f74c9',
    '#8cc084',
    '#f3d6a4',
    '#3e6fb0',
  ].map(colour)
  const roll = dice(52)
  const cans = Array.from({ length: 24 }, (_, i) => ({
    tint: tints[Math.floor(roll() * tints.length)]!,
    sold: roll() < 0.17,
    col: i % 6,
    row: Math.floor(i / 6),
  }))
  const lit = await soft(await draw('<rect x="92" y="150" width="536" height="442" rx="8"/>'), 46)
  const can = (col: number, row: number) =>
    `<path d="M${122 + col * 82} ${176 + row * 102}q0-7 8-7h50q8 0 8 7v62q0 7-8 7h-50q-8 0-8-7z"/>`
  const shape = await draw(cans.map(({ col, row }) => can(col, row)).join(''))
  const window = await draw('<rect x="102" y="158" width="516" height="424" rx="5"/>')
  const hatch = await draw(
    '<rect x="236" y="622" width="248" height="58" rx="5"/><rect x="534" y="622" width="60" height="58" rx="4"/>',
  )
  const shelf = await draw(
    [0, 1, 2, 3]
      .map((row) => `<rect x="102" y="${252 + row * 102}" width="516" height="6"/>`)
      .join(''),
  )
  const buttons = await draw(
    cans
      .map(({ col, row, sold }) =>
        sold
          ? ''
          : `<rect x="${142 + col * 82}" y="${260 + row * 102}" width="28" height="7" rx="2"/>`,
      )
      .join(''),
  )
  const dim = await draw(cans.map(({ col, row, sold }) => (sold ? can(col, row) : '')).join(''))
  const sign = await draw(
    words(360, 104, 58, 900, '自動販売機のうた', 'text-anchor="middle" letter-spacing="3"'),
  )
  const halo = await soft(sign, 9)
  const sheet = painted(SIDE, SIDE, (u, v): Colour => {
    const [x, y] = [Math.floor(u * SIDE), Math.floor(v * SIDE)]
    const at = y * SIDE + x
    const [col, row] = [Math.floor((x - 122 + 8) / 82), Math.floor((y - 169 + 8) / 102)]
    const tint = cans[row * 6 + col]?.tint ?? tints[0]!
    const turn = ((x - 122 - col * 82) / 66) * 2 - 1
    const round =
      0.5 +
      0.58 * Math.sqrt(clamp(1 - turn * turn * 0.94)) +
      0.3 * rise(0.16, 0, Math.abs(turn + 0.42))
    const band = (y - 169 - row * 102) / 76
    const label = band > 0.36 && band < 0.62 ? 0.72 : 1
    const glass = window.ink[at]! * (0.94 - 0.34 * Math.abs(((y - 150) % 102) / 102 - 0.35))
    const steel = 0.05 + 0.035 * smooth(u * 300, v * 2, 5)
    return [0, 1, 2].map((i) => {
      const cold = [0.8, 0.93, 1][i]!
      let light = steel * [0.7, 0.85, 1.25][i]! + 0.22 * lit.ink[at]! * cold
      light = mix(light, glass * cold * 0.8, window.ink[at]!)
      light = mix(light, 0.09, shelf.ink[at]! * 0.8)
      const tin = tint[i]! * round * label * (0.9 - 0.16 * band)
      light = mix(light, mix(tin, 0.1 + 0.08 * cold, dim.ink[at]!), shape.ink[at]!)
      light = mix(light, [0.95, 0.3, 0.22][i]!, buttons.ink[at]! * 0.95)
      light = mix(light, 0.012, hatch.ink[at]!)
      light += halo.ink[at]! * [0.5, 0.34, 0.14][i]! * 0.9
      return mix(light, [1, 0.9, 0.62][i]!, sign.ink[at]!)
    }) as Colour
  })
  grained(sheet, 0.13, 53)
  return sheet
}
