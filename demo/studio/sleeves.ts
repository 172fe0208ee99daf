import { clamp, clouds, dice, mix, rise, smooth } from './noise.ts'
import {
  changed,
  type Colour,
  colour,
  cut,
  dots,
  grained,
  paper,
  painted,
  plate,
  plateOf,
  print,
  type Sheet,
  soft,
} from './press.ts'

const SIDE = 720
const FONT = 'font-family="Noto Sans CJK JP"'
const draw = (body: string) =>
  plate(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 720" width="720" height="720">${body}</svg>`,
    SIDE,
  )
const words = (x: number, y: number, size: number, weight: number, text: string, more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" ${FONT} ${more}>${text}</text>`

/** Three stencil inks: a cassette whose reels have come into flower. */
export async function cassetteGarden(): Promise<Sheet> {
  const flower = (x: number, y: number, petals: number, long: number, wide: number, turn = 0) =>
    Array.from(
      { length: petals },
      (_, i) =>
        `<ellipse cx="${x}" cy="${y - long * 0.62}" rx="${wide}" ry="${long * 0.46}" transform="rotate(${turn + (i * 360) / petals} ${x} ${y})"/>`,
    ).join('')
  const leafy = (x: number, foot: number, top: number, lean: number) => {
    const pairs = Array.from({ length: 6 }, (_, i) => {
      const at = foot - ((foot - top) * (i + 1)) / 7
      const bend = x + lean * ((foot - at) / (foot - top)) ** 2
      const size = 46 - i * 4.6
      return [1, -1]
        .map(
          (side) =>
            `<path d="M${bend} ${at}q${side * size * 0.35} ${-size * 0.62} ${side * size} ${-size * 0.5}q${-side * size * 0.2} ${size * 0.6} ${-side * size} ${size * 0.5}"/>`,
        )
        .join('')
    })
    return `<path d="M${x} ${foot}Q${x} ${(foot + top) / 2} ${x + lean} ${top}" fill="none" stroke="#000" stroke-width="5"/>${pairs.join('')}`
  }
  const [left, right] = [
    { x: 262, y: 400 },
    { x: 458, y: 400 },
  ]
  const shell = `<rect x="112" y="286" width="496" height="306" rx="22"/>`
  const holes = `<rect x="176" y="340" width="368" height="120" rx="60" fill="#fff"/><path d="M214 592l22-64h248l22 64z" fill="#fff"/><circle cx="142" cy="316" r="9" fill="#fff"/><circle cx="578" cy="316" r="9" fill="#fff"/><circle cx="142" cy="562" r="9" fill="#fff"/><circle cx="578" cy="562" r="9" fill="#fff"/>`
  const body = await cut(await draw(shell + holes), 1.6, 3)
  const garden = await draw(
    [
      leafy(70, 720, 430, -16),
      leafy(150, 720, 604, 14),
      leafy(360, 720, 540, 6),
      leafy(250, 720, 626, -10),
      leafy(470, 720, 628, 12),
      leafy(566, 720, 606, -12),
      leafy(652, 720, 410, 20),
    ].join(''),
  )
  const petals = await draw(
    flower(left.x, left.y, 11, 92, 19) +
      flower(right.x, right.y, 11, 92, 19, 16) +
      flower(54, 420, 8, 46, 11) +
      flower(672, 398, 8, 50, 12, 9) +
      flower(366, 532, 7, 34, 9),
  )
  const hearts = await draw(
    [left, right].map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="26"/>`).join('') +
      '<circle cx="54" cy="420" r="13"/><circle cx="672" cy="398" r="14"/><circle cx="366" cy="532" r="9"/>',
  )
  const sun = await draw(
    '<linearGradient id="g" x2="0" y2="1"><stop stop-color="#222"/><stop offset="1" stop-color="#eee"/></linearGradient><rect y="176" width="720" height="544" fill="url(#g)"/>',
  )
  const title = await draw(
    words(46, 108, 74, 900, 'カセットの庭', 'letter-spacing="4"') +
      words(48, 146, 21, 700, 'CASSETTE GARDEN — KUROSHIO DENKI, SIDE B', 'letter-spacing="1.5"'),
  )
  const sheet = paper(SIDE, SIDE, '#f4ecd9', 31)
  print(sheet, dots(sun, 5.4, 75), { colour: '#f6c945', grain: 0.4, seed: 32 })
  print(sheet, garden, { colour: '#2f8f6b', grain: 0.45, shift: [2, 1], seed: 33 })
  print(sheet, petals, { colour: '#f0709a', grain: 0.4, shift: [-2, 1], seed: 34 })
  print(sheet, body, { colour: '#27408b', grain: 0.45, seed: 35 })
  print(sheet, hearts, { colour: '#27408b', grain: 0.4, seed: 36 })
  print(sheet, title, { colour: '#27408b', grain: 0.3, seed: 37 })
  return sheet
}

/** Rain as the columns of a ledger, in two greys and one blue. */
export async function rainLedger(): Promise<Sheet> {
  const roll = dice(77)
  const streaks = Array.from({ length: 118 }, (_, i) => {
    const x = 46 + i * 5.36
    let [y, body] = [208 + roll() * 60, '']
    while (y < 664) {
      const long = 14 + roll() ** 2 * 150 * (0.5 + smooth(i / 16, y / 170, 4))
      const heavy = 0.7 + roll() * 2.2 * clamp(clouds(i / 30, y / 240, 3, 6) * 1.7 - 0.3)
      body += `<path d="M${x} ${y}V${Math.min(664, y + long)}" stroke="#000" stroke-width="${heavy}" stroke-linecap="round"/>`
      y += long + 6 + roll() * 40 + 130 * rise(0.5, 0.75, smooth(i / 9, y / 120, 12))
    }
    return body
  }).join('')
  const rules = Array.from(
    { length: 15 },
    (_, i) => `<path d="M46 ${208 + i * 32.6}H674" stroke="#000" stroke-width="1.3"/>`,
  ).join('')
  const columns = [46, 214, 382, 520, 674]
    .map((x) => `<path d="M${x} 196V676" stroke="#000" stroke-width="1.8"/>`)
    .join('')
  const sheet = paper(SIDE, SIDE, '#dfe0da', 41)
  print(sheet, await draw(rules + columns), { colour: '#6f93b8', grain: 0.4, seed: 42 })
  print(sheet, await draw(streaks), { colour: '#2b3138', grain: 0.4, seed: 43 })
  print(
    sheet,
    await draw(
      words(46, 92, 46, 500, 'Rain Ledger') +
        words(47, 132, 23, 400, 'Ruth Adeyemi Trio') +
        words(674, 132, 17, 400, 'mm per hour, June', 'text-anchor="end"'),
    ),
    {
      colour: '#23282e',
      grain: 0.2,
      seed: 45,
    },
  )
  return sheet
}

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

/** Dawn, thirteen strings, and the bridges that tune them. */
export async function twoKotos(): Promise<Sheet> {
  const bridges = Array.from({ length: 13 }, (_, i) => {
    const [x, y] = [188 + i * 27 + (i > 7 ? 26 : 0), 250 + i * 31.5]
    return `<path d="M${x} ${y - 15}l-16 30h8l8-14 8 14h8z"/>`
  }).join('')
  const strings = Array.from(
    { length: 13 },
    (_, i) =>
      `<path d="M0 ${250 + i * 31.5 - 15}H720" stroke="#000" stroke-width="${1 + i * 0.11}"/>`,
  ).join('')
  const dawn = plateOf(
    SIDE,
    SIDE,
    (x, y) => rise(390, 372, Math.hypot(x - 470, y - 392) * 1.62) * rise(690, 190, y) * 0.95,
  )
  const haze = plateOf(
    SIDE,
    SIDE,
    (x, y) => 0.75 * rise(760, 200, y) * rise(120, 330, y) + 0.1 * clouds(x / 300, y / 60, 3, 3),
  )
  const wood = plateOf(SIDE, SIDE, (x, y) => {
    const rings = clouds(x / 900, y / 120, 3, 61) * 24
    return 0.3 * Math.abs((rings % 1) - 0.5) * rise(240, 720, y)
  })
  const sheet = paper(SIDE, SIDE, '#f1ebe0', 51)
  print(sheet, haze, { colour: '#efc3ae', grain: 0.25, seed: 52 })
  print(sheet, wood, { colour: '#a9855d', grain: 0.3, seed: 53 })
  print(sheet, dots(dawn, 3.8, 45), { colour: '#f08f5f', grain: 0.3, seed: 54 })
  print(sheet, await draw(strings), { colour: '#4a4550', grain: 0.35, seed: 55 })
  print(sheet, await cut(await draw(bridges), 1.4, 5), { colour: '#28324f', grain: 0.35, seed: 56 })
  print(
    sheet,
    await draw(
      words(48, 126, 84, 900, '朝') +
        words(150, 88, 27, 700, 'ASA, FOR TWO KOTOS') +
        words(150, 122, 22, 400, 'Minamo Duo'),
    ),
    { colour: '#28324f', grain: 0.25, seed: 57 },
  )
  return changedEdges(sheet)
}

/** Sleeves rub at their edges. */
function changedEdges(sheet: Sheet): Sheet {
  const worn = changed(
    plateOf(SIDE, SIDE, () => 0),
    (_, x, y) => {
      const edge = Math.min(x, y, SIDE - 1 - x, SIDE - 1 - y)
      return 0.5 * rise(5 + 8 * smooth(x / 30, y / 30, 9), 0, edge)
    },
  )
  print(sheet, worn, { colour: '#f7f3ea', opaque: true, grain: 0.5, seed: 58 })
  return sheet
}
