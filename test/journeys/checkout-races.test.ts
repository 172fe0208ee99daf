import { equal } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import type { Request } from 'playwright-core'
import { API } from '#core/http/endpoint.ts'
import { createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { getDraw } from '#src/sales/draw/draw.shared.ts'
import { builtPages } from '#src/app.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { CardDown } from '#src/integrations/card.ts'
import {
  cancelPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { getSerial, listSerials } from '#src/catalog/serial/serial.shared.ts'
import { eventuallyEqual, assertAccessible, openChromium, SEEN_MS } from '../chromium.ts'
import { buyButton, checkoutFixtures, duringRequest, useBalance } from '../checkout-fixtures.ts'
import { brandFixtures } from '../brand-fixtures.ts'
import { waitUntil } from '../test-app.ts'

const pages = await builtPages()
const APPLIED_MS = 500 // within it a page shows an answer that has come

test('SL-01 a changed price shows at once, must be confirmed if it came too late, and keeps the other entries', async (t) => {
  const { mika, ren, film, page } = await checkoutFixtures(t, { balance: 1_500 })
  await useBalance(page, 1_000)
  const again = { listing_type: 'sale' as const, reprice: true }
  const changePrice = async (sale_price: number) => {
    const asked = { ...again, sale_price, asset_token_ids: [film.tokens.get(7)!] }
    await mika.call(listSerialsForSale, asked)
    const look = () => ren.call(getSerial, { id: film.kid, number: 7 })
    await waitUntil(look, ({ status }) => status === 'buyable')
  }
  await changePrice(2_000)
  await page.getByText('The price just changed to ¥2,000.').waitFor({ timeout: SEEN_MS })
  equal(await page.getByLabel('Amount').inputValue(), '1000')
  await page.getByText('Total, was ¥2,400').waitFor({ state: 'attached' }) // in the bar of a phone
  await assertAccessible(page)

  await duringRequest(page, () => changePrice(3_000))
  await buyButton(page, 7, '¥2,000').click()
  await page.getByText('The price is now ¥3,000. Check it before you buy.').waitFor()
  await buyButton(page, 7, '¥3,000').waitFor()
  equal(await page.getByLabel('Amount').inputValue(), '1000')
  await page.getByText('¥2,000', { exact: true }).waitFor()
  await assertAccessible(page)
  await buyButton(page, 7, '¥3,000').click()
  await page.waitForURL(/\/dev\/card\//)
})

test('ER-02 SL-02 the second buyer is told so, is not charged, and is offered the next number', async (t) => {
  const { aoi, mika, film, page, tab, open } = await checkoutFixtures(t, { balance: 2_000 })
  await useBalance(page, 1_000)
  await aoi.call(purchaseSerial, film.order(7, 0))
  const gone = page.getByRole('heading', { name: 'No. 7 cannot be bought right now' })
  await gone.waitFor({ timeout: SEEN_MS })
  await eventuallyEqual(() => page.getByRole('button', { name: /^Buy/ }).count(), 0)
  await aoi.call(cancelPurchase, { kid: film.kid, serial_number: 7 })
  await buyButton(page).waitFor({ timeout: SEEN_MS })
  equal(await page.getByLabel('Amount').inputValue(), '1000')

  await duringRequest(page, () => aoi.call(purchaseSerial, film.order(7, 0)))
  await buyButton(page).click()
  await gone.waitFor()
  await page.getByText('You were not charged.').waitFor()
  await page.getByText('11 other numbers can be bought.').waitFor()
  await assertAccessible(page)
  await open() // a later visitor is told at once, and until when
  await page.getByText(/^Another buyer is paying for No\. 7/).waitFor()
  await page.getByRole('timer').waitFor()
  await page.getByRole('link', { name: 'Choose No. 8 instead' }).click()
  await buyButton(page, 8).click()
  await page.waitForURL(/\/dev\/card\//)

  const other = await tab(aoi) // the buyer's own payment is not shown as another person's in a second tab
  await other.goto(`/payment/purchase/${film.kid}?no=9`)
  await buyButton(other, 9).waitFor()
  await aoi.call(purchaseSerial, film.order(9, 0))
  await other.getByRole('heading', { name: 'No. 9 is held for you' }).waitFor({ timeout: SEEN_MS })
  await other.goto(`/payment/purchase/${film.kid}?no=10&no=9`) // nor in another order
  await other.getByRole('link', { name: 'you are paying for it' }).waitFor()

  const seller = await tab(mika) // owners cannot buy their own copy
  await seller.goto(`/payment/purchase/${film.kid}?no=10`)
  await seller.getByRole('heading', { name: 'No. 10 is already yours' }).waitFor()
  await eventuallyEqual(() => seller.getByRole('button', { name: /^Buy/ }).count(), 0)
})

test('SL-02 a copy that is free again shows so, although an answer from before comes later', async (t) => {
  const { aoi, film, page } = await checkoutFixtures(t)
  const late = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<Request>()
  // The page loads itself again when it sees that the copy is held.
  await page.route(/\/payment\/purchase\/[^/]+\.data/, async (route) => {
    const response = await route.fetch()
    answered.resolve(route.request())
    await late.promise
    await route.fulfill({ response })
  })
  await aoi.call(purchaseSerial, film.order(7, 0))
  await page.getByRole('heading', { name: 'No. 7 cannot be bought right now' }).waitFor()
  const request = await answered.promise
  await aoi.call(cancelPurchase, { kid: film.kid, serial_number: 7 })
  await buyButton(page).waitFor()

  late.resolve()
  await request.response() // null if the page asked again and no longer waits for this answer
  await sleep(APPLIED_MS)
  await buyButton(page).waitFor({ timeout: SEEN_MS })
})

test('ER-02 MN-04 balance spent meanwhile is reported, and the rest can be used', async (t) => {
  const { ren, page, open, spendElsewhere } = await checkoutFixtures(t, { balance: 2_400 })
  await useBalance(page, 1_000)
  await spendElsewhere(2_000)
  await buyButton(page).click()
  await page.getByText('You can use at most ¥400 of your balance.').waitFor()
  await eventuallyEqual(() => page.getByLabel('Amount').inputValue(), '400')

  await open()
  await useBalance(page, 300)
  const order = `**${API}${purchaseSerial.path}`
  const lower = { balance_to_use: -1 } // a value that the form does not allow
  await page.route(order, (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), ...lower } }),
  )
  await buyButton(page).click()
  await page.getByText('The amount cannot be below zero. Enter 0 or more.').waitFor()
  await page.unroute(order)
  equal(await ren.balance(), 400)
  await buyButton(page).click()
  await page.waitForURL(/\/dev\/card\//)
})

test('ER-02 a balance that no longer covers the price is reported before anything is charged', async (t) => {
  const { ren, page, spendElsewhere } = await checkoutFixtures(t, { balance: 2_400 })
  await page.getByRole('button', { name: 'Use ¥2,400' }).click()
  await spendElsewhere(100)
  await buyButton(page).click()
  await page.getByText('Your balance does not cover this. Check the amount.').waitFor()
  await page.getByText('Lowered').waitFor({ state: 'hidden' })
  await eventuallyEqual(() => page.getByLabel('Amount').inputValue(), '2300')
  equal(await ren.balance(), 2_300)
})

test('ER-02 an unavailable card service and a holding limit are reported with a way to continue', async (t) => {
  const { here, ren, film, page } = await checkoutFixtures(t, { balance: 5_000, holding_limit: 1 })
  await page.goto(`/payment/purchase/${film.kid}?no=7&no=8`)
  await page.getByText('over the limit per person').waitFor()
  await page.getByRole('link', { name: 'Continue with No. 7 only' }).click()
  const { card } = here.integrations
  const { createCheckout } = card
  card.createCheckout = () => Promise.reject(new CardDown('silent'))
  await buyButton(page).click()
  await page.getByText(/The card service is not responding\. You were not charged\./).waitFor()
  card.createCheckout = createCheckout

  await duringRequest(page, () => ren.call(purchaseForFree, film.order(3, 2_400)))
  await buyButton(page).click()
  await page.getByText('You have reached the limit of 1 per person.').waitFor()
  await page.getByRole('link', { name: 'See the other numbers' }).click()
  await page.waitForURL(/\/asset\//)
})

test('ER-02 too few copies for a draw, and a copy reserved for other people, are reported in plain words', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 1, { pages, now: new Date() })
  const group = await make('Winter set', kids)
  const [ren, aoi] = [await here.person('Ren', { balance: 1_000 }), await here.person('Aoi')]
  const page = await (await openChromium(here))(ren)
  await page.goto(`/group/${group.encrypted_id}/draw`)
  await page.getByRole('button', { name: 'One more' }).click()
  const draw = page.getByRole('button', { name: 'Draw 2 copies for ¥1,000' })
  await draw.waitFor()
  await page.route(new RegExp(`${API}${getDraw.path.replace('{id}', '[^/]+')}`), (route) =>
    route.abort(),
  )
  const { items } = await here.call(listSerials, { id: kids[0]! })
  const { number, asset_token_id, owner_account_id } = await here.call(getSerial, {
    id: kids[0]!,
    number: items[0]!.number,
  })
  const seller = { owner_account_id: owner_account_id! }
  const copy = { kid: kids[0]!, asset_token_id, ...seller, asset_sale_price: 500 }
  await aoi.call(purchaseSerial, { ...copy, balance_to_use: 0 })
  await draw.click()
  await page.getByText('You can draw at most 1 more. Choose fewer.').waitFor()
  equal(await ren.balance(), 1_000)

  const other = items.find((item) => item.number !== number)!
  await page.goto(`/payment/purchase/${kids[0]!}?no=${other.number}`)
  const reserve = { kid: kids[0]!, name: 'Friends', asset_token_ids: [other.asset_token_id] }
  await duringRequest(page, () => mika.call(createAllowlist, reserve))
  const answer = page.waitForResponse((one) => one.url().endsWith(purchaseSerial.path))
  await buyButton(page, other.number, '¥500').click()
  equal((await answer).status(), 403)
  // The page says so by itself if it hears of the list before the answer comes.
  await page
    .getByText(/reserved this copy for other people\.|is reserved for someone else\./)
    .waitFor()
  await page.getByText('You were not charged.').waitFor()
})
