import { doesNotMatch, match } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { textOf } from '../page-text.ts'
import { rentalTitle } from '../rentals.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()

test('sentences of a paragraph have a space between them in English and none in Japanese', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await rentalTitle(here, mika, { copies: 2, for_sale: 1 })
  const ren = await here.person('Ren', { balance: 9_000 })
  for (const path of [
    `/asset/${kid}?no=1`,
    `/payment/purchase/${kid}?no=1`,
    `/payment/rental/${kid}?no=2`,
  ]) {
    match(await textOf(here, path, ren), /numbered copy.*?\. All rights in the work/, path)
    const japanese = await textOf(here, path, ren, 'ja')
    match(japanese, /ライセンス.*?。作品の権利/, path)
    doesNotMatch(japanese, /。\s+\S/, path)
  }
})
