import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual } from '../chromium.ts'
import { giveCopy } from '../playback-fixtures.ts'
import { createTitle, listForSale } from '../titles.ts'

const NARROW = { viewport: { width: 320, height: 700 } }

/** Opens a test app with a title of Mika's, whose first numbers are for sale at these prices. */
async function openFixtures(t: TestContext, copies: number, prices: readonly number[]) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies, secondary_sale_enabled: true })
  const token = (number: number) => film.tokens.get(number)!
  for (const [price, numbers] of Map.groupBy(prices.keys(), (i) => prices[i]!)) {
    const tokens = numbers.map((i) => token(i + 1))
    await listForSale(here, mika, tokens, price)
  }
  return { here, tab, mika, token, path: `/asset/${film.kid}` }
}

const cellOf = (page: Page, number: number) => page.locator(`.cells a.cell[href="?no=${number}"]`)
const priceFilter = (page: Page) => page.getByRole('combobox', { name: 'Price', exact: true })
const shownNumbers = (page: Page) => page.locator('.cells a.cell .cell-figure').allInnerTexts()

/** Returns what draws the sign of a resale in a cell: none, or a part of a square in a colour. */
const signOf = (page: Page, number: number) =>
  cellOf(page, number).evaluate((cell) => {
    const { content, clipPath, backgroundColor } = getComputedStyle(
      cell.querySelector('.cell-figure')!,
      '::before',
    )
    return content === 'none' ? 'none' : `${clipPath} ${backgroundColor}`
  })

test('RT-09 a number that its owner sells is marked as a resale in its cell, its name, the legend and the table', async (t) => {
  const { here, tab, token, path } = await openFixtures(t, 12, [900])
  const ren = await here.person('Ren')
  await giveCopy(here, token(2), ren)
  const guest = await tab()
  await guest.goto(`${path}?no=1`)
  const legend = guest.locator('.legend').getByText('Resale', { exact: true })
  match(await cellOf(guest, 1).innerText(), /^No\. 1, Buy, ¥900/)
  equal(await signOf(guest, 1), 'none')
  equal(await legend.count(), 0)

  await listForSale(here, ren, [token(2)], 2_000)
  await legend.waitFor() // without a reload
  const words = async () => (await cellOf(guest, 2).innerText()).split('\n')[0]
  await eventuallyEqual(words, 'No. 2, Buy, Resale, ¥2,000') // being prepared at first
  match(await signOf(guest, 2), /^polygon/)
  equal(await signOf(guest, 1), 'none')
  for (const colorScheme of ['light', 'dark'] as const) {
    await guest.emulateMedia({ colorScheme })
    await assertAccessible(guest)
  }
  await guest.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  match(await signOf(guest, 2), /^polygon.* rgb\(0, 0, 0\)$/)
  await guest.emulateMedia({ forcedColors: 'none' })

  await guest.getByRole('button', { name: 'Show as table' }).click()
  const marked = guest.locator('tbody tr').filter({ hasText: 'Resale' })
  await marked.waitFor()
  match(await marked.innerText(), /¥2,000/)
  await assertAccessible(guest)
})

test('RT-09 the numbers available up to a price are chosen by keyboard, and all of them are one press away', async (t) => {
  const { here, tab, mika, token, path } = await openFixtures(t, 12, [900, 900, 2_400, 5_500])
  const guest = await tab(undefined, NARROW)
  await guest.goto(`${path}?no=3`)
  const filter = priceFilter(guest)
  deepEqual(await filter.getByRole('option').allInnerTexts(), [
    'Any price',
    'Up to ¥900',
    'Up to ¥2,400',
  ])
  await guest.getByRole('radio', { name: 'All 12' }).check()
  equal((await shownNumbers(guest)).length, 12)

  await filter.focus()
  await guest.keyboard.press('ArrowDown')
  await guest.keyboard.press('ArrowDown')
  await guest.getByRole('radio', { name: 'Available (3)' }).waitFor()
  equal(await guest.getByRole('radio', { name: 'Available (3)' }).isChecked(), true)
  deepEqual(await shownNumbers(guest), ['1', '2', '3'])
  await guest.getByRole('status').filter({ hasText: 'Available (3)' }).waitFor()
  await assertFitsScreen(guest)
  await assertAccessible(guest)

  await filter.selectOption('Up to ¥900')
  await eventuallyEqual(() => shownNumbers(guest), ['1', '2', '3']) // the chosen one stays
  await guest.getByRole('radio', { name: 'Available (2)' }).waitFor()
  await guest.getByRole('radio', { name: 'All 12' }).check()
  equal((await shownNumbers(guest)).length, 12)
  equal(await filter.inputValue(), '')
  await guest.getByRole('radio', { name: 'Available (4)' }).waitFor()

  await mika.call(delistSerials, { asset_token_ids: [token(3), token(4)] })
  await filter.waitFor({ state: 'detached' }) // one price is left
  await listForSale(here, mika, [token(3)], 950)
  await filter.waitFor()
})

