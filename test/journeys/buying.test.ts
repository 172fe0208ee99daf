import { equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { builtPages } from '#src/app.ts'
import { API } from '#core/http/endpoint.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { createTitle } from '../titles.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()

/** Opens a test app with a title of twelve copies at ¥2,400, its creator and a buyer's tab. */
async function openFixtures(t: TestContext, { balance = 0 } = {}) {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance })
  const film = await createTitle(here, mika, { copies: 12, price: 2_400 })
  const tab = await openChromium(here)
  return { here, mika, ren, film, kid: film.kid, tab, page: await tab(ren) }
}

const pay = (page: Page) => page.getByRole('button', { name: 'Buy No. 7 for ¥2,400' }).click()

test('RT-23 SL-03 a copy paid from balance belongs to its buyer at once', async (t) => {
  const { ren, kid, page } = await openFixtures(t, { balance: 3_000 })
  await page.goto(`/asset/${kid}?no=7`)
  await page.getByRole('link', { name: 'Buy No. 7 for ¥2,400' }).click()
  await page.getByRole('heading', { name: 'Confirm your purchase' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Use ¥2,400' }).click()
  await pay(page)

  await page.getByRole('heading', { name: 'No. 7 is yours' }).waitFor()
  const watch = page.getByRole('link', { name: 'Watch now' })
  equal(await watch.getAttribute('href'), `/asset/${kid}/watch?no=7`)
  equal(await ren.balance(), 600)
  await assertAccessible(page)

  await page.getByRole('link', { name: 'My collection' }).last().click()
  await page.getByRole('link', { name: /No\. 7 of 12$/ }).waitFor()
  await assertAccessible(page)
})

test('RT-25 after payment by card, the success page waits for the provider and then shows the copy', async (t) => {
  const { kid, page } = await openFixtures(t)
  await page.goto(`/payment/purchase/${kid}?no=7`)
  await pay(page)
  await page.getByLabel(/card number/i).fill('4242424242424242')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/payment\/purchase\/success\//)
  await page.getByRole('heading', { name: 'No. 7 is yours' }).waitFor()
})

test('RT-25 the success page without a purchase grants and reveals nothing', async (t) => {
  const { page } = await openFixtures(t)
  await page.goto('/payment/purchase/success/-')
  await page.getByText('No purchase to show here').waitFor()
  await page.goto('/payment/purchase/success/-?purchase=00000000-0000-0000-0000-000000000000')
  await page.getByText('No purchase to show here').waitFor()
})

test('RT-26 cancelling on the card page releases the number and the balance', async (t) => {
  const { ren, kid, page } = await openFixtures(t, { balance: 1_000 })
  await page.goto(`/payment/purchase/${kid}?no=7`)
  await page.getByLabel('Amount').fill('1000')
  await page.getByLabel('Amount').press('Enter')
  await pay(page)
  await page.waitForURL(/\/dev\/card\//)
  equal(await ren.balance(), 0)

  await page.goto(`/payment/purchase/${kid}?no=7`)
  await page.getByRole('heading', { name: 'No. 7 is held for you' }).waitFor()
  await page.getByRole('link', { name: 'Continue to card payment' }).click()
  await page.waitForURL(/\/dev\/card\//)
  await page.getByRole('link', { name: 'Back to Renban' }).click()

  await page.getByRole('heading', { name: 'No. 7 is released' }).waitFor()
  equal(await ren.balance(), 1_000)
  await assertAccessible(page)

  await page.goto(`/payment/purchase/${kid}?no=8&no=9`)
  await page.getByRole('button', { name: /^Buy 2 copies for/ }).click()
  await page.waitForURL(/\/dev\/card\//)
  await page.getByRole('link', { name: 'Back to Renban' }).click()
  await page.getByRole('heading', { name: '2 copies are released' }).waitFor()
  await page.goto(`/payment/purchase/cancel/${kid}/10`)
  await page.getByRole('heading', { name: 'No. 10 was not held for you' }).waitFor()
})

test('MN-04 a balance part that would leave too little for the card is lowered, and the page says so', async (t) => {
  const { page, kid } = await openFixtures(t, { balance: 2_390 })
  await page.goto(`/payment/purchase/${kid}?no=7`)
  await page.getByLabel('Amount').fill('2390')
  await page.getByLabel('Amount').press('Enter')
  await page.getByText('Lowered to ¥2,350. The card has to pay at least ¥50.').waitFor()
  await eventuallyEqual(() => page.getByLabel('Amount').inputValue(), '2350')
})

test('SL-02 a simultaneous second buyer is refused, and led to the other numbers', async (t) => {
  const { here, kid, tab, page } = await openFixtures(t)
  const aoi = await tab(await here.person('Aoi'))
  await page.goto(`/payment/purchase/${kid}?no=7`)
  // A page without updates, which learns of the other purchase only from the refusal.
  await aoi.addInitScript('delete window.EventSource')
  await aoi.goto(`/payment/purchase/${kid}?no=7`)
  await aoi.route(`**${API}/assets/${kid}/serials/7`, (route) => route.abort())
  await pay(page)
  await page.waitForURL(/\/dev\/card\//)
  await pay(aoi)

  await aoi.getByText('Someone else is buying this copy').waitFor()
  await aoi.getByRole('link', { name: 'See the other numbers' }).click()
  await aoi.waitForURL(/\/asset\//)
  await aoi.getByText(/Another buyer is paying for No\. 7/).waitFor()
})

test('SH-04 a guest who wants to pay is asked to sign in in a dialog on the page', async (t) => {
  const { kid, tab } = await openFixtures(t)
  const guest = await tab()
  const response = await guest.goto(`/payment/purchase/${kid}?no=7`)
  equal(response?.status(), 401)
  await guest.getByRole('dialog', { name: 'Sign in' }).waitFor()
})

test('LI-10 SL-03 an owner lists a copy for resale, sees the proceeds, and delists it', async (t) => {
  const { here, ren, film, kid, page } = await openFixtures(t, { balance: 2_400 })
  equal((await ren.call(purchaseForFree, film.order(7, 2_400))).status, 'settled')
  const offer = async () => {
    const { status, sale_price, mine } = await ren.call(getSerial, { id: kid, number: 7 })
    return [status, sale_price, mine]
  }
  await page.goto(`/asset/${kid}/serials`)
  await page.getByLabel('No. 7', { exact: true }).check()
  await page.getByRole('button', { name: 'Sell 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sell No. 7' })
  await dialog.getByLabel('Price in yen, tax included').fill('5')
  await dialog.getByRole('button', { name: 'List for sale' }).click()
  await dialog.getByRole('button', { name: 'Use ¥10' }).click()
  await dialog.getByLabel('Price in yen, tax included').fill('3000')
  await dialog.getByText('¥2,550').waitFor() // less a tenth for the creator and a twentieth in fees
  await dialog.getByRole('button', { name: 'List No. 7 for ¥3,000' }).click()
  await page.getByText('No. 7 goes on sale in a moment.').waitFor()
  await eventuallyEqual(offer, ['buyable', 3_000, true])
  const buyer = await here.person('Aoi', { balance: 3_000 })
  equal((await buyer.call(getSerial, { id: kid, number: 7 })).owner_username, 'Ren')

  await page.goto(`/asset/${kid}?no=7`)
  await page.getByRole('button', { name: /^Stop selling/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop selling' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await eventuallyEqual(offer, ['not_listed', null, true])
  await page.getByRole('button', { name: 'Sell No. 7' }).waitFor()
  const order = {
    ...film.order(7, 3_000),
    owner_account_id: ren.account_id,
    asset_sale_price: 3_000,
  }
  equal((await buyer.call(purchaseForFree, order)).error?.code, 'not_for_sale')
  equal(await ren.balance(), 0)
})

test('SL-05 three numbers are chosen on one page and bought together, and a sold one is named', async (t) => {
  const { here, ren, film, kid, page } = await openFixtures(t, { balance: 9_000 })
  const aoi = await here.person('Aoi', { balance: 2_400 })
  await page.goto(`/payment/purchase/${kid}?no=7`)
  const add = async (number: number, typed = String(number)) => {
    await page.getByLabel('Add another number').fill(typed)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('link', { name: `Remove No. ${number}` }).waitFor()
  }
  await add(3)
  await add(9, '９')
  await page.getByLabel('Add another number').fill('four')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('This title has no No. four.').waitFor()
  await add(4)
  await page.getByLabel('Add another number').fill('999')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('This title has no No. 999.').waitFor()
  await page.getByRole('link', { name: 'Remove No. 4' }).click()
  await page.getByText('This title has no No. 999.').waitFor({ state: 'detached' })
  const all = page.getByRole('button', { name: 'Buy 3 copies for ¥7,200' })
  await all.waitFor()
  await page.getByRole('button', { name: 'Use ¥7,200' }).click()
  await assertAccessible(page)
  await page.route(
    `**${API}${purchaseForFree.path}`,
    async (route) => {
      equal((await aoi.call(purchaseForFree, film.order(9, 2_400))).status, 'settled') // a moment faster
      await route.continue()
    },
    { times: 1 },
  )
  await all.click()
  await page
    .getByText(/^No\. 9 cannot be bought right now\. You receive all copies of an order or none\./)
    .waitFor()
  equal(await ren.balance(), 9_000)
  await page.getByText('not for sale').waitFor()
  await eventuallyEqual(() => page.getByRole('button', { name: /^Buy/ }).count(), 0)
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Continue with the other 2' }).click()
  await page.getByRole('button', { name: 'Buy 2 copies for ¥4,800' }).waitFor()
  equal(await page.getByLabel('Amount').inputValue(), '4800')
  await page.getByRole('button', { name: 'Buy 2 copies for ¥4,800' }).click()
  await page.getByRole('heading', { name: '2 copies are yours' }).waitFor()
  equal(await ren.balance(), 4_200)
})
