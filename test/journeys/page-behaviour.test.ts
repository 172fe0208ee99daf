import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { testApp } from '../test-app.ts'
import { createTitle } from '../titles.ts'

const pages = await builtPages()
const SEEN_MS = 10_000 // twice the polling interval of a page

test('SH-13 a message stays ten seconds, longer while hovered or focused, and is announced to screen readers', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, price: 1_000 })
  const page = await tab(mika)
  await page.clock.install()
  await page.goto(`/asset/${film.kid}/created`)
  const message = page.locator('section[aria-live=polite]').getByText(/no longer for sale/)
  const stopSelling = async (number: number) => {
    await page.getByLabel(`No. ${number}`, { exact: true }).check()
    await page.getByRole('button', { name: 'Stop selling 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop selling' }).click()
    await message.waitFor()
    await page.mouse.move(0, 0)
  }
  await stopSelling(1)
  await page.clock.runFor(9_000)
  equal(await message.count(), 1)
  await page.clock.runFor(1_500)
  await eventuallyEqual(() => message.count(), 0)

  await stopSelling(2)
  await message.hover()
  await page.clock.runFor(60_000)
  equal(await message.count(), 1)
  await page.mouse.move(0, 0)
  await page.keyboard.press('F6') // moves the focus to the messages
  await page.clock.runFor(60_000)
  equal(await message.count(), 1)
  await page.locator('section[aria-live=polite]').blur()
  await page.clock.runFor(10_500)
  await eventuallyEqual(() => message.count(), 0)
})

test('LI-06 a listing is shown as being prepared and then as open, without a reload', async (t) => {
  const here = await testApp(t, { pages, now: new Date(), role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3 })
  const page = await (await openChromium(here))(mika)
  await page.goto(`/asset/${film.kid}/created`)
  await page.getByLabel('No. 2', { exact: true }).check()
  await page.getByRole('button', { name: 'Sell 1' }).click()
  await page.getByRole('dialog').getByLabel('Price in yen, tax included').fill('3000')
  await page.keyboard.press('Enter')
  const row = page.locator('tbody tr[data-row]').nth(1)
  await row.getByText('Preparing').waitFor()
  await page.evaluate('window.isSamePage = true')
  await here.app.runDueJobs()
  await row.getByText('On sale').waitFor({ timeout: SEEN_MS })
  equal(await page.evaluate('window.isSamePage'), true)
})

test('CO-03 the marketplace, the collection, created and rented titles refresh every thirty seconds', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 1_000 })
  const other = await here.person('Aoi', { role: 'ORH' })
  await createTitle(here, mika, { copies: 1, price: 500 })
  const film = await createTitle(here, other, { copies: 1, price: 500 })
  equal((await mika.call(purchaseForFree, film.order(1, 500))).status, 'settled')
  for (const [path, call] of [
    ['/', 'listed'],
    ['/asset?view=covers', 'owned'],
    ['/created', 'created'],
    ['/asset/rented', 'rented'],
  ] as const) {
    const page = await tab(mika)
    await page.clock.install()
    let asked = 0
    page.on('request', (one) => (asked += Number(one.url().includes(`/assets/${call}?`))))
    await page.goto(path)
    await page.clock.runFor(29_000)
    equal(asked, 0, path)
    await page.clock.runFor(2_000)
    await eventuallyEqual(async () => asked > 0, true)
  }
})

test('SH-11 if the server fails or does not answer, the page says what happened and what to do', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1, price: 500 })
  const page = await tab()
  const cases = ['silence', 500, 503] as const
  for (const status of cases) {
    await page.goto('/')
    const card = page.locator(`.card a[href*="${film.kid}"]`).first()
    await card.waitFor()
    await page.route('**/*.data*', (route) =>
      status === 'silence' ? route.abort() : route.fulfill({ status, body: 'down' }),
    )
    await card.click()
    await page.getByRole('heading', { level: 1, name: /did not open|be back soon/ }).waitFor()
    equal(await page.locator('.card').count(), 0)
    await assertAccessible(page)
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('link', { name: /^Buy No\. 1/ }).waitFor()
  }
})

test('SH-01 the menus show each role its entries, and each entry leads to its page', async (t) => {
  const { here, tab } = await appWithTab(t)
  const people = {
    guest: undefined,
    ren: await here.person('Ren'),
    mika: await here.person('Mika', { role: 'ORH' }),
  }
  const everybody = ['/', '#language']
  // oxfmt-ignore
  const member = ['/asset', '/asset/rented', '/coupons/occupations/new', '/coupons', '/payout', '/bank/register', '/account/settings', '/sign-out']
  // oxfmt-ignore
  const creator = ['/create', '/uploads', '/created', '/brand/create', '/group/create', '/statistics', '/coupons/batches']
  const expected = {
    guest: [...everybody, '/login'],
    ren: [...everybody, ...member],
    mika: [...everybody, ...member, ...creator],
  }
  for (const [name, who] of Object.entries(people)) {
    const page = await tab(who)
    await page.goto('/')
    const entries = page.locator('#site-menu :is(a, form), #account-menu :is(a, form)')
    const places = await entries.evaluateAll((all) =>
      all.map((one) => one.getAttribute('href') ?? one.getAttribute('action')!),
    )
    deepEqual(new Set(places), new Set(expected[name as keyof typeof expected]), name)
    for (const path of places.filter((one) => one.startsWith('/') && one !== '/sign-out')) {
      const answer = await page.goto(path)
      ok(answer!.ok(), `${name} ${path} ${answer!.status()}`)
    }
  }
})
