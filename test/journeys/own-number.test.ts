import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, PHONE } from '../chromium.ts'
import { makePlayable } from '../playback-fixtures.ts'
import { listForRent, rentalTitle } from '../rentals.ts'
import { createTitle } from '../titles.ts'

/** Opens a test app with two titles of four copies: one for sale, one for rent. Ren has No. 3. */
async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const film = await createTitle(here, mika, {
    copies: 4,
    price: 1_000,
    secondary_rental_enabled: true,
  })
  const disc = await rentalTitle(here, mika, { copies: 4 })
  for (const { kid } of [film, disc]) await makePlayable(here, kid)
  equal((await ren.call(purchaseForFree, film.order(3, 1_000))).error, undefined)
  equal((await ren.call(rentForFree, disc.rent(3, 300))).error, undefined)
  return { here, mika, ren, film, disc, tab }
}

test('RT-05 AS-13 a renter gets from a tile to watching in two steps, or in one', async (t) => {
  const { ren, disc, tab } = await openFixtures(t)
  const page = await tab(ren, PHONE)
  await page.goto('/asset/rented')
  await page.locator('.card-link').click()
  await page.waitForURL(`/asset/${disc.kid}?no=3`)
  await page.getByRole('heading', { name: /^Rented until \d+ \w+ \d{4}, \d\d:\d\d JST/ }).waitFor()
  await assertFitsScreen(page)
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Watch', exact: true }).first().click()
  await page.waitForURL(`/asset/${disc.kid}/watch`)
  await page.getByText('No. 3 of 4', { exact: true }).first().waitFor()

  await page.goto('/asset/rented')
  await page.getByRole('link', { name: /^Watch: / }).click()
  await page.waitForURL(`/asset/${disc.kid}/watch`)
})

test('RT-09 AS-03 AS-13 an owner opens their own number from the market, watches it, sells it and changes its price', async (t) => {
  const { here, ren, film, disc, tab } = await openFixtures(t)
  const page = await tab(ren)
  await page.goto('/')
  const tile = (kid: string) => page.locator(`.card-link[href="/asset/${kid}"]`)
  await tile(film.kid).click()
  await page.getByRole('heading', { name: /^Yours since \d+ \w+ \d{4}$/ }).waitFor()
  await page.getByText('No. 3 of 4', { exact: true }).first().waitFor()
  const ticket = page.getByRole('region', { name: 'Your choice' })
  const actions = () => ticket.locator('.ticket-part :is(a, button).button').allInnerTexts()
  deepEqual(await actions(), [
    'Watch',
    'Sell No. 3',
    'Rent out No. 3',
    'Open No. 3 for trade',
    'Give No. 3',
    'Lend No. 3',
  ])
  await assertAccessible(page)

  await ren.call(listSerialsForSale, {
    listing_type: 'sale',
    asset_token_ids: [film.tokens.get(3)!],
    sale_price: 2_000,
  })
  await eventuallyEqual(actions, ['Watch', 'Change price', 'Stop selling'])
  await page.getByRole('button', { name: 'Change price' }).click()
  const dialog = page.getByRole('dialog', { name: 'New price for No. 3' })
  const price = dialog.getByLabel('Price in yen, tax included')
  await eventuallyEqual(() => price.inputValue(), '2000')
  await price.fill('2500')
  await dialog.getByRole('button', { name: 'Change price to ¥2,500' }).click()
  const offer = async () => (await here.call(getSerial, { id: film.kid, number: 3 })).sale_price
  await eventuallyEqual(offer, 2_500)
  await page.goto('/asset?view=covers')
  await page.getByText('Listed at ¥2,500').waitFor()

  await page.goto('/')
  await tile(disc.kid).click()
  await page.getByRole('heading', { name: /^Rented until/ }).waitFor()
  await ticket.getByRole('link', { name: 'Watch', exact: true }).waitFor()
})

test('RT-04 AS-14 a collection’s tile leads to its number and plays it; a rented-out copy plays nothing', async (t) => {
  const { here, mika, ren, film, tab } = await openFixtures(t)
  const page = await tab(ren, PHONE)
  await page.goto('/asset?view=covers')
  const watch = page.locator(`a[href^="/asset/${film.kid}/watch"]`)
  await watch.click()
  await page.waitForURL(`/asset/${film.kid}/watch?no=3`)

  const tokens = new Map([[3, film.tokens.get(3)!]])
  await listForRent(here, ren, { tokens }, { rent_price: 200, days: 2 })
  await page.goto(`/asset/${film.kid}`)
  await page.getByRole('button', { name: 'Change rent' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rent for No. 3' })
  await eventuallyEqual(() => dialog.getByLabel('Rental period in days').inputValue(), '2')
  await dialog.getByLabel('Rental price in yen, tax included').fill('250')
  await dialog.getByRole('button', { name: 'Change rent' }).click()
  const offer = async () => (await here.call(getSerial, { id: film.kid, number: 3 })).rent_price
  await eventuallyEqual(offer, 250)
  await here.app.runDueJobs?.()
  await page.goto('/asset?view=covers')
  equal(await watch.count(), 1, 'until somebody rents it')
  const aoi = await here.person('Aoi', { balance: 250 })
  const rented = await aoi.call(rentForFree, {
    kid: film.kid,
    asset_token_id: film.tokens.get(3)!,
    owner_account_id: ren.account_id,
    asset_rent_price: 250,
    rental_period_seconds: 2 * 86_400,
    balance_to_use: 250,
    lang: 'en',
  })
  equal(rented.error, undefined)

  await page.goto('/asset?view=covers')
  equal(await watch.count(), 0)
  await page.locator(`.card-link[href^="/asset/${film.kid}"]`).click()
  await page.getByRole('heading', { name: /^Yours since/ }).waitFor()
  await page.getByText(/No\. 3 is rented out until/).waitFor()
  equal(await page.getByRole('link', { name: 'Watch', exact: true }).count(), 0)

  const creator = await tab(mika)
  await creator.goto(`/asset/${film.kid}`)
  await creator.getByText('No. 1 of 4', { exact: true }).first().waitFor()
  equal(await creator.getByRole('heading', { name: /^Yours since/ }).count(), 0)
})
