import { equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { builtPages } from '#src/app.ts'
import { getPayout, requestPayout } from '#src/finance/payout/payout.shared.ts'
import { purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { endPayouts, registerBank } from '../bank-accounts.ts'
import { assertAccessible, openChromium } from '../chromium.ts'
import { createTitle } from '../titles.ts'
import { travelTo, testApp } from '../test-app.ts'

const pages = await builtPages()

async function openFixtures(t: TestContext) {
  const here = await testApp(t, { pages, now: new Date('2030-01-10T03:00:00Z') })
  const ren = await here.person('Ren', { balance: 6_000 })
  const tab = await openChromium(here)
  const page = await tab(ren)
  const openPayouts = () => page.goto('/payout')
  return { here, ren, tab, page, openPayouts }
}

/** Lets the next changing call fail on its way to the server. */
const abortCall = (page: Page, path: string) =>
  page.route(`**/api/2.0${path}`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )

async function submitRequest(page: Page) {
  await page.getByRole('textbox', { name: /Amount/ }).fill('1000')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Request ¥1,000' }).click()
}

const submitCancellation = async (page: Page) => {
  await page.getByRole('button', { name: 'Cancel the payout' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the payout' }).click()
}

test('ER-06 a payout request without a bank account, while money is held, or lost on its way says so', async (t) => {
  const { here, ren, page, openPayouts } = await openFixtures(t)
  await openPayouts()
  await page.getByText('Register a bank account first. Payouts go there.').waitFor()

  await registerBank(here, ren)
  await openPayouts()
  await abortCall(page, '/payout_requests')
  await submitRequest(page)
  await page.getByText('The payout was not requested.').waitFor()
  await assertAccessible(page)
  await page.unroute('**/api/2.0/payout_requests')

  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1, price: 5_500 })
  equal((await ren.call(purchaseSerial, film.order(1, 5_000))).error, undefined)
  await page.getByRole('dialog').getByRole('button', { name: 'Request ¥1,000' }).click()
  await page.getByText('Part of your balance is held for a purchase in progress.').first().waitFor()
})

test('ER-06 a payout that can no longer be cancelled, or a cancellation lost on its way, says so', async (t) => {
  const { here, ren, page, openPayouts } = await openFixtures(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await registerBank(here, ren)
  const { id } = await ren.call(requestPayout, { amount: 1_000 })
  await openPayouts()
  await abortCall(page, '/payout_requests/cancel')
  await submitCancellation(page)
  await page.getByText('The payout was not cancelled.').waitFor()
  await page.unroute('**/api/2.0/payout_requests/cancel')

  await travelTo(here, '2030-02-01T00:00:00Z')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the payout' }).click()
  const late =
    'This payout was requested in an earlier month, so it can no longer be cancelled. Follow it on the Payouts page.'
  await page.getByText(late).waitFor()

  await travelTo(here, '2030-01-10T04:00:00Z')
  await openPayouts()
  await page.getByRole('button', { name: 'Cancel the payout' }).click()
  await endPayouts(sora, [id], 'failed')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the payout' }).click()
  await page
    .getByText('This payout has already been updated. Reload the page to see its status.')
    .waitFor()
})

test('MN-11 MD-08 if one of two payouts has ended meanwhile, the update names it and finishes the other', async (t) => {
  const { here, ren, tab } = await openFixtures(t)
  const mika = await here.person('Mika', { balance: 9_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const ids: string[] = []
  for (const who of [ren, mika]) {
    await registerBank(here, who)
    ids.push((await who.call(requestPayout, { amount: 4_000 })).id)
  }
  const page = await tab(sora)
  await page.goto('/admin/payout')
  for (const name of ['Ren ¥4,000', 'Mika ¥4,000'])
    await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Change the status of 2' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('as the bank said')
  await dialog.getByRole('button', { name: 'Review changes' }).click()
  await endPayouts(sora, [ids[0]!], 'failed')
  await dialog.getByRole('button', { name: 'Change 2 payouts, ¥8,000' }).click()

  await dialog.getByText('1 payout was changed. 1 could not be changed:').waitFor()
  await dialog
    .getByText('This payout has already been updated. Reload the page to see its status.')
    .waitFor()
  await dialog.getByText('Ren ¥4,000').waitFor()
  equal((await ren.call(getPayout, { id: ids[0]! })).status, 'failed')
  equal((await mika.call(getPayout, { id: ids[1]! })).status, 'processed')
  await assertAccessible(page)
})
