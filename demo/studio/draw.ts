/** Draws the pictures that `demo/art` holds: `node demo/studio/draw.ts [name …]`. */
import { join } from 'node:path'
import sharp from 'sharp'
import * as pictures from './pictures.ts'
import { save, type Sheet } from './press.ts'
import * as sleeves from './sleeves.ts'
import * as stills from './stills.ts'

const ART = join(import.meta.dirname, '../art')
const works: Record<string, () => Promise<Sheet>> = {
  persimmons: pictures.persimmons,
  moth: pictures.mothAndLamp,
  ginkgo: pictures.ginkgo,
  noren: pictures.noren,
  cassette: sleeves.cassetteGarden,
  ledger: sleeves.rainLedger,
  vending: sleeves.vendingMachine,
  kotos: sleeves.twoKotos,
  plough: stills.ploughPoster,
  lighthouse: stills.lighthousePoster,
}

/** Part of a print over the whole width of a brand's page: where it begins, as a share of the height. */
const heroes = { persimmons: 0.06, moth: 0.42, noren: 0.31 }

const wanted = process.argv.slice(2)
for (const [name, make] of Object.entries(works)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  await save(await make(), join(ART, `${name}.webp`))
  console.log(name)
}
for (const [name, from] of Object.entries(heroes)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const part = { left: 112, top: Math.round(1800 * from), width: 1216, height: 532 }
  const picture = sharp(join(ART, `${name}.webp`)).extract(part)
  await picture.webp({ quality: 74, effort: 6 }).toFile(join(ART, `${name}-wide.webp`))
}
