import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { API } from '#core/http/endpoint.ts'
import { addSeconds } from '#core/clock.ts'
import { builtPages } from '#src/app.ts'
import { cancelPurchase, getPurchase, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { getRental, rentSerial } from '#src/sales/rental/rental.shared.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { CARDS } from '../card-fixtures.ts'
import { controlProvider, payAt, releaseUnasked } from '../card-purchase.ts'
import { buyButton } from '../checkout-fixtures.ts'
import { rentalTitle } from '../rentals.ts'
import { signInAt } from '../sign-in.ts'
import { orderSeveral, createTitle } from '../titles.ts'
import { asPerson } from '../call.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()
const HOLD_SECONDS = 900

/** Opens a test app in which Ren has started to pay for Nos. 7 and 8 with ¥1,000 of balance. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const film = await createTitle(here, mika, { copies: 12, price: 2_400 })
  const order = await ren.call(purchaseSerial, orderSeveral(film, [7, 8], 1_000))
  const status = async () => (await ren.call(getPurchase, { id: order.purchase_id })).status
  const tab = await openChromium(here)
  const bare = `/payment/purchase/cancel/${film.kid}/7`
  const back = `${bare}?purchase=${order.purchase_id}`
  return { here, mika, ren, film, tab, order, status, bare, back }
}

test('SL-04 when the time to pay is over the page says so, and the buyer can start again at once', async (t) => {
  const { here, ren, film, tab, status } = await openFixtures(t)
  const page = await tab(ren)
  await page.clock.install()
  here.clock.now = addSeconds(here.clock.now, HOLD_SECONDS - 5)
  await page.goto(`/payment/purchase/${film.kid}?no=7&no=8`)
  await page.getByRole('heading', { name: '2 copies are held for you' }).waitFor()
  await page.getByRole('link', { name: 'Continue to card payment' }).waitFor()
  here.clock.now = addSeconds(here.clock.now, 6)
  await page.clock.runFor(6_000)

  await page
    .getByRole('heading', { name: 'The time to pay for your 2 copies has passed' })
    .waitFor()
  equal(await page.getByRole('link', { name: 'Continue to card payment' }).count(), 0)
  equal(await status(), 'reserved')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Start again' }).click()

  await page.getByRole('button', { name: 'Buy 2 copies for ¥4,800' }).waitFor()
  equal(await status(), 'canceled')
  equal(await ren.balance(), 1_000)

  await ren.call(purchaseSerial, film.order(7, 0))
  here.clock.now = addSeconds(here.clock.now, HOLD_SECONDS + 1) // the hold is over, but not yet released by the job
  await page.goto(`/payment/purchase/${film.kid}?no=7`)
  await page.getByRole('heading', { name: 'The time to pay for No. 7 has passed' }).waitFor()
  await here.run('purchase.expire_holds')
  await page.clock.runFor(6_000) // the page refreshes by itself
  await buyButton(page).waitFor()
})

test('SL-04 a second try with another balance, after one without an answer, shows what the first did', async (t) => {
  const { here, film, tab } = await openFixtures(t)
  const page = await tab(await here.person('Aoi', { balance: 1_000 }))
  await page.goto(`/payment/purchase/${film.kid}?no=3`)
  // The page hears nothing of its own hold.
  await page.route(/\/api\/2\.0\/(live|assets\/[^/]+\/serials\/3)/, (route) => route.abort())
  const keys: (string | null)[] = []
  await page.route(`**${API}${purchaseSerial.path}`, async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'))
    if (keys.length > 1) return route.continue()
    await route.fetch() // it arrives, but its answer is lost
    return route.abort('connectionreset')
  })
  await buyButton(page, 3).click()
  await page.getByText('We could not connect.').waitFor()
  const answer = page.waitForResponse((one) => one.url().endsWith(purchaseSerial.path))
  await page.getByLabel('Amount').fill('500')
  await page.getByLabel('Amount').press('Enter')
  await buyButton(page, 3).click()
  const { error } = (await (await answer).json()) as { error: { code: string } }
  equal(error.code, 'idempotency_key_reused')
  await page.getByRole('heading', { name: 'No. 3 is held for you' }).waitFor()
  deepEqual(keys, [keys[0], keys[0]])
})

test('RN-01 a rental not paid in time says so, and can be started again', async (t) => {
  const { here, mika, ren, tab } = await openFixtures(t)
  const film = await rentalTitle(here, mika, { copies: 5 })
  await ren.call(rentSerial, film.rent(3, 0))
  here.clock.now = addSeconds(here.clock.now, HOLD_SECONDS + 1)
  const page = await tab(ren)
  await page.goto(`/payment/rental/${film.kid}?no=3`)
  await page.getByRole('heading', { name: 'The time to pay for No. 3 has passed' }).waitFor()
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.getByRole('button', { name: /^Rent No\. 3/ }).waitFor()
})

test('RT-26 a guest on the cancel page is asked to sign in, and releases the copy only then', async (t) => {
  const { here, film, tab } = await openFixtures(t)
  const email = 'nao@example.test'
  const before = await tab()
  await signInAt(before, here, email)
  const cookies = await before.context().cookies()
  const nao = asPerson(here.url, cookies.find(({ name }) => name === 'session')!.value)
  const { purchase_id } = await nao(purchaseSerial, film.order(3, 0))
  const status = async () => (await nao(getPurchase, { id: purchase_id })).status
  const guest = await tab() // for example on a phone
  await guest.goto(`/payment/purchase/cancel/${film.kid}/3?purchase=${purchase_id}`)
  await guest.getByRole('heading', { name: 'Sign in to release No. 3' }).waitFor()
  equal(await status(), 'reserved')
  await assertAccessible(guest)
  await guest.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  here.clock.now = addSeconds(here.clock.now, 120)
  await signInAt(guest, here, email, { stay: true })

  await guest.getByRole('heading', { name: 'No. 3 is released' }).waitFor()
  equal(await status(), 'canceled')
})

test('RT-26 a failed release is not reported as done, and is tried again', async (t) => {
  const { ren, tab, status, back } = await openFixtures(t)
  const page = await tab(ren)
  await page.route(`**${API}${cancelPurchase.path}`, (route) => route.abort(), { times: 1 })
  await page.goto(back)
  await page.getByRole('heading', { name: 'No. 7 could not be released' }).waitFor()
  await page.getByText(/We release it automatically when the time to pay has passed/).waitFor()
  equal(await status(), 'reserved')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: '2 copies are released' }).waitFor()
  await eventuallyEqual(status, 'canceled')
})

test('RT-26 a buyer who releases copies that they have paid sees them', async (t) => {
  const { here, ren, tab, status, bare, back, order } = await openFixtures(t)
  await controlProvider(here, { do: 'pause' })
  await payAt(order.url, CARDS.pays)
  const page = await tab(ren)
  await page.goto(back)
  await page.waitForURL(/\/payment\/purchase\/success\//)
  equal(await page.getByText('You were not charged').count(), 0)
  equal(await status(), 'settled')
  await page.goto(bare)
  await page.waitForURL(/\/payment\/purchase\/success\//)
})

test('RT-26 a buyer who pays after the release reads that the payment came too late', async (t) => {
  const { here, ren, tab, status, back, order } = await openFixtures(t)
  await controlProvider(here, { do: 'pause' })
  await payAt(order.url, CARDS.pays)
  await releaseUnasked(here, order, ren)
  await controlProvider(here, { do: 'resume' })
  await eventuallyEqual(status, 'refunded')
  const page = await tab(ren)
  await page.goto(back)
  await page.getByText('so we refunded it to your card.').waitFor()
  equal(await page.getByText('You were not charged').count(), 0)
})

test('RT-26 an old cancel page that is opened again leaves the next order of the number alone', async (t) => {
  const { here, ren, film, tab, status, back } = await openFixtures(t)
  const page = await tab(ren)
  await page.goto(back)
  await page.getByRole('heading', { name: '2 copies are released' }).waitFor()
  equal(await status(), 'canceled')
  here.clock.now = addSeconds(here.clock.now, 60)
  const again = await ren.call(purchaseSerial, film.order(7, 0))

  const answer = page.waitForResponse((one) => one.url().endsWith(cancelPurchase.path))
  await page.reload()
  equal((await answer).status(), 200)
  await page.getByRole('heading', { name: '2 copies are released' }).waitFor()

  equal((await ren.call(getPurchase, { id: again.purchase_id })).status, 'reserved')
})

test('RT-26 a cancel page whose address names no order asks first, and then releases what it shows', async (t) => {
  const { here, ren, film, tab, status, bare, order } = await openFixtures(t)
  const page = await tab(ren)
  await page.goto(bare)
  await page.getByRole('heading', { name: '2 copies are held for you' }).waitFor()
  await page.getByText(/We hold these copies for another 1[45]:\d\d\./).waitFor()
  await page.getByRole('link', { name: 'Continue to card payment' }).waitFor()
  await assertAccessible(page)
  equal(await status(), 'reserved')

  await page.getByRole('link', { name: 'Release all copies' }).click()
  await page.getByRole('heading', { name: '2 copies are released' }).waitFor()
  equal(await status(), 'canceled')
  await page.getByText(/and the balance you used is available again\.$/).waitFor()
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  equal(await focused(), '2 copies are released')

  const { kid } = film
  here.clock.now = addSeconds(here.clock.now, 60)
  await ren.call(purchaseSerial, film.order(3, 0))
  await page.goto(`/payment/purchase/cancel/${kid}/3?purchase=`)
  await page.getByRole('link', { name: 'Release No. 3' }).click()
  await page.getByText(/^You did not pay for “.*”\. You were not charged\.$/).waitFor() // no balance was used
  await page.goto(`/payment/purchase/cancel/${kid}/3?purchase=unknown`)
  await page.getByRole('heading', { name: 'No. 3 was not held for you' }).waitFor()
  for (const unknown of [`${kid}/13`, 'unknown/1', `${order.purchase_id}/1`]) {
    const answer = await page.goto(`/payment/purchase/cancel/${unknown}`)
    equal(answer!.status(), 404, unknown)
  }
})

test('RT-26 a cancel page of a rental asks first, too, and its link on the payment page does not', async (t) => {
  const { here, mika, ren, tab } = await openFixtures(t)
  const film = await rentalTitle(here, mika, { copies: 5 })
  const { rental_id } = await ren.call(rentSerial, film.rent(3, 0))
  const status = async () => (await ren.call(getRental, { id: rental_id })).status
  const page = await tab(ren)
  await page.goto(`/payment/rental/cancel/${film.kid}/3`)
  await page.getByRole('link', { name: 'Release No. 3' }).waitFor()
  equal(await status(), 'reserved')
  await page.goto(`/payment/rental/${film.kid}?no=3`)
  await page.getByRole('link', { name: 'Release No. 3' }).click()
  await page.getByRole('heading', { name: 'No. 3 is released' }).waitFor()
  equal(await status(), 'canceled')
})
