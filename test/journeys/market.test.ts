import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { getAsset, updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { rentalTitle } from '../rentals.ts'
import { createTitle, listForSale, POSTER } from '../titles.ts'
import { openToTrade } from '../trades.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()

test('RT-01 GR-13 GR-14 CO-01 a guest browses the market by page and by kind', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  for (let i = 0; i < 18; i++) await createTitle(here, mika, { copies: 1, price: 100 + i })
  const tab = await openChromium(here)
  const page = await tab()

  await page.goto('/')
  const cards = page.getByRole('region', { name: 'All titles' }).locator('.card')
  await eventuallyEqual(() => cards.count(), 16)
  await page.getByText('18 titles').waitFor()
  await page.getByRole('link', { name: 'Film' }).waitFor()
  await assertAccessible(page)

  await page.getByRole('link', { name: 'Page 2' }).click()
  await page.waitForURL(/page=1/)
  await eventuallyEqual(() => cards.count(), 2)

  await page.getByRole('link', { name: 'Music' }).click()
  await page.getByText('No matching titles').waitFor()
  match(page.url(), /\?media_type=audio$/)
  await page.goBack()
  await page.getByText('18 titles').waitFor()
  match(page.url(), /page=1/)
})

test('GR-14 kind, format, offer and order each narrow or sort the market, are in the address, and are undone by going back', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { title: 'A film', copies: 2 })
  await listForSale(here, mika, [film.tokens.get(1)!], 300)
  await openToTrade(here, { owner: mika, token: film.tokens.get(2)! })
  await createTitle(here, mika, { title: 'B song', copies: 1, price: 200, media_type: 'audio' })
  const picture = { asset_type: 'image', media_type: 'image' } as const
  await createTitle(here, mika, { title: 'C picture', copies: 1, price: 100, ...picture })
  await rentalTitle(here, mika, { title: 'D lent film', copies: 1 })
  const page = await (await openChromium(here))()
  const titles = () => page.locator('.card h3').allInnerTexts()
  const everything = ['A film', 'B song', 'C picture', 'D lent film']
  const select = (label: string, option: string) => () =>
    page.getByLabel(label, { exact: true }).selectOption(option)
  const press = (name: string) => () => page.getByRole('link', { name, exact: true }).click()
  // oxfmt-ignore
  const filters = [
    ['media_type=audio',    press('Music'),                 ['B song']],
    ['asset_type=video',    select('Format', 'video'),      ['A film', 'B song', 'D lent film']],
    ['asset_type=image',    select('Format', 'image'),      ['C picture']],
    ['listing_type=sale',   press('Buy'),                   ['A film', 'B song', 'C picture']],
    ['listing_type=rental', press('Rent'),                  ['D lent film']],
    ['listing_type=trade',  press('Trade'),                 ['A film']],
    ['sort_by=price_low',   select('Sort by', 'price_low'), ['C picture', 'B song', 'A film', 'D lent film']],
    ['sort_by=title',       select('Sort by', 'title'),     everything],
  ] as const
  await page.goto('/')
  for (const [query, choose, expected] of filters) {
    await choose()
    await page.waitForURL(new RegExp(`[?&]${query}(&|$)`))
    const shown = async () => (query.startsWith('sort_by') ? titles() : (await titles()).toSorted())
    await eventuallyEqual(shown, [...expected])
    await page.goBack()
    await page.waitForURL(`${here.url}/`)
    await eventuallyEqual(async () => (await titles()).toSorted(), everything)
  }
  const sort = page.getByLabel('Sort by', { exact: true })
  await sort.focus()
  await sort.selectOption('title')
  await page.waitForURL(/sort_by=title/)
  equal(await sort.evaluate((one) => one === document.activeElement), true, 'keeps the focus')
  const field = page.getByRole('banner').getByRole('searchbox').first()
  await field.fill('song')
  await field.press('Enter')
  await page.waitForURL(/q=song/)
  equal(await field.evaluate((one) => one === document.activeElement), true, 'keeps the focus')
  await page.goBack()
  await eventuallyEqual(() => field.inputValue(), '')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open search' }).click()
  const popover = page.locator('#site-search')
  await popover.getByRole('searchbox').fill('film')
  await popover.getByRole('searchbox').press('Enter')
  await page.waitForURL(/q=film/)
  equal(await popover.isVisible(), false)
  equal(await page.getByRole('link', { name: 'Auction', exact: true }).count(), 0)
})

