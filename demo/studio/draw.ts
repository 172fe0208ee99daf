/** Draws the pictures that `demo/art` holds: `node demo/studio/draw.ts [name …]`. */
import { join } from 'node:path'
import * as pictures from './pictures.ts'
import { save, type Sheet } from './press.ts'
import * as sleeves from './sleeves.ts'

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
}

const wanted = process.argv.slice(2)
for (const [name, make] of Object.entries(works)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  await save(await make(), join(ART, `${name}.webp`))
  console.log(name)
}
