import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { controlProvider, payAt, stateOf, releaseUnasked } from '../card-purchase.ts'
import { CARDS } from '../card-fixtures.ts'
import { eventuallyEqual, assertFitsScreen, assertAccessible } from '../chromium.ts'
import {
  closeDispute,
  openDispute,
  waitForDispute,
  paymentIntentOf,
  payOrder,
  PRICE,
  resell,
} from '../disputes.ts'
import { appWithTab } from '../app-with-tab.ts'
import { createTitle } from '../titles.ts'

test('an administrator sees disputed payments, their outcomes and the resulting debts', async (t) => {
  const { here, tab } = await appWithTab(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const aoi = await here.person('Aoi', { balance: PRICE })
  const page = await tab(sora)
  await page.goto('/admin/disputes')
  await page.getByText('No disputed payments').waitFor()
  await assertAccessible(page)

  const film = await createTitle(here, mika, { copies: 3, price: PRICE })
  const intent = await payOrder(here, await ren.call(purchaseSerial, film.order(3, 0)))
  await resell(here, film, 3, ren, aoi)
  const dispute = await openDispute(here, intent)
  await waitForDispute(here, dispute, 'open')
  await page.reload()
  const row = page.getByRole('row', { name: /No\. 3/ })
  await row.getByText('Undecided').waitFor()
  await row.getByText('Not authorised by the cardholder').waitFor()
  await closeDispute(here, dispute, 'lose')
  await page.reload()
  await row.getByText('Lost').waitFor()
  await page.getByRole('heading', { name: 'People who owe Renban money' }).waitFor()
  await page.getByRole('row', { name: 'Ren ¥360' }).waitFor() // the resale brought 2,040 yen
  await assertAccessible(page)

  const phone = await tab(sora, { viewport: { width: 390, height: 844 } })
  await phone.goto('/admin/disputes')
  await phone.getByText('People who owe Renban money').first().waitFor()
  await assertFitsScreen(phone)
  const closed = await tab(mika)
  equal((await closed.goto('/admin/disputes'))?.status(), 403)
})

test('an administrator sees failed refunds with their buyers, and the buyer sees where the money is', async (t) => {
  const { here, tab } = await appWithTab(t)
  const [mika, ren] = [await here.person('Mika', { role: 'ORH' }), await here.person('Ren')]
  const film = await createTitle(here, mika, { copies: 3, price: PRICE })
  const order = await ren.call(purchaseSerial, film.order(3, 0))
  await controlProvider(here, { do: 'pause' })
  await payAt(order.url, CARDS.pays)
  await releaseUnasked(here, order, ren)
  await controlProvider(here, { do: 'resume' })
  await eventuallyEqual(async () => (await stateOf(here, order)).status, 'refunded')
  const outcome = await tab(ren, { viewport: { width: 390, height: 844 } })
  await outcome.goto(`/payment/purchase/success/-?purchase=${order.purchase_id}`)
  await outcome.getByText('so we refunded it to your card.').waitFor()
  const payment_intent = await paymentIntentOf(here, order)
  await controlProvider(here, { do: 'fail_refund', payment_intent })
  await eventuallyEqual(async () => (await stateOf(here, order)).status, 'refunding')
  await outcome.reload()
  await outcome.getByText('your bank refused the refund').waitFor()
  await outcome.getByRole('main').getByRole('link', { name: 'Contact us' }).waitFor()
  await assertFitsScreen(outcome)
  await assertAccessible(outcome)

  const page = await tab(await here.person('Sora', { role: 'ADMIN' }))
  await page.goto('/admin/disputes')
  const table = page.getByRole('table', { name: 'Failed refunds' })
  for (const said of ['No. 3', ren.email, '¥2,400', 're_']) await table.getByText(said).waitFor()
  await assertAccessible(page)

  await controlProvider(here, { do: 'refund', payment_intent })
  await here.run('purchase.sweep_owed')
  await outcome.getByText('so we refunded it to your card.').waitFor()
})