test('RT-01 GR-09 GR-12 a guest’s home page says what Renban is, and has rows of titles that open soon, were resold, or are cheap', async (t) => {
  const now = new Date('2030-01-10T03:00:00Z')
  const here = await testApp(t, { pages, now })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const aoi = await here.person('Aoi', { balance: 5_000 })
  const make = (title: string, price: number, more = {}) =>
    createTitle(here, mika, { title, copies: 1, price, ...more })
  for (let i = 0; i < 14; i++) await make(`Other ${i}`, 1_000)
  const page = await (await openChromium(here))()
  const titlesIn = (name: string) =>
    page.getByRole('region', { name, exact: true }).locator('.card h3').allInnerTexts()
  await page.goto('/')
  await page.getByRole('region', { name: 'All titles' }).waitFor()
  deepEqual(await titlesIn('Under ¥1,000'), [], 'no rows while one page shows everything')

  const resold = await make('Resold', 1_500)
  const once = await make('Sold once', 1_500)
  const closed = await make('Not to be resold', 1_500)
  const cheap = await make('Cheap', 999, { copies: 2 })
  await make('Later', 500, { sale_starting_at: '2030-02-10T03:00:00Z' })
  await make('Sooner', 1_500, { sale_starting_at: '2030-01-11T03:00:00Z' })
  for (const film of [resold, once, closed]) await ren.call(purchaseForFree, film.order(1, 1_500))
  for (const film of [resold, closed]) {
    await listForSale(here, ren, [film.tokens.get(1)!], 2_000)
    const terms = { owner_account_id: ren.account_id, asset_sale_price: 2_000 }
    const order = { ...film.order(1, 2_000), ...terms }
    equal((await aoi.call(purchaseForFree, order)).error, undefined)
  }
  await mika.call(updateAsset, { kid: closed.kid, secondary_sale_enabled: false })

  await page.reload()
  await eventuallyEqual(() => titlesIn('Opening soon'), ['Sooner', 'Later'])
  await eventuallyEqual(() => titlesIn('Recently resold'), ['Resold'])
  await eventuallyEqual(() => titlesIn('Under ¥1,000'), ['Cheap'])
  const row = page.getByRole('region', { name: 'Under ¥1,000' })
  await row.getByRole('link', { name: 'See all' }).click()
  await page.waitForURL('**/?listing_type=sale&on_sale=now&price_max=999')
  await eventuallyEqual(() => titlesIn('Matching titles'), ['Cheap'])
  await assertAccessible(page)
  const onSale = page.getByRole('checkbox', { name: 'On sale now' })
  await onSale.press('Space')
  const matching = async () => (await titlesIn('Matching titles')).toSorted()
  await eventuallyEqual(matching, ['Cheap', 'Later'])
  equal(new URL(page.url()).searchParams.get('on_sale'), null)
  await page.goBack()
  await eventuallyEqual(() => onSale.isChecked(), true)
  await page.goto('/')
  const mikas = await (await openChromium(here))(mika)
  await mika.call(delistSerials, { asset_token_ids: [cheap.tokens.get(2)!] })
  await openToTrade(here, { owner: mika, token: cheap.tokens.get(2)! })
  await mikas.goto('/')
  const card = mikas.getByRole('region', { name: 'Under ¥1,000' }).locator('.card')
  await card.getByText('You own 2', { exact: true }).waitFor()
  await card.getByText('2 copies (1 for sale, 1 for trade)').waitFor()
  await page.getByText('Opens on 11 January 2030, 12:00 JST').first().waitFor()
  await page.getByText('Films, music and pictures in numbered copies.').waitFor()
  await assertAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'How it works' }).click()
  await page.getByRole('heading', { level: 1, name: 'How it works' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
})

