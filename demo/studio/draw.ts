/** Draws the pictures that `demo/art` holds: `node demo/studio/draw.ts [name …]`. */
import { join } from 'node:path'
import sharp from 'sharp'
import { ginkgo } from './ginkgo.ts'
import { noren } from './noren.ts'
import * as pictures from './pictures.ts'
import { grained, save, type Sheet } from './press.ts'
import * as sleeves from './sleeves.ts'
import * as stills from './stills.ts'
import { vendingMachine } from './vending-machine.ts'

const ART = join(import.meta.dirname, '../art')
const works: Record<string, () => Promise<Sheet>> = {
  persimmons: pictures.persimmons,
  moth: pictures.mothAndLamp,
  ginkgo,
  noren,
  cassette: sleeves.cassetteGarden,
  ledger: sleeves.rainLedger,
  vending: vendingMachine,
  kotos: sleeves.twoKotos,
  plough: stills.ploughPoster,
  'plough-wide': stills.ploughStreet,
  lighthouse: stills.lighthousePoster,
}

/** Part of a print over the whole width of a page: where it begins, as a share of the height. */
const heroes = [
  { name: 'persimmons', of: 'persimmons', from: 0.06, quality: 74 },
  { name: 'moth', of: 'moth', from: 0.42, quality: 74 },
  { name: 'noren', of: 'noren', from: 0.31, quality: 74 },
  { name: 'wave', of: 'wave-large', from: 0.14, quality: 38 },
]

/** Prints whose first drawing is small: enlarged, with a grain of their own at the new size. */
const prints = ['fern', 'wave', 'birds', 'stones', 'nemuro']

const wanted = process.argv.slice(2)
for (const [name, make] of Object.entries(works)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  await save(await make(), join(ART, `${name}.webp`))
  console.log(name)
}
for (const name of prints) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const { data, info } = await sharp(join(ART, `${name}.webp`))
    .resize({ width: 1440, kernel: 'lanczos3' })
    .median(3)
    .sharpen({ sigma: 1.6, m1: 0.6, m2: 2.4 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rgb = Float32Array.from(data, (value) => value / 255)
  const sheet = { width: info.width, height: info.height, rgb }
  grained(sheet, 0.05)
  await save(sheet, join(ART, `${name}-large.webp`), 74)
}
for (const { name, of, from, quality } of heroes) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const part = { left: 112, top: Math.round(1800 * from), width: 1216, height: 532 }
  const picture = sharp(join(ART, `${of}.webp`)).extract(part)
  await picture.webp({ quality, effort: 6 }).toFile(join(ART, `${name}-wide.webp`))
}
