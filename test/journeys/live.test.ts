import { doesNotMatch, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { builtPages } from '#src/app.ts'
import { LIVE_PATH } from '#src/platform/realtime/live.shared.ts'
import { cancelPurchase, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { eventuallyEqual, assertAccessible, openChromium, SEEN_MS } from '../chromium.ts'
import { createTitle, type TitleOptions } from '../titles.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()

/** Opens a test app with a title of twelve copies, a buyer, and browser tabs. */
async function openFixtures(t: TestContext, options: TitleOptions = {}, now = new Date()) {
  const here = await testApp(t, { pages, now })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Renji', { balance: 2_000 })
  const film = await createTitle(here, mika, { copies: 12, price: 2_400, ...options })
  return { here, mika, ren, film, path: `/asset/${film.kid}?no=7`, tab: await openChromium(here) }
}

test('SL-02 a copy held by another buyer shows so before the page polls, with the time left and without a name', async (t) => {
  const { mika, ren, film, path, tab } = await openFixtures(t)
  const page = await tab()
  const heard = page.waitForResponse((response) => response.url().includes(LIVE_PATH))
  await page.goto(path)
  const buy = page.getByRole('link', { name: 'Buy No. 7 for ¥2,400' })
  await buy.waitFor()
  equal((await heard).status(), 200)
  const own = await tab(mika)
  await own.goto(path)

  await ren.call(purchaseSerial, film.order(7, 0))
  const held = page.getByText(/Another buyer is paying for No\. 7/)
  await held.waitFor({ timeout: SEEN_MS })
  const left = page.getByRole('timer')
  await eventuallyEqual(async () => /^14:5\d$/.test(await left.innerText()), true)
  doesNotMatch(await page.locator('main').innerText(), /Renji/)
  await page.getByText('No. 7 is no longer available.').waitFor()
  await own.getByText(/is paying for No\. 7/).waitFor()
  equal(await own.getByText('No. 7 is no longer available.').count(), 0)
  await assertAccessible(page)

  await ren.call(cancelPurchase, { kid: film.kid, serial_number: 7 })
  await buy.waitFor({ timeout: SEEN_MS })
})

test('SL-02 CO-02 a page without event stream polls, and a hidden page does not listen', async (t) => {
  const { ren, film, path, tab } = await openFixtures(t)
  const deaf = await tab()
  await deaf.addInitScript('delete window.EventSource')
  const hidden = await tab()
  const isStream = (request: { url(): string }) => request.url().includes(LIVE_PATH)
  const streams = { opened: 0, ended: 0 }
  hidden.on('request', (request) => isStream(request) && streams.opened++)
  hidden.on('requestfailed', (request) => isStream(request) && streams.ended++)
  const setHidden = (isHidden: boolean) =>
    hidden.evaluate(`Object.defineProperty(document, 'hidden', { get: () => ${isHidden}, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)
  for (const page of [deaf, hidden]) await page.goto(path)
  await eventuallyEqual(async () => ({ ...streams }), { opened: 1, ended: 0 })
  await setHidden(true)
  await eventuallyEqual(async () => ({ ...streams }), { opened: 1, ended: 1 })

  await ren.call(purchaseSerial, film.order(7, 0))
  await deaf.getByText(/Another buyer is paying for No\. 7/).waitFor()
  await setHidden(false)
  await hidden.getByText(/Another buyer is paying for No\. 7/).waitFor({ timeout: SEEN_MS })
  await eventuallyEqual(async () => streams.opened, 2)
})

test('AS-05 a sale starts and ends on an open page by the server’s clock, not the visitor’s', async (t) => {
  const now = new Date('2030-01-10T03:00:00Z')
  const sale_starting_at = '2030-01-10T03:10:00Z'
  const sale_ending_at = '2030-01-10T04:00:00Z'
  const { here, ren, film, path, tab } = await openFixtures(
    t,
    { sale_starting_at, sale_ending_at },
    now,
  )
  const [page, desk] = [await tab(), await tab(ren)]
  for (const one of [page, desk]) await one.clock.install({ time: '2030-01-11T18:23:45Z' }) // the visitor's clock is more than a day fast
  await page.goto(path)
  await desk.goto(`/payment/purchase/${film.kid}?no=9`)
  await desk.getByText(/^The sale opens on 10 January 2030, 12:10 JST/).waitFor()
  await assertAccessible(desk)
  await desk.getByLabel('Amount').fill('1000')
  await desk.getByLabel('Amount').press('Enter')
  const pay = desk.getByRole('button', { name: 'Buy No. 9 for ¥2,400' })
  equal(await pay.count(), 0)
  here.clock.now = new Date('2030-01-10T03:05:00Z')
  await page.clock.fastForward('05:00')
  const next = page.getByRole('link', { name: 'Next available number' })
  await next.click() // asks the server again
  await eventuallyEqual(async () => /no=9$/.test(String(await next.getAttribute('href'))), true)
  const timer = page.getByRole('timer')
  const left = async () => await timer.getAttribute('aria-label')
  await eventuallyEqual(async () => /^0 hours [45] minutes/.test(String(await left())), true)

  const shown = await left()
  await eventuallyEqual(async () => (await left()) !== shown, true) // the clock of No. 8 runs

  const buy = page.getByRole('link', { name: 'Buy No. 8 for ¥2,400' })
  await eventuallyEqual(() => buy.count(), 0)
  // The server's clock goes on as well: a page that loads again starts its own from it.
  here.clock.now = new Date('2030-01-10T03:10:01Z')
  await page.clock.fastForward('10:01')
  await buy.waitFor()
  await desk.clock.fastForward('10:01')
  await pay.waitFor()
  equal(await desk.getByLabel('Amount').inputValue(), '1000')
  here.clock.now = new Date('2030-01-10T04:00:01Z')
  await desk.clock.fastForward('50:00')
  await desk.getByText('The sale has ended.').waitFor()
  await eventuallyEqual(() => pay.count(), 0)
  await page.clock.fastForward('50:00')
  await page.getByText('The sale has ended.').waitFor()
  await eventuallyEqual(() => buy.count(), 0)
})