test('GR-14 the market can be filtered without scripts', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  for (const price of [500, 800, 1_200]) await createTitle(here, mika, { copies: 1, price })
  const tab = await openChromium(here)
  const page = await tab(undefined, { javaScriptEnabled: false })

  await page.goto('/')
  await page.getByLabel('Price from (yen)').fill('600')
  await page.getByLabel('Sort by').selectOption('price_high')
  await page.getByRole('button', { name: 'Apply' }).click()

  const prices = page.locator('.card :is(.amount, .amounts)')
  await eventuallyEqual(() => prices.allInnerTexts(), ['¥1,200', '¥800'])
})

test('GR-02 GR-03 GR-04 a card shows the lowest to the highest price, and the brand', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { tokens } = await createTitle(here, mika, { copies: 3 })
  await listForSale(here, mika, [tokens.get(1)!], 500)
  await listForSale(here, mika, [tokens.get(2)!], 800)
  const tab = await openChromium(here)
  const page = await tab()

  await page.goto('/')
  const card = page.locator('.card').first()
  await card.getByText('¥500 – ¥800').waitFor()
  await eventuallyEqual(() => card.locator('.art-blank').innerText(), '3')

  await page.clock.install()
  await page.reload()
  await listForSale(here, mika, [tokens.get(3)!], 900)
  const renewed = card.getByText('¥500 – ¥900')
  for (let minutes = 0; minutes < 3 && !(await renewed.isVisible()); minutes++)
    await page.clock.runFor(60_000)
  await renewed.waitFor()
})

test('RT-09 AS-04 a guest chooses a number and is asked to sign in to buy it', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await createTitle(here, mika, { copies: 12, price: 2_400 })
  const tab = await openChromium(here)
  const page = await tab()

  await page.goto(`/asset/${kid}`)
  await page.getByRole('link', { name: 'No. 7, Buy, ¥2,400' }).click()
  await page.waitForURL(/\?no=7$/)
  await page.getByText('No. 7 of 12').waitFor()
  await page.getByRole('link', { name: 'Next available number' }).click()
  await page.waitForURL(/\?no=8$/)
  await assertAccessible(page)

  await page.getByRole('link', { name: 'Buy No. 8 for ¥2,400' }).click()
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
})

test('AS-04 the board follows the ticket out of the hundred that was opened, and the last number keeps the focus', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await createTitle(here, mika, { copies: 300, price: 2_400 })
  const page = await (await openChromium(here))()
  await page.goto(`/asset/${kid}?no=298`)
  await page.getByRole('link', { name: /^No\. 1 to 100/ }).click()
  await page.getByRole('link', { name: /^No\. 7, / }).waitFor()
  const next = page.getByRole('link', { name: 'Next available number' })
  await next.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?no=299$/)
  await page.getByRole('link', { name: /^No\. 299, / }).waitFor()

  await page.keyboard.press('Enter')
  await page.waitForURL(/\?no=300$/)
  await eventuallyEqual(() => next.getAttribute('aria-disabled'), 'true')
  equal(await next.evaluate((link) => link === document.activeElement), true)
  await assertAccessible(page)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?no=299$/)
})

test('RT-09 without scripts every number has its own page', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await createTitle(here, mika, { copies: 12, price: 2_400 })
  const tab = await openChromium(here)
  const page = await tab(undefined, { javaScriptEnabled: false })

  await page.goto(`/asset/${kid}`)
  await page.getByRole('link', { name: 'No. 7, Buy, ¥2,400' }).click()
  await page.getByText('No. 7 of 12').waitFor()
  await page.getByRole('link', { name: 'Buy No. 7 for ¥2,400' }).click()
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
})

