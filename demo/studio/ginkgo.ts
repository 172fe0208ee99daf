import { clouds, dice, rise, smooth } from './noise.ts'
import { changed, cut, paper, plateOf, print, type Sheet } from './press.ts'
import { BLOCK, draw, HEIGHT, WIDTH } from './print-sheet.ts'

/** Linocut: ginkgo leaves in one yellow, cut out of one dark block. */
export async function ginkgo(): Promise<Sheet> {
  const blade =
    'M0 62C-3 30-20 6-58-20-92-44-100-62-88-78-62-66-52-84-34-74-24-92-6-88-3-60L0-34 3-60C6-88 24-92 34-74 52-84 62-66 88-78 100-62 92-44 58-20 20 6 3 30 0 62Z'
  const stalk = 'M0 58C2 84-2 108-14 130'
  const veins = Array.from({ length: 17 }, (_, i) => {
    const angle = -1.12 + (i / 16) * 2.24
    const bend = Math.sin(angle) * 34
    return `M0 46Q${bend * 0.5} -6 ${Math.sin(angle) * 92} ${-Math.cos(angle) * 84 + 22}`
  }).join('')
  const leaves = scattered()
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

/** Where leaves fall that do not hide each other. */
function scattered() {
  const roll = dice(29)
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
  return leaves
}
