import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { builtPages } from '#src/app.ts'
import { addSeconds } from '#core/clock.ts'
import { cancelPurchase, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree, rentSerial } from '#src/sales/rental/rental.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { eventuallyEqual, assertFitsScreen, assertAccessible, openChromium } from '../chromium.ts'
import { listForRent } from '../rentals.ts'
import { signInAt } from '../sign-in.ts'
import { listForSale, createTitle } from '../titles.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()
const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true }

/** Opens a test app with a title of four copies: Nos. 1 to 3 for rent at ¥300 for 3 days, No. 4 for sale. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 4 })
  const tokens = new Map([...film.tokens].filter(([number]) => number < 4))
  await listForRent(here, mika, { ...film, tokens }, { rent_price: 300, days: 3 })
  await listForSale(here, mika, [film.tokens.get(4)!], 2_400)
  const rent = (number: number) => ({
    kid: film.kid,
    asset_token_id: film.tokens.get(number)!,
    lang: 'en' as const,
    owner_account_id: mika.account_id,
    balance_to_use: 300,
    asset_rent_price: 300,
    rental_period_seconds: 3 * 86_400,
  })
  return { here, mika, film, kid: film.kid, rent, tab: await openChromium(here) }
}

test('RT-10 RT-24 RT-25 RT-26 a guest on a phone signs in, cancels once, and rents by card', async (t) => {
  const { here, mika, kid, tab } = await openFixtures(t)
  const page = await tab(undefined, PHONE)
  await page.goto(`/asset/${kid}?no=4`)
  await page.getByRole('link', { name: 'Buy No. 4 for ¥2,400' }).waitFor()
  await page.goto(`/asset/rental/${kid}?no=4`)
  await page.getByText('No. 4 is for sale, but not for rent.').waitFor()
  await page.goto(`/asset/rental/${kid}`)
  const rent = page.getByRole('link', { name: 'Rent No. 1 · ¥300 for 3 days' })
  await rent.waitFor()
  equal(await page.getByRole('link', { name: /^Buy/ }).count(), 0)
  await assertFitsScreen(page)
  await assertAccessible(page)
  await rent.click()
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
  await signInAt(page, here, 'ren@example.test', { stay: true })

  const pay = page.getByRole('button', { name: 'Rent No. 1 · ¥300 for 3 days' })
  await pay.waitFor()
  await page.getByText('3 days from payment').waitFor()
  await assertFitsScreen(page)
  await assertAccessible(page)
  await pay.click()
  await page.waitForURL(/\/dev\/card\//)
  await page.goto(`/payment/rental/${kid}?no=2`)
  await page.getByRole('heading', { name: 'No. 1 is held for you' }).waitFor()
  await page.getByRole('link', { name: 'Release No. 1' }).click()
  await page.getByRole('heading', { name: 'No. 1 is released' }).waitFor()
  await assertFitsScreen(page)
  await page.getByRole('link', { name: 'Back to the numbers' }).click()
  await page.getByRole('link', { name: 'Rent No. 1 · ¥300 for 3 days' }).click()
  await pay.click()

  await page.getByLabel(/card number/i).fill('4000002760003184')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(/\/payment\/rental\/success\//)
  await page.getByRole('heading', { name: 'You are renting No. 1' }).waitFor()
  await page.getByText(/^Your rental ends on .* JST/).waitFor()
  await assertFitsScreen(page)
  await assertAccessible(page)
  equal(await mika.balance(), 270)
  await page.getByRole('link', { name: 'See the title' }).click()
  await page.getByRole('heading', { name: /^Rented until/ }).waitFor()
  await page.getByRole('link', { name: 'Watch', exact: true }).first().click()
  await page.waitForURL(`**/asset/${kid}/watch`)
})

test('RT-27 ER-03 a second renter is told at once, takes the next number and rents it from balance', async (t) => {
  const { here, kid, rent, tab } = await openFixtures(t)
  const [ren, aoi] = [
    await here.person('Ren', { balance: 1_000 }),
    await here.person('Aoi', { balance: 300 }),
  ]
  const page = await tab(ren)
  await page.goto(`/payment/rental/${kid}?no=1`)
  await page.getByRole('button', { name: 'Rent No. 1 · ¥300 for 3 days' }).waitFor()
  await aoi.call(rentForFree, rent(1))
  await page.getByRole('heading', { name: 'No. 1 cannot be rented right now' }).waitFor()
  await page.getByText(/It is rented out until/).waitFor()
  await page.getByText('2 other numbers can be rented.').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Choose No. 2 instead' }).click()
  const second = await tab(ren) // the renter's own rental is not shown there as another person's
  await second.goto(`/payment/rental/${kid}?no=2`)
  await second.getByRole('button', { name: 'Rent No. 2 · ¥300 for 3 days' }).waitFor()
  await page.getByRole('button', { name: 'Use ¥300' }).click()
  await page.getByRole('button', { name: 'Rent No. 2 · ¥300 for 3 days' }).click()
  await page.waitForURL(/\/payment\/rent\/success\?rental=/)
  await page.getByRole('heading', { name: 'You are renting No. 2' }).waitFor()
  equal(await ren.balance(), 700)
  const already = 'You are already renting No. 2 of this title'
  await second.getByRole('heading', { name: already }).waitFor()

  const success = page.url()
  await page.goto(`/payment/rental/${kid}?no=3`)
  await page.getByRole('heading', { name: already }).waitFor()
  const other = await tab(aoi)
  for (const address of ['/payment/rent/success', '/payment/rental/success/-', success]) {
    await other.goto(address)
    await other.getByRole('heading', { name: 'No rental to show here' }).waitFor()
  }
  await assertAccessible(other)
})

test('RT-25 the success page says whether a payment is awaited or was released, and that a rental has ended', async (t) => {
  const { here, film, rent, tab } = await openFixtures(t)
  const ren = await here.person('Ren', { balance: 300 })
  const page = await tab(ren)
  const rented = await ren.call(rentForFree, rent(1))
  await page.goto(`/payment/rent/success?rental=${rented.rental_id}`)
  await page.getByRole('heading', { name: 'You are renting No. 1' }).waitFor()
  here.clock.now = addSeconds(here.clock.now, 4 * 86_400)
  await page.reload()
  await page.getByRole('heading', { name: 'Your rental of No. 1 has ended' }).waitFor()
  await page.goto('/account/points')
  await page.getByRole('button', { name: /^Rented No\. 1/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Receipt' }).waitFor()

  const bought = await ren.call(purchaseSerial, { ...film.order(4, 0), asset_sale_price: 2_400 })
  const begun = await ren.call(rentSerial, { ...rent(2), balance_to_use: 0 })
  for (const [number, path, outcome] of [
    [4, `/payment/purchase/success/-?purchase=${bought.purchase_id}`, 'No. 4 was not bought'],
    [2, `/payment/rental/success/-?rental=${begun.rental_id}`, 'No. 2 was not rented'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name: `Preparing No. ${number}` }).waitFor()
    await ren.call(cancelPurchase, { kid: film.kid, serial_number: number })
    await page.getByRole('heading', { name: outcome }).waitFor()
    await page.getByText('The time to pay has passed. You were not charged.').waitFor()
    await assertAccessible(page)
  }
})

test('LI-07 a creator stops selling a copy on its rental page, lists it again, and changes the terms of all copies in one action', async (t) => {
  const { here, mika, kid, tab } = await openFixtures(t)
  const board = async () => {
    const { items } = await here.call(listSerials, { id: kid })
    return items.map((copy) => [copy.sale_price, copy.rent_price, copy.rental_period_seconds])
  }
  const lentOut = [null, 300, 3 * 86_400]
  const page = await tab(mika, PHONE)
  const dialog = page.getByRole('dialog')
  const stop = async () => {
    await page.getByRole('button', { name: 'Stop selling' }).click()
    await dialog.getByRole('button', { name: 'Stop selling' }).click()
    await page.getByText('No. 4 is no longer for sale.').waitFor()
  }
  await page.goto(`/asset/rental/${kid}?no=4`)
  await stop()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 copy goes on sale in a moment.').waitFor()
  await eventuallyEqual(board, [lentOut, lentOut, lentOut, [2_400, null, null]])
  await stop()

  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && /assets.(de)?list$/.test(pathname)) sent.push(pathname)
  })
  await page.getByRole('button', { name: 'Rent out No. 4' }).click()
  const price = dialog.getByLabel('Rental price in yen, tax included')
  await eventuallyEqual(() => price.inputValue(), '300') // the title's current terms
  await price.fill('450')
  await dialog.getByLabel('Rental period in days').fill('5')
  await dialog.getByText('You already rent out other copies of this title.').waitFor()
  await assertAccessible(page)
  await assertFitsScreen(page)
  await dialog.getByRole('button', { name: 'Relist all with new terms' }).click()
  await page.getByText('4 copies can be rented in a moment.').waitFor()
  await eventuallyEqual(board, Array<unknown>(4).fill([null, 450, 5 * 86_400]))
  deepEqual(sent, ['/api/2.0/assets/list'])

  await page.reload() // the terms can also stay as they are
  await page.getByRole('button', { name: 'Change rent' }).click()
  await page.getByRole('dialog', { name: 'New rent for No. 4' }).waitFor()
  await eventuallyEqual(() => price.inputValue(), '450')
  await dialog.getByRole('button', { name: 'Change rent' }).click()
  await page.getByText('No. 4 can be rented in a moment.').waitFor()
})