test('RT-09 SH-10 the price up to which numbers are shown is kept in the address, with no answer of the server', async (t) => {
  const { tab, path } = await openFixtures(t, 12, [900, 900, 2_400, 5_500])
  const guest = await tab(undefined, NARROW)
  await guest.goto(`${path}?no=1`)
  const asked: string[] = []
  guest.on('request', (request) => {
    if (/\.data/.test(request.url())) asked.push(request.url())
  })
  await priceFilter(guest).selectOption('Up to ¥900')
  await guest.waitForURL(`${path}?no=1&up_to=900`)
  deepEqual(await shownNumbers(guest), ['1', '2'])
  deepEqual(asked, [])
  await guest.getByRole('radio', { name: 'Available (2)' }).waitFor()

  await guest.getByRole('link', { name: 'Next available number' }).click()
  await guest.waitForURL(`${path}?no=2&up_to=900`)
  await guest
    .getByRole('link', { name: /^1\b|No\. 1\b/ })
    .first()
    .click()
  await guest.waitForURL(`${path}?no=1&up_to=900`)
  await guest.getByRole('link', { name: 'Renban' }).first().click()
  await guest.waitForURL(({ pathname }) => pathname === '/')
  await guest.goBack()
  await guest.getByRole('radio', { name: 'Available (2)' }).waitFor()
  deepEqual(await shownNumbers(guest), ['1', '2'])

  const other = await tab(undefined, { ...NARROW, javaScriptEnabled: false })
  await other.goto(`${path}?up_to=900`) // a shared link
  deepEqual(await shownNumbers(other), ['1', '2'])
  equal(await priceFilter(other).inputValue(), '900')

  await guest.getByRole('radio', { name: 'All 12' }).check()
  await guest.waitForURL(`${path}?no=1`)
})

test('SH-16 a price that is chosen before the scripts have come counts when they have', async (t) => {
  const { tab, path } = await openFixtures(t, 12, [900, 2_400])
  const guest = await tab()
  const { promise: chosen, resolve: arrive } = Promise.withResolvers<void>()
  await guest.route('**/built/*.js', async (route) => {
    await chosen
    await route.continue()
  })
  const opened = guest.goto(path)
  await priceFilter(guest).selectOption('Up to ¥900')
  arrive()
  await opened
  await guest.getByRole('radio', { name: 'Available (1)' }).waitFor()
  deepEqual(await shownNumbers(guest), ['1'])
  equal(await priceFilter(guest).inputValue(), '900')
})

for (const [copies, layout] of [
  [300, 'maps'],
  [1_001, 'fields'],
] as const)
  test(`RT-09 the ${layout} of ${copies} numbers count those up to a price`, async (t) => {
    const prices = Array.from({ length: 110 }, (_, i) => (i % 2 ? 900 : 2_400))
    const { tab, path } = await openFixtures(t, copies, prices)
    const guest = await tab(undefined, NARROW)
    await guest.goto(`${path}?no=2`)
    const hundreds = guest.getByRole('navigation', { name: 'Hundreds of numbers' })
    const hundred = (name: string) => hundreds.getByRole('link', { name })
    await hundred('No. 1 to 100, 100 available').waitFor()
    await hundred('No. 101 to 200, 10 available').waitFor()
    const drawing = () => hundreds.locator('svg').first().innerHTML()
    const before = await drawing()

    await priceFilter(guest).selectOption('Up to ¥900')
    await hundred('No. 1 to 100, 50 available').waitFor()
    await hundred('No. 101 to 200, 5 available').waitFor()
    await guest.getByRole('radio', { name: 'Available (55)' }).waitFor()
    const even = Array.from({ length: 50 }, (_, i) => `${i * 2 + 2}`)
    await eventuallyEqual(() => shownNumbers(guest), even)
    notEqual(await drawing(), before)
    await hundred('No. 101 to 200, 5 available').click()
    await eventuallyEqual(() => shownNumbers(guest), ['102', '104', '106', '108', '110'])
    await assertFitsScreen(guest)
    await assertAccessible(guest)
  })
