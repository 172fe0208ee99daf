import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { appWithTab } from '../app-with-tab.ts'
import { PHONE } from '../chromium.ts'
import { giveCopy } from '../playback-fixtures.ts'
import { createTitle, listForSale } from '../titles.ts'
import { smallTargets } from '../touch-targets.ts'

test('what is pressed on the main pages is at least 44 pixels high and wide on a phone', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 3 })
  await listForSale(here, mika, [film.tokens.get(3)!], 500)
  for (const number of [1, 2]) await giveCopy(here, film.tokens.get(number)!, ren)
  const found: Record<string, string[]> = {}
  const look = async (who: typeof ren, paths: string[]) => {
    const page = await tab(who, PHONE)
    for (const path of paths) {
      await page.goto(path)
      found[path] = await smallTargets(page)
    }
    return page
  }
  await look(ren, ['/', `/asset/${film.kid}?no=3`, '/account/following'])
  const collection = await look(ren, ['/asset'])
  equal(await collection.getByRole('link', { name: 'No. 1, 2' }).count(), 1)
  await look(mika, [
    '/create',
    '/statistics',
    `/asset/${film.kid}/created`,
    `/asset/${film.kid}/edit`,
  ])
  deepEqual(
    Object.entries(found).filter(([, targets]) => targets.length > 0),
    [],
  )
})

test('the search field of the header is 44 pixels high', async (t) => {
  const { tab } = await appWithTab(t)
  const page = await tab(undefined, { viewport: { width: 1_100, height: 800 }, hasTouch: true })
  await page.goto('/')
  const field = page.getByRole('banner').getByRole('searchbox').first()
  equal((await field.boundingBox())!.height, 44)
})
