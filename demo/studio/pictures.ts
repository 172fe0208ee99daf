import { clamp, clouds, dice, rise, smooth, white } from './noise.ts'
import { changed, cut, dots, paper, print, type Sheet } from './press.ts'
import { BLOCK, draw, HEIGHT, WIDTH } from './print-sheet.ts'

/** Two-colour stencil print: twelve places on a cloth, eleven persimmons. */
export async function persimmons(): Promise<Sheet> {
  const roll = dice(11)
  const places = Array.from({ length: 12 }, (_, i) => ({
    x: 172 + (i % 3) * 188 + (roll() - 0.5) * 22,
    y: 160 + Math.floor(i / 3) * 186 + (roll() - 0.5) * 18,
    size: 71 + roll() * 11,
    turn: (roll() - 0.5) * 44,
    eaten: i === 7,
  }))
  const fruit = ({ x, y, size: s, turn }: (typeof places)[number], fill: string) =>
    `<path transform="translate(${x} ${y}) rotate(${turn / 4}) scale(${s / 100})" fill="${fill}" d="M0-84C58-92 108-58 106-2 104 58 62 92 0 92-62 92-104 58-106-2-108-58-58-92 0-84Z"/>`
  const leaf = 'M0 0C10-30 34-40 58-34 50-8 32 10 0 0Z'
  const calyx = ({ x, y, size: s, turn }: (typeof places)[number]) =>
    `<g transform="translate(${x} ${y - s * 0.36}) rotate(${turn}) scale(${s / 104})">${[
      8, 98, 188, 278,
    ]
      .map((angle) => `<path d="${leaf}" transform="rotate(${angle})"/>`)
      .join('')}<circle r="9"/><path d="M-4-4L-7-30 5-31 4 0Z"/></g>`
  const whole = places.filter(({ eaten }) => !eaten)
  const [gone] = places.filter(({ eaten }) => eaten)

  const flesh = await draw(whole.map((one) => fruit(one, '#000')).join(''))
  const shine = whole
    .map(
      (one, i) =>
        `<radialGradient id="g${i}" cx=".36" cy=".3" r=".8"><stop offset=".1" stop-color="#fff"/><stop offset=".55" stop-color="#c9c9c9"/><stop offset="1" stop-color="#262626"/></radialGradient>${fruit(one, `url(#g${i})`)}`,
    )
    .join('')
  const shade = dots(await draw(shine), 9.4, 22)
  const shadow = places
    .map(
      ({ x, y, size }) => `<ellipse cx="${x + 17}" cy="${y + size * 0.86}" rx="${size}" ry="15"/>`,
    )
    .join('')
  const ring = `<path fill="none" stroke="#000" stroke-width="2.5" stroke-dasharray="3 9" d="M${gone!.x - 70} ${gone!.y}a70 66 0 1 0 140 0a70 66 0 1 0-140 0"/>`
  const seeds = [-16, 6, 24]
    .map(
      (dx, i) =>
        `<ellipse cx="${gone!.x + dx * 1.3}" cy="${gone!.y + 34 + (i % 2) * 7}" rx="5" ry="12" transform="rotate(${dx * 2} ${gone!.x + dx * 1.3} ${gone!.y + 34})"/>`,
    )
    .join('')
  const key = await cut(await draw(places.map(calyx).join('') + ring + seeds), 2.4, 5)
  const cloth = changed(await draw(shadow), (ink, x, y) => {
    const stripe = Math.abs((((x / WIDTH) * 24) % 1) - 0.5) < 0.055 ? 0.3 : 0
    return Math.max(ink * 0.62, y > 88 && y < HEIGHT - 88 && x > 88 && x < WIDTH - 88 ? stripe : 0)
  })

  const sheet = paper(WIDTH, HEIGHT, '#f3ead6', 4)
  print(sheet, dots(cloth, 7.2, 67), { colour: '#8ba59b', grain: 0.5, seed: 21 })
  print(sheet, flesh, { colour: '#f08a3c', grain: 0.5, seed: 31 })
  print(sheet, shade, { colour: '#e25b2a', grain: 0.45, shift: [3, -2], seed: 41 })
  print(sheet, key, { colour: '#23413a', grain: 0.4, shift: [-3, 3], seed: 51 })
  return sheet
}

/** Woodblock print: a lamp, its light and a moth, with a hand-wiped night. */
export async function mothAndLamp(): Promise<Sheet> {
  const { x, y, width, height } = BLOCK
  const block = await cut(
    await draw(`<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`),
    3,
    3,
  )
  const [lampX, lampY] = [720, 1180]
  const night = changed(block, (ink, px, py) => {
    const away = Math.hypot(px - lampX, (py - lampY) * 0.94)
    const wiped = rise(120, 1080, away) * (0.93 + 0.1 * rise(900, 100, py))
    const rings = 0.045 * Math.sin(away / 17 + 5 * smooth(px / 260, py / 260, 8))
    const wood = clouds(px / 150, py / 1900, 2, 14) * 34
    const grain = 0.1 * (Math.abs((wood % 1) - 0.5) * 2 - 0.5)
    return ink * clamp(0.06 + wiped + rings * (1 - wiped) + grain * (0.3 + wiped))
  })
  const glow = changed(
    block,
    (ink, px, py) => ink * clamp(1.02 - Math.hypot(px - lampX, py - lampY) / 620) * 0.95,
  )
  const ribs = Array.from({ length: 15 }, (_, i) => {
    const [at, half] = [500 + i * 13.2, 62 + 34 * Math.sin(((i + 0.6) / 15.2) * Math.PI)]
    return `<path d="M${360 - half} ${at}Q360 ${at + 9} ${360 + half} ${at}" fill="none" stroke="#000" stroke-width="1.7"/>`
  }).join('')
  const lamp = `<path d="M292 490h136v13H292zM300 694h120v14H300zM357 52h6v428h-6zM338 474h44v18h-44z"/><path d="M360 708v40M352 748h16l-4 46h-8z" stroke="#000" stroke-width="3"/>`
  const wing = `M0 0C-26-58-96-96-150-84-158-40-128 8-74 26-96 46-98 78-74 96-40 92-12 60 0 22Z`
  const moth = `<g transform="translate(466 326) rotate(24) scale(.86)">
    <path d="${wing}"/><path d="${wing}" transform="scale(-1 1)"/>
    <path d="M-7-14C-9 10-8 52 0 74 8 52 9 10 7-14Z"/><path d="M-3-18Q-16-48-34-56M3-18Q16-48 34-56" fill="none" stroke="#000" stroke-width="3"/></g>`
  const marks = `<g transform="translate(466 326) rotate(24) scale(.86)" fill="none" stroke="#000" stroke-width="3">
    <path d="M-7-14C-9 10-8 52 0 74 8 52 9 10 7-14Z" fill="#000"/><path d="M-3-18Q-16-52-36-60M3-18Q16-52 36-60" stroke-width="4"/>
    ${[1, -1]
      .map(
        (side) =>
          `<g transform="scale(${side} 1)"><path d="M-134-70Q-96-14-30 8M-112-78Q-78-26-18 0M-144-44Q-108-4-54 16M-64 84Q-44 54-14 26M-82 68Q-56 44-20 24"/><circle cx="-92" cy="-46" r="11"/><circle cx="-58" cy="64" r="7"/></g>`,
      )
      .join('')}</g>`
  const key = await cut(await draw(ribs + lamp), 2, 9)
  const body = await cut(await draw(moth), 2.6, 10)
  const lines = await draw(marks)

  const sheet = paper(WIDTH, HEIGHT, '#f1e9d8', 9)
  print(sheet, glow, { colour: '#f3b443', grain: 0.3, seed: 61 })
  print(sheet, night, { colour: '#1c2f5e', grain: 0.4, seed: 62 })
  print(
    sheet,
    changed(body, (ink, px, py) => ink * (0.9 - 0.2 * white(px, py, 5))),
    {
      colour: '#e9d9b4',
      opaque: true,
      grain: 0.25,
      seed: 63,
    },
  )
  print(sheet, lines, { colour: '#5a4630', grain: 0.3, seed: 64 })
  print(sheet, key, { colour: '#17182a', opaque: true, grain: 0.2, seed: 65 })
  return sheet
}
