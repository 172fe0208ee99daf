import { clamp, clouds, dice, rise, smooth } from './noise.ts'
import { changed, cut, dots, paper, plateOf, print, type Sheet } from './press.ts'
import { draw, SIDE, words } from './sleeve.ts'

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
