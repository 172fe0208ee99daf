import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { listForSale, createTitle } from '../titles.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()

test('RT-01 GR-13 GR-14 CO-01 a guest browses the market by page and by kind', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  for (let i = 0; i < 18; i++) await createTitle(here, mika, { copies: 1, price: 100 + i })
  const tab = await openChromium(here)
  const page = await tab()

  await page.goto('/')
  await eventuallyEqual(() => page.locator('.card').count(), 16)
  await page.getByText('18 titles').waitFor()
  await page.getByRole('link', { name: 'Film' }).waitFor()
  await assertAccessible(page)

  await page.getByRole('link', { name: 'Page 2' }).click()
  await page.waitForURL(/page=1/)
  await page.locator('.card').nth(1).waitFor()
  await eventuallyEqual(() => page.locator('.card').count(), 2)

  await page.getByRole('link', { name: 'Music' }).click()
  await page.getByText('No title fits').waitFor()
  match(page.url(), /\?media_type=audio$/)
  await page.goBack()
  await page.getByText('18 titles').waitFor()
  match(page.url(), /page=1/)
})

test('GR-14 the market can be filtered without scripts', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  for (const price of [500, 800, 1_200]) await createTitle(here, mika, { copies: 1, price })
  const tab = await openChromium(here)
  const page = await tab(undefined, { javaScriptEnabled: false })

  await page.goto('/')
  await page.getByLabel('Price from, yen').fill('600')
  await page.getByLabel('Order', { exact: true }).selectOption('price_high')
  await page.getByRole('button', { name: 'Apply' }).click()

  const prices = page.locator('.card .amount')
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
  await page.getByRole('heading', { name: 'You need to sign in to see this page' }).waitFor()
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
  const both = '10 January 2030, 12:01 JST (9 January 2030, 22:01 where you are)'
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