test('AS-05 before a sale the page counts down and sells nothing; at zero the sale opens, and later it ends', async (t) => {
  const now = new Date('2030-01-10T03:00:00Z')
  const here = await testApp(t, { pages, now })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 600 })
  const window = {
    sale_starting_at: '2030-01-10T03:01:00Z',
    sale_ending_at: '2030-01-10T04:00:00Z',
  }
  const film = await createTitle(here, mika, { copies: 5, price: 300, ...window })
  const buys = async () => (await ren.call(purchaseForFree, film.order(2, 300))).error?.code
  const tab = await openChromium(here)
  const page = await tab(undefined, { timezoneId: 'America/New_York' })
  const buyLinks = () => page.getByRole('link', { name: /^Buy/ }).count()

  await page.clock.install({ time: now })
  await page.goto(`/asset/${film.kid}?no=2`)
  await page.getByRole('timer').waitFor()
  const both = '10 January 2030, 12:01 JST (9 January 2030, 22:01 your time)'
  await page.getByText(`The sale opens on ${both}.`).waitFor()
  await assertAccessible(page)
  await eventuallyEqual(buyLinks, 0)
  equal(await buys(), 'sale_not_started')
  const japanese = await tab(undefined, { timezoneId: 'Asia/Tokyo' })
  await japanese.goto(`/asset/${film.kid}?no=2`)
  await japanese.getByText('The sale opens on 10 January 2030, 12:01 JST.').waitFor()
  await page.clock.runFor(61_000)
  await page.getByRole('link', { name: 'Buy No. 2 for ¥300' }).waitFor()

  here.clock.now = new Date(window.sale_ending_at)
  equal(await buys(), 'sale_ended')
  await page.reload()
  await page.getByText('The sale has ended.').waitFor()
  await eventuallyEqual(buyLinks, 0)
})

test('AS-05 cards of an open page show that a sale begins and ends', async (t) => {
  const now = new Date('2030-01-10T03:00:00Z')
  const here = await testApp(t, { pages, now })
  const mika = await here.person('Mika', { role: 'ORH' })
  const sale_starting_at = '2030-01-10T03:01:00Z'
  const sale_ending_at = '2030-01-10T03:02:00Z'
  const film = await createTitle(here, mika, { copies: 5, price: 300, sale_starting_at, sale_ending_at }) // oxfmt-ignore
  await here.app.db
    .updateTable('asset')
    .set({ poster: POSTER })
    .where('kid', '=', film.kid)
    .execute()
  const page = await (await openChromium(here))()
  await page.clock.install({ time: now })
  const texts = ['Opens on', 'Sale ended', 'Choose a number'].map((text) => page.getByText(text))
  const shown = () => Promise.all(texts.map(async (text) => (await text.count()) > 0))
  for (const path of ['/', `/embed/asset/${film.kid}`]) {
    const isWide = path === '/' // the card of the featured title
    await page.clock.setSystemTime(now)
    await page.goto(path)
    await eventuallyEqual(shown, [true, false, false])
    await page.clock.runFor(61_000)
    await eventuallyEqual(shown, [false, false, isWide])
    await page.clock.runFor(60_000)
    await eventuallyEqual(shown, [false, true, false])
  }
})

test('RT-09 below a title are others of its brand and others for sale, each once', async (t) => {
  const here = await testApp(t, { pages, role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const make = (title: string) => createTitle(here, mika, { copies: 1, price: 500, title })
  const [film, sequel] = await Promise.all([make('Night Train'), make('Night Train 2')])
  await make('Tide Table')
  const { brand_id, brand } = await mika.call(getAsset, { id: film.kid })
  await mika.call(updateAsset, { kid: sequel.kid, brand_id: null })
  await mika.call(updateAsset, { kid: sequel.kid, brand_id })
  const page = await (await openChromium(here))()
  await page.goto(`/asset/${film.kid}`)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const namesIn = (name: string) =>
    page.getByRole('region', { name }).locator('.card .card-link').allInnerTexts()
  await eventuallyEqual(() => namesIn(`More from ${brand!.name}`), ['Night Train 2'])
  await eventuallyEqual(() => namesIn('Other films for sale'), ['Tide Table'])
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Tide Table' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tide Table' }).waitFor()
})
