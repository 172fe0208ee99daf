import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { createTitle } from '../titles.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()

test('MN-14 a visitor sees an approximate price in dollars, chooses euros, and pays in yen', async (t) => {
  const here = await testApp(t, { pages, now: new Date('2030-01-05T12:00:00Z') })
  await here.run('currency.fetch_rates')
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_000 })
  const film = await createTitle(here, mika, { copies: 4, price: 2_400 })
  const tab = await openChromium(here)

  const guest = await tab()
  await guest.goto(`/asset/${film.kid}?no=2`)
  await guest.getByText(/^approx\. USD\s16\.56$/).waitFor()
  await assertAccessible(guest)
  const japanese = await tab(undefined, { locale: 'ja' })
  await japanese.goto(`/asset/${film.kid}?no=2`)
  await eventuallyEqual(() => japanese.getByText(/^約/).count(), 0)

  const page = await tab(ren)
  await page.goto('/settings')
  await page.getByLabel('Currency', { exact: true }).selectOption('EUR')
  await page.getByRole('button', { name: 'Save currency' }).click()
  await page.getByText('Currency saved.').waitFor()
  await assertAccessible(page)

  await page.goto(`/asset/${film.kid}?no=2`)
  await page.getByText(/^approx\. EUR\s15\.17$/).waitFor()
  await page.goto(`/payment/purchase/${film.kid}?no=2`)
  const note = page.getByText('You pay ¥2,400 in yen.')
  const rate = /approx\. EUR\s15\.17 at the rate of 4 January 2030 \(Sample rates\)/
  await note.filter({ hasText: rate }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Use ¥2,400' }).click()
  await page.getByRole('button', { name: 'Buy No. 2 for ¥2,400' }).click()
  await page.getByText('No. 2 is yours').first().waitFor()
  deepEqual([await ren.balance(), await mika.balance()], [7_600, 2_160])
})
