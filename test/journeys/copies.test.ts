import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { API } from '#core/http/endpoint.ts'
import { builtPages } from '#src/app.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import {
  eventuallyEqual,
  assertFitsScreen,
  assertAccessible,
  openChromium,
  PHONE,
} from '../chromium.ts'
import { lentForFree } from '../free-rentals.ts'
import { giveOne } from '../gifts.ts'
import { lent } from '../loans.ts'
import { listForRent } from '../rentals.ts'
import { createTitle, listForSale, type TitleOptions } from '../titles.ts'
import { giveCopy } from '../playback-fixtures.ts'
import { waitUntil, testApp } from '../test-app.ts'

const pages = await builtPages()
const SECONDS = 20
const SENT_MAX = 700_000 // bytes before compression

async function openFixtures(t: TestContext, options: TitleOptions) {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, options)
  const tab = await openChromium(here)
  const open = async (width = 1_280, query = '') => {
    const page = await tab(mika, { viewport: { width, height: 844 } })
    await page.goto(`/asset/${film.kid}/created${query}`)
    return page
  }
  /** Returns the open offers by number. */
  const openOffers = async (count: number) => {
    const board = () => mika.call(listSerials, { id: film.kid, status: 'buyable' })
    const { items } = await waitUntil(board, ({ total }) => total === count)
    return new Map(items.map(({ number, sale_price }) => [number, sale_price]))
  }
  return { here, mika, film, tab, open, openOffers }
}

async function select(page: Page, numbers: string) {
  await page.getByLabel('Numbers', { exact: true }).fill(numbers)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
}

