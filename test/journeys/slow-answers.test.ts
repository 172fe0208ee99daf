import { equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { builtPages } from '#src/app.ts'
import { listPurchases } from '#src/sales/purchase/purchase.shared.ts'
import { assertAccessible, eventuallyEqual, openChromium } from '../chromium.ts'
import { openFlakyProxy } from '../flaky-proxy.ts'
import { field, listLater, publishButton } from '../title-form.ts'
import { testApp } from '../test-app.ts'
import { createTitle } from '../titles.ts'

const pages = await builtPages()
const ALMOST_MS = 58_000
const REST_MS = 3_000

/** Opens a tab whose clock is set by the test and whose requests go through an unreliable line. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { pages, now: new Date() })
  const line = await openFlakyProxy(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 3_000 })
  const { kid } = await createTitle(here, mika, { copies: 12, price: 2_400 })
  const open = await openChromium(here)
  const tab = async (who = ren) => {
    const page = await open(who, { proxy: { server: line.url } })
    await page.clock.install()
    return page
  }
  return { line, mika, ren, kid, tab }
}

test('SH-15 AP-08 a purchase without an answer for a minute offers another try, which buys the copy once', async (t) => {
  const { line, ren, kid, tab } = await openFixtures(t)
  const page = await tab()
  await page.goto(`/payment/purchase/${kid}?no=7`)
  await page.getByRole('button', { name: 'Use ¥2,400' }).click()
  const bought = line.withholdAnswer(/purchase_for_free$/)
  await page.getByRole('button', { name: 'Buy No. 7 for ¥2,400' }).click()
  await bought
  const notice = page.getByText('There has been no answer for a minute.')
  await page.clock.runFor(ALMOST_MS)
  equal(await notice.count(), 0)
  await page.clock.runFor(REST_MS)
  await notice.waitFor()
  await page.clock.runFor(ALMOST_MS)
  equal(await notice.count(), 1, 'it stays as long as there is no answer')
  await assertAccessible(page)

  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No. 7 is yours' }).waitFor()
  await eventuallyEqual(() => notice.count(), 0)
  equal((await ren.call(listPurchases, {})).total, 1)
  equal(await ren.balance(), 600)
})

test('SH-15 a press on a link shows that it was heard, and a page without an answer for a minute can be asked for again', async (t) => {
  const { line, kid, tab } = await openFixtures(t)
  const page = await tab()
  const notice = page.getByText('There has been no answer for a minute.')
  await page.goto('/')
  const stalled = line.withholdAnswer(new RegExp(kid))
  await page.locator(`a[href^="/asset/${kid}"]`).first().click()
  await stalled
  const sign = page.getByRole('status').getByText('Opening the page')
  await page.clock.runFor(REST_MS)
  await sign.waitFor()
  await assertAccessible(page)
  await page.clock.runFor(ALMOST_MS)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(`**/asset/${kid}*`)
  await sign.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Buy No\. 1 / }).waitFor()
  await eventuallyEqual(() => notice.count(), 0)
})

test('SH-15 a slow upload is not interrupted by the notice', async (t) => {
  const { line, mika, tab } = await openFixtures(t)
  const page = await tab(mika)
  await page.goto('/create')
  const file = { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(2 * 1024 ** 2) }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByText('Ready to upload').waitFor()
  await field(page, 'Title').fill('Last Train to Nemuro')
  await field(page, 'Description').fill('The day’s last train leaves Kushiro.')
  const held = new Promise<void>((resolve) => {
    line.onPut(0, 1024 ** 2, (put) => {
      put.stall()
      resolve()
    })
  })
  await listLater(page)
  await publishButton(page).click()
  await page.waitForURL(/\/create\/[\w-]{36}$/)
  await held
  await page.clock.runFor(ALMOST_MS + REST_MS)
  equal(await page.getByText('There has been no answer for a minute.').count(), 0)
  equal(await page.getByRole('button', { name: 'Pause song.mp3' }).count(), 1)
})
