import { clamp, clouds, dice, mix, rise, smooth, white } from './noise.ts'
import { changed, cut, dots, paper, plate, plateOf, print, type Sheet } from './press.ts'

const [WIDTH, HEIGHT] = [1440, 1800]
const draw = (body: string) =>
  plate(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 900" width="720" height="900">${body}</svg>`,
    WIDTH,
  )
/** A margin of bare paper around the block, in units of the drawing. */
const BLOCK = { x: 52, y: 52, width: 616, height: 770 }

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

/** Linocut: ginkgo leaves in one yellow, cut out of one dark block. */
export async function ginkgo(): Promise<Sheet> {
  const roll = dice(29)
  const blade =
    'M0 62C-3 30-20 6-58-20-92-44-100-62-88-78-62-66-52-84-34-74-24-92-6-88-3-60L0-34 3-60C6-88 24-92 34-74 52-84 62-66 88-78 100-62 92-44 58-20 20 6 3 30 0 62Z'
  const stalk = 'M0 58C2 84-2 108-14 130'
  const veins = Array.from({ length: 17 }, (_, i) => {
    const angle = -1.12 + (i / 16) * 2.24
    const bend = Math.sin(angle) * 34
    return `M0 46Q${bend * 0.5} -6 ${Math.sin(angle) * 92} ${-Math.cos(angle) * 84 + 22}`
  }).join('')
  const leaves: { x: number; y: number; turn: number; size: number }[] = []
  for (let tries = 0; tries < 4000 && leaves.length < 19; tries++) {
    const one = {
      x: 80 + roll() * 560,
      y: 90 + roll() * 700,
      turn: roll() * 360,
      size: 0.62 + roll() * 0.5,
    }
    const gap = (other: typeof one) =>
      Math.hypot(one.x - other.x, one.y - other.y) / (one.size + other.size)
    if (leaves.every((other) => gap(other) > 74)) leaves.push(one)
  }
  const each = (body: string) =>
    leaves
      .map(
        ({ x, y, turn, size }) =>
          `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${body}</g>`,
      )
      .join('')
  const frame = `<clipPath id="c"><rect x="${BLOCK.x}" y="${BLOCK.y}" width="${BLOCK.width}" height="${BLOCK.height}"/></clipPath>`
  const within = (body: string) => `${frame}<g clip-path="url(#c)">${body}</g>`
  const leaf = await cut(
    await draw(
      within(
        each(`<path d="${blade}"/><path d="${stalk}" fill="none" stroke="#000" stroke-width="7"/>`),
      ),
    ),
    2.6,
    12,
  )
  const vein = await draw(
    within(each(`<path d="${veins}" fill="none" stroke="#000" stroke-width="2"/>`)),
  )
  const wide = await cut(
    await draw(
      within(
        each(
          `<path d="${blade}" stroke="#000" stroke-width="9" stroke-linejoin="round"/><path d="${stalk}" fill="none" stroke="#000" stroke-width="15"/>`,
        ),
      ),
    ),
    3,
    13,
  )
  const block = await cut(
    await draw(
      `<rect x="${BLOCK.x}" y="${BLOCK.y}" width="${BLOCK.width}" height="${BLOCK.height}"/>`,
    ),
    4,
    15,
  )
  const gouge = plateOf(WIDTH, HEIGHT, (x, y) => {
    const flow = clouds(x / 420, y / 420, 2, 40) * 7
    const [along, across] = [
      x * Math.cos(flow) + y * Math.sin(flow),
      y * Math.cos(flow) - x * Math.sin(flow),
    ]
    const stroke = smooth(along / 70, across / 7.5, 41)
    return rise(0.7, 0.8, stroke) * rise(0.42, 0.62, clouds(x / 200, y / 200, 2, 43))
  })
  const key = changed(block, (ink, x, y) => {
    const at = y * WIDTH + x
    return ink * (1 - wide.ink[at]!) * (1 - gouge.ink[at]!)
  })

  const sheet = paper(WIDTH, HEIGHT, '#f2eddf', 12)
  print(
    sheet,
    changed(leaf, (ink, x, y) => ink * (1 - 0.9 * vein.ink[y * WIDTH + x]!)),
    {
      colour: '#eab829',
      grain: 0.5,
      shift: [4, 2],
      seed: 71,
    },
  )
  print(sheet, key, { colour: '#1f3a36', grain: 0.55, seed: 72 })
  return sheet
}

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
