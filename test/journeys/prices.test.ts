import { equal, match } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { builtPages } from '#src/app.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { listForRent } from '../rentals.ts'
import { createTitle, listForSale } from '../titles.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()

/** Opens a test app in which Ren owns No. 1 of Mika's title; Nos. 2 to 4 are hers and not listed. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const film = await createTitle(here, mika, { copies: 4, price: 1_000 })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  const asset_token_ids = [2, 3, 4].map((number) => film.tokens.get(number)!)
  await mika.call(delistSerials, { asset_token_ids })
  return { here, film, kid: film.kid, mika, ren, tab: await openChromium(here) }
}

/** Waits until the shares calculated by the server are shown. */
async function assertShows(place: Page | Locator, ...facts: string[]) {
  for (const fact of facts) await place.getByText(fact, { exact: true }).first().waitFor()
}

test('MN-15 the price of a new title and the lowest price of a published one show their shares', async (t) => {
  const { kid, mika, tab } = await openFixtures(t)
  const page = await tab(mika, { viewport: { width: 390, height: 844 } })
  const lowest = page.getByRole('textbox', { name: 'Lowest price (¥)' })

  await page.goto('/create')
  await page.getByRole('textbox', { name: 'Price per copy (¥)' }).fill('2500')
  await assertShows(page, 'Where ¥2,500 goes', '¥2,250', '¥250')
  await page.getByText('Includes ¥227 consumption tax.').waitFor()
  await page.getByText('You also receive ¥250 from each resale at this price.').waitFor()
  await assertAccessible(page)

  await page.goto(`/asset/${kid}/edit`)
  await lowest.fill('999')
  await page.getByRole('textbox', { name: 'Royalty on resales (%)' }).fill('20')
  await assertShows(page, 'Where ¥999 goes', '¥900', '¥99')
  await page.getByText('Includes ¥90 consumption tax.').waitFor()
  await page.getByText('You also receive ¥199 from each resale at this price.').waitFor()
  await lowest.fill('9')
  await page.getByText('You also receive').waitFor({ state: 'hidden' })
  await assertAccessible(page)
})

test('RT-09 MN-15 AS-08 a guest reads the split of a first sale, of a resale and of a rental in yen', async (t) => {
  const { here, kid, film, ren, mika, tab } = await openFixtures(t)
  await listForSale(here, ren, [film.tokens.get(1)!], 2_000)
  await listForSale(here, mika, [film.tokens.get(2)!], 2_400)
  const tokens = new Map([[3, film.tokens.get(3)!]])
  await listForRent(here, mika, { tokens }, { rent_price: 300, days: 3 })
  const guest = await tab(undefined, { viewport: { width: 390, height: 844 } })
  const ticket = guest.getByRole('region', { name: 'Your choice' })

  await guest.goto(`/asset/${kid}?no=2`)
  await assertShows(ticket, 'Where ¥2,400 goes', 'Creator', '¥2,160', 'Renban', '¥240')
  await assertAccessible(guest)
  await guest.goto(`/asset/${kid}?no=1`)
  await assertShows(ticket, 'Where ¥2,000 goes', 'Seller', '¥1,700', 'Creator', '¥200', '¥100')
  const history = guest.getByRole('region', { name: 'History of No. 1' })
  await history
    .getByRole('listitem')
    .first()
    .filter({ hasText: /Sold\s*¥1,000$/ })
    .waitFor()
  await history.getByRole('listitem').last().filter({ hasText: 'Issued' }).waitFor()
  await guest.goto(`/asset/rental/${kid}?no=3`)
  await assertShows(ticket, 'Where ¥300 goes', 'Creator', '¥270', 'Renban', '¥30')
})

test('a number on the board shows its price while it is pointed at or focused, and the chart of prices paid has yen', async (t) => {
  const { here, kid, film, mika, tab } = await openFixtures(t)
  await listForSale(here, mika, [film.tokens.get(2)!], 2_400)
  const guest = await tab()
  await guest.goto(`/asset/${kid}?no=1`)
  const shown = (number: number) =>
    guest
      .locator(`a.cell[href*="no=${number}"] .cell-figure`)
      .evaluate((figure) => getComputedStyle(figure, '::after').content)
  equal(await shown(2), 'none')
  await guest.locator('a.cell[href*="no=2"]').hover()
  await eventuallyEqual(() => shown(2), '"¥2,400"')
  await guest.mouse.move(0, 0)
  await eventuallyEqual(() => shown(2), 'none')
  await guest.locator('a.cell[href*="no=1"]').focus()
  await guest.keyboard.press('ArrowRight')
  await eventuallyEqual(() => shown(2), '"¥2,400"')
  equal(await shown(3), 'none') // it is not listed
  await assertAccessible(guest)

  const aoi = await here.person('Aoi', { balance: 2_400 })
  await aoi.call(purchaseForFree, { ...film.order(2, 2_400), asset_sale_price: 2_400 })
  await guest.reload()
  const axis = guest.locator('.price-chart').first().locator('.price-steps > span')
  match((await axis.allTextContents()).join(' '), /^¥[\d,]+( ¥[\d,]+)+$/)
})

test('LI-10 an owner’s ticket speaks of a licence that they own, and a creator’s of none', async (t) => {
  const { here, kid, film, ren, mika, tab } = await openFixtures(t)
  await listForSale(here, ren, [film.tokens.get(1)!], 2_000)
  const page = await tab(ren)
  await page.goto(`/asset/${kid}`)
  await page.getByText('You own a licence to watch this numbered copy.').waitFor()
  equal(await page.getByText('You buy a licence').count(), 0)
  equal(await page.getByText('If it is resold').count(), 0)
  await page.goto(`/asset/${kid}?no=2`)
  await page.getByText('You buy a licence').waitFor()
  const creator = await tab(mika)
  await creator.goto(`/asset/${kid}?no=2`)
  equal(await creator.getByText(/You (buy|own) a licence/).count(), 0)
})

test('MN-15 a price for many copies shows the shares of one copy', async (t) => {
  const { kid, mika, tab } = await openFixtures(t)
  const page = await tab(mika)
  await page.goto(`/asset/${kid}/created?status=not_listed`)
  for (const number of [2, 3, 4]) await page.getByLabel(`No. ${number}`, { exact: true }).check()
  await page.getByRole('button', { name: 'Sell 3' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price per copy in yen, tax included').fill('3000')
  await assertShows(dialog, 'Where ¥3,000 goes', 'Creator', '¥2,700', 'Renban', '¥300')
  await dialog.getByText('Includes ¥272 consumption tax.').waitFor()
  await eventuallyEqual(() => dialog.getByText('Seller').count(), 0)
})

test('MN-15 a reseller sees the creator’s share, and the note on small prices', async (t) => {
  const { kid, ren, tab } = await openFixtures(t)
  const page = await tab(ren)
  await page.goto(`/asset/${kid}?no=1`)
  await page.getByRole('button', { name: 'Sell No. 1' }).first().click()
  const dialog = page.getByRole('dialog')
  const price = dialog.getByLabel('Price in yen, tax included')
  await price.fill('3333')
  await assertShows(
    dialog,
    'Where ¥3,333 goes',
    'Seller',
    '¥2,834',
    'Creator',
    '¥333',
    'Renban',
    '¥166',
  )
  await dialog.getByText('Includes ¥303 consumption tax.').waitFor()
  await price.fill('49')
  await assertShows(dialog, '¥43', '¥4', '¥2')
  await dialog.getByText('Below the card minimum. Buyers would need balance.').waitFor()
  await assertAccessible(page)
})