test('AS-03 RT-11 three hundred of 999 copies are listed, repriced and delisted in one action each', async (t) => {
  const { open, openOffers } = await openFixtures(t, { copies: 999 })
  const page = await open()
  await select(page, '1-250, 300, 951-')
  await page.getByText('300 copies selected').waitFor()
  await page.getByRole('button', { name: 'Sell 300' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price per copy in yen, tax included').fill('1000')
  await dialog.getByRole('checkbox', { name: /Different price for the \d+ special/ }).check()
  await dialog.getByLabel('Price per special number in yen, tax included').fill('9000')
  const start = Date.now()
  await dialog.getByRole('button', { name: 'List for sale' }).click()
  await page.getByText('300 copies go on sale in a moment.').waitFor()
  const seconds = (Date.now() - start) / 1_000
  t.diagnostic(`300 of 999 listed in ${seconds} s`)
  ok(seconds < SECONDS)
  const listed = await openOffers(300)
  deepEqual(
    [1, 2, 11, 22, 300, 999].map((number) => listed.get(number)),
    [9_000, 1_000, 9_000, 9_000, 1_000, 9_000],
  )

  await page.goto(page.url() + '?status=buyable')
  await page.getByRole('button', { name: 'Select all 300' }).click()
  await page.getByRole('button', { name: 'Change price of 300' }).click()
  await dialog.getByLabel('Price per copy in yen, tax included').fill('2000')
  await dialog.getByRole('button', { name: 'Change 300 prices to ¥2,000' }).click()
  await page.getByText('300 prices changed.').waitFor()
  deepEqual(new Set((await openOffers(300)).values()), new Set([2_000]))

  await page.goto(page.url())
  await select(page, '951-')
  await page.getByRole('button', { name: 'Stop selling 49' }).click()
  await dialog.getByRole('button', { name: 'Stop selling' }).click()
  await page.getByText('49 copies are no longer for sale.').waitFor()
  await openOffers(251)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('49 copies go on sale in a moment.').waitFor()
  deepEqual(new Set((await openOffers(300)).values()), new Set([2_000]))
})

test('a new price does not put a copy on sale again that was delisted meanwhile', async (t) => {
  const { open, openOffers, mika, film } = await openFixtures(t, { copies: 3, price: 1_000 })
  const page = await open()
  await select(page, '1-2')
  await page.getByRole('button', { name: 'Change price of 2' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price per copy in yen, tax included').fill('2000')
  await mika.call(delistSerials, { asset_token_ids: [film.tokens.get(2)!] })
  await dialog.getByRole('button', { name: 'Change 2 prices to ¥2,000' }).click()
  await dialog.getByText('Some prices were not changed').waitFor()
  await dialog.getByText('This copy is not listed.').waitFor()
  await page.getByText('1 price changed.').waitFor()
  const offers = await openOffers(2)
  deepEqual([1, 2, 3].map((number) => offers.get(number)), [2_000, undefined, 1_000]) // oxfmt-ignore
})

test('AS-03 copies that are left after a lost connection are listed at the same price', async (t) => {
  const { open, openOffers } = await openFixtures(t, { copies: 150 })
  const page = await open()
  await select(page, '1-')
  await page.getByRole('button', { name: 'Sell 150' }).click()
  const dialog = page.getByRole('dialog')
  const price = dialog.getByLabel('Price per copy in yen, tax included')
  await price.fill('1000')
  let calls = 0
  await page.route(`**${API}${listSerialsForSale.path}`, (route) =>
    ++calls === 2 ? route.abort() : route.continue(),
  )
  const list = dialog.getByRole('button', { name: 'List 150 copies for ¥1,000 each' })
  await list.click()
  await dialog.getByText('We could not connect.').waitFor()
  await dialog.getByText('100 of 150 done').waitFor()
  await dialog.getByText('The remaining copies get the same terms.').waitFor()
  equal(await price.isDisabled(), true)
  await assertAccessible(page)
  await list.click()
  await page.getByText('150 copies go on sale in a moment.').waitFor()
  deepEqual(new Set((await openOffers(150)).values()), new Set([1_000]))
})

test('AS-03 RT-17 RT-18 a creator takes selected copies to a free distribution or a free rental', async (t) => {
  const { open } = await openFixtures(t, { copies: 9 })
  for (const [name, path] of [
    ['Distribute 4 for free', '/asset/distribute'],
    ['Rent out 4 for free', '/asset/free_rental_listing'],
  ] as const) {
    const page = await open()
    await select(page, '2-4, 8')
    await page.getByRole('link', { name }).click()
    await page.waitForURL((url) => url.pathname === path)
    const numbers = page.getByLabel('Numbers', { exact: true })
    await eventuallyEqual(() => numbers.inputValue(), '2-4,8')
    await page.getByText('4 of these numbers are available.').waitFor()
    await assertAccessible(page)
  }
})

test('AS-04 ST-06 RT-14 a creator tells gifts, loans and free rentals apart among the copies, and filters by them', async (t) => {
  const { here, mika, film, open } = await openFixtures(t, { copies: 8 })
  await lentForFree(mika, film, [2, 3])
  await giveOne(mika, film, 5)
  await lent(mika, film, 6)
  for (const width of [1_280, 390]) {
    const page = await open(width)
    for (const [number, state] of [
      [2, 'Free rental'],
      [5, 'Gift'],
      [6, 'Loan'],
      [7, 'Not listed'],
    ])
      await page.locator('tbody tr').nth(Number(number) - 1).getByText(`${state}`, { exact: true }).waitFor() // oxfmt-ignore
    await page.getByRole('link', { name: 'Free rental 2' }).click()
    await page.waitForURL(/status=free_rental/)
    await eventuallyEqual(() => page.locator('tbody tr[data-row] time').count(), 2)
    await assertAccessible(page)
  }
  equal((await here.call(listSerials, { id: film.kid, status: 'not_available' })).total, 0)
})

test('LI-06 CO-02 a copy of a large edition that is put on sale shows so in the creator’s table at once', async (t) => {
  const { here, mika, film, open } = await openFixtures(t, { copies: 1_001 })
  const page = await open()
  const first = page.locator('tr[data-row="0"]')
  await first.getByText('Not listed', { exact: true }).waitFor()
  await listForSale(here, mika, [film.tokens.get(1)!], 500)
  await first.getByText('For sale', { exact: true }).waitFor({ timeout: 15_000 }) // grids refresh after 30
})

test('RT-13 RT-14 ten thousand copies scroll in a table that loads few rows at a time and is usable by keyboard', async (t) => {
  const { film, open } = await openFixtures(t, { copies: 10_000 })
  const page = await open()
  const rows = page.locator('tbody tr[data-row]')
  ok((await rows.count()) < 80)
  await page.getByLabel('No. 1', { exact: true }).focus()
  await page.locator('.table-gap').waitFor() // before it the table ends after its first rows
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.locator('tr[data-row="9999"] time').waitFor() // the date of acquisition, loaded on demand
  equal(
    await page.evaluate('document.activeElement.tagName'),
    'BODY',
    'no other row takes the focus',
  )
  ok((await rows.count()) < 80)

  await page.getByLabel('No. 9998', { exact: true }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('3 copies selected').waitFor()
  await page.keyboard.press('Home')
  await page.locator('input[aria-label="No. 1"]:focus').waitFor()
  await page.keyboard.press('Shift+Space')
  await page.getByText('10,000 copies selected').waitFor()
  await page.keyboard.press('End')
  await page.locator('input[aria-label="No. 10000"]:focus').waitFor()

  const bytes = async (path: string) => {
    const answer = await page.goto(`/asset/${film.kid}/${path}`)
    return (await answer!.body()).length
  }
  ok((await bytes('created')) < SENT_MAX)
  ok((await bytes('serials')) < SENT_MAX, 'RT-13 my copies')
  await page.getByText('10,000 copies').waitFor()
  await select(page, '9000-')
  await page.getByRole('button', { name: 'Sell 1,001' }).click()
  await page
    .getByRole('dialog')
    .getByText(/^No\. 9000–\d+\./)
    .waitFor()
})

test('RT-14 on a phone each copy of a large edition is a card of the same height', async (t) => {
  const { open } = await openFixtures(t, { copies: 120, price: 1_000 })
  const page = await open(390)
  const rows = page.locator('tbody tr[data-row]')
  const heights = () =>
    rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  await eventuallyEqual(async () => new Set(await heights()).size, 1)
  await select(page, '5, 7')
  await page.getByText('2 copies selected').waitFor()
  await page.getByText('No. 5, 7.', { exact: true }).waitFor()
  const button = page.getByRole('button', { name: 'Change price of 2' })
  const { x, width } = (await button.boundingBox())!
  ok(x >= 0 && x + width <= 390, 'the first action is in view')
  await assertAccessible(page)
  await assertFitsScreen(page)
})

test('a copy that cannot be selected says why when touched, or focused by keyboard, until Escape', async (t) => {
  const { here, film, tab, mika } = await openFixtures(t, { copies: 3 })
  await giveCopy(here, film.tokens.get(2)!, await here.person('Ren'))
  const page = await tab(mika, PHONE)
  await page.goto(`/asset/${film.kid}/created`)
  const reason = page.getByText('owned by someone else', { exact: true })
  const box = page.getByLabel('No. 2, owned by someone else')
  equal(await reason.count(), 0)
  await box.tap({ force: true })
  await reason.waitFor()
  const { x, width } = (await reason.boundingBox())!
  ok(x >= 0 && x + width <= 390)
  equal(await box.isChecked(), false)
  await assertAccessible(page)
  await assertFitsScreen(page)
  await page.keyboard.press('Escape')
  await reason.waitFor({ state: 'detached' })
  await page.getByLabel('No. 1', { exact: true }).focus()
  await page.keyboard.press('Tab') // to the link of No. 1
  await page.keyboard.press('Tab')
  await reason.waitFor()
  await page.keyboard.press('Space')
  equal(await box.isChecked(), false)
  equal(await page.getByText(/selected/).count(), 0)
  await page.keyboard.press('Tab')
  await reason.waitFor({ state: 'detached' })
})

test('an owner of several copies, or more than a hundred, who also rents one chooses the number to watch with, and the choice is remembered', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 300 })
  const film = await createTitle(here, mika, { copies: 110 })
  const last = film.tokens.get(110)!
  await listForRent(here, mika, { tokens: new Map([[110, last]]) }, { rent_price: 300, days: 1 })
  const rental = await ren.call(rentForFree, {
    kid: film.kid,
    asset_token_id: last,
    owner_account_id: mika.account_id,
    asset_rent_price: 300,
    rental_period_seconds: 86_400,
    balance_to_use: 300,
  })
  equal(rental.status, 'active')
  for (let number = 2; number <= 105; number++) await giveCopy(here, film.tokens.get(number)!, ren)
  const made = { kid: film.kid, of: 'asset', name: '360p', media_index: '{}' }
  await here.app.db
    .insertInto('rendition')
    .values({ ...made, created_at: here.clock.now.toISOString() })
    .execute()
  const page = await (await openChromium(here))(ren)
  const choice = page.getByLabel('Your number')
  const chosen = () => choice.inputValue()
  await page.goto(`/asset/${film.kid}?no=3`)
  await page.getByRole('link', { name: 'Watch' }).first().click()
  await eventuallyEqual(chosen, '3')
  await page.goto(`/asset/${film.kid}/watch`)
  await eventuallyEqual(chosen, '3')
  equal(await choice.locator('option').count(), 105)
  await choice.selectOption('No. 110')
  await page.getByText('Rented until').first().waitFor()
  equal(new URL(page.url()).search, '?no=110')
  await page.goto(`/asset/${film.kid}/watch`)
  await eventuallyEqual(chosen, '110')
  await choice.selectOption('No. 105')
  await page.getByText('No. 105 of 110').first().waitFor()
  await choice.selectOption('No. 2')
  await page
    .getByRole('paragraph')
    .filter({ hasText: /^No\. 2 of 110$/ })
    .waitFor()
  await page.goto(`/asset/${film.kid}/watch`)
  await eventuallyEqual(chosen, '2')
})

test('AS-03 the copies that stayed on sale are listed when none is left in the filtered table', async (t) => {
  const { here, film, open } = await openFixtures(t, { copies: 2, price: 500 })
  const ren = await here.person('Ren', { balance: 500 })
  const page = await open(1_280, '?status=buyable')
  await page.getByRole('button', { name: 'Select all 2' }).click()
  await page.getByRole('button', { name: 'Stop selling 2' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Stop selling' }).waitFor()
  await ren.call(purchaseForFree, film.order(2, 500))
  await dialog.getByRole('button', { name: 'Stop selling' }).click()
  await page.getByText('No copies with this status').waitFor()
  await dialog.getByRole('alert').getByText('No. 2').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
})

test('RT-14 keys that belong to the browser move no focus in a table or a board', async (t) => {
  const { film, tab, mika } = await openFixtures(t, { copies: 30, price: 500 })
  const page = await tab(mika)
  const isFocused = (at: string) => page.locator(`${at}:focus`).count()
  await page.goto(`/asset/${film.kid}/created`)
  const box = 'input[aria-label="No. 3"]'
  await page.locator(box).focus()
  for (const keys of ['Control+Home', 'Alt+ArrowUp', 'Meta+ArrowDown']) {
    await page.keyboard.press(keys)
    equal(await isFocused(box), 1, keys)
  }
  await page.goto(`/asset/${film.kid}?no=3`)
  const cell = '.cells a.cell[href="?no=3"]'
  await page.locator(cell).focus()
  for (const keys of ['Control+Home', 'Alt+ArrowLeft', 'Meta+ArrowRight']) {
    await page.keyboard.press(keys)
    equal(await isFocused(cell), 1, keys)
  }
  await page.keyboard.press('ArrowRight')
  equal(await isFocused('.cells a.cell[href="?no=4"]'), 1)
})
