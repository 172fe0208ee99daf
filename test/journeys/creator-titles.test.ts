import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { beginUpload, listUploads } from '#src/media/upload/upload.shared.ts'
import { eventuallyEqual, assertAccessible } from '../chromium.ts'
import { appWithTab } from '../app-with-tab.ts'
import { createTitle } from '../titles.ts'
import { uploadForm } from '../uploads.ts'

async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  return { here, tab, mika }
}

test('a creator previews a title as guests see it, and cannot buy there', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const { kid } = await createTitle(here, mika, { copies: 5, price: 300 })
  const [page, guest] = [await tab(mika), await tab()]
  await page.goto(`/asset/${kid}`)
  await page.getByRole('link', { name: 'View as a guest' }).click()
  await page.getByText('You are viewing this as a guest').waitFor()
  await page.getByRole('button', { name: 'Issue more copies' }).waitFor({ state: 'detached' })
  await guest.goto(`/asset/${kid}?no=3`)
  await page.goto(`/asset/${kid}/preview?no=3`)
  const seen = (one: typeof page) => one.locator('main .wrap:has(h1)').innerText()
  const report = /\n+Report this title/ // creators cannot report their own
  await eventuallyEqual(() => seen(page), (await seen(guest)).replace(report, ''))
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Buy No. 3 for ¥300' }).click()
  await page.getByText('Guests are asked to sign in here.').waitFor()
  equal(await page.getByRole('dialog').count(), 0)
  await page.getByRole('link', { name: 'No. 4, ' }).click()
  await page.getByText('Buy No. 4 for ¥300').waitFor()
  equal(new URL(page.url()).pathname, `/asset/${kid}/preview`)

  await mika.call(withdrawAsset, { kid })
  await page.reload()
  await page.getByText('You are viewing this as a guest').waitFor()
  equal(await page.getByText('This title is withdrawn').count(), 0)
  await page.getByRole('link', { name: 'Exit preview' }).click()
  await page.getByText('This title is withdrawn').waitFor()

  const [eve, ren] = [await here.person('Eve', { role: 'ORH' }), await here.person('Ren')]
  for (const path of ['preview', 'edit', 'created']) {
    const statusFor = async (who: typeof ren) =>
      (await (await tab(who)).goto(`/asset/${kid}/${path}`))?.status()
    deepEqual([await statusFor(eve), await statusFor(ren)], [404, 403], path) // withdrawn, so not seen
  }
})

test('UP-11 UP-12 RT-12 AS-07 AS-08 AS-09 a creator’s settings are shown to buyers and resellers, and are enforced', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const film = await createTitle(here, mika, { copies: 3, price: 600 })
  const page = await tab(mika)
  await page.goto(`/asset/${film.kid}/edit`)
  const field = (name: string) => page.getByRole('textbox', { name })
  await field('Description').fill('')
  await field('Lowest price (¥)').fill('5')
  await page.getByRole('button', { name: 'Save the title' }).click()
  await page.getByText('Enter a description.', { exact: true }).waitFor()
  await field('Description').fill('A year at one harbour.')
  await page.getByRole('button', { name: 'Save the title' }).click()
  await page.getByText('Saved. The lowest price was raised to ¥10.').waitFor()
  await eventuallyEqual(() => field('Lowest price (¥)').inputValue(), '10')
  await field('Lowest price (¥)').fill('５００')
  await field('Royalty on resales (%)').fill('1,250')
  await page.getByRole('button', { name: 'Save the title' }).click()
  await page.getByText(/^Enter a number from 0 to \d+\.$/).waitFor()
  await field('Royalty on resales (%)').fill('12,5')
  await field('Royalty on rentals (%)').fill('７')
  await page.getByRole('checkbox', { name: 'Rent out their copy' }).check()
  await page.getByLabel(/^Sale starts/).fill('2030-02-01T21:00')
  await page.getByLabel(/^Sale ends/).fill('2030-02-01T21:00')
  await page.getByRole('button', { name: 'Save the title' }).click()
  await page
    .getByText('The end must be after the start, and not in the past.', { exact: true })
    .waitFor()
  for (const time of [/^Sale starts/, /^Sale ends/]) await page.getByLabel(time).fill('')
  await page.getByRole('button', { name: 'Save the title' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()

  const resale = 'If it is resold at this price, the creator receives ¥75.'
  const rental = 'The creator receives 7% of each rental by an owner.'
  const ren = await here.person('Ren', { balance: 1_000 })
  for (const who of [undefined, ren]) {
    const buyer = await tab(who)
    await buyer.goto(`/asset/${film.kid}?no=1`)
    await buyer.getByText(`${resale} ${rental}`).waitFor()
  }
  await ren.call(purchaseForFree, film.order(1, 600))
  const seller = await tab(ren)
  await seller.goto(`/asset/${film.kid}?no=1`)
  await seller.getByRole('button', { name: 'Sell No. 1' }).click()
  const dialog = seller.getByRole('dialog')
  await dialog.getByLabel('Price in yen, tax included').fill('600')
  await dialog.getByText('¥75', { exact: true }).waitFor() // the creator's 12.5 %
  await dialog.getByLabel('Price in yen, tax included').fill('499')
  await dialog.getByText('The lowest price is ¥500.').waitFor() // as the hint, while it is typed
  await dialog.getByRole('button', { name: 'List for sale' }).click()
  await dialog.getByText('The lowest price is ¥500.').waitFor() // once, as the error
  await assertAccessible(seller)

  await page.getByRole('checkbox', { name: 'Resell their copy' }).uncheck()
  await page.getByRole('button', { name: 'Save the title' }).click()
  const isResold = async () => (await here.call(getAsset, { id: film.kid })).secondary_sale_enabled
  await eventuallyEqual(isResold, false)
  await seller.goto(`/asset/${film.kid}?no=1`)
  await seller.getByRole('button', { name: 'Rent out No. 1' }).click()
  equal(await seller.getByRole('button', { name: 'Sell No. 1' }).count(), 0)
  await seller.getByText('Not allowed by the creator: resale.').waitFor()
  await dialog.getByLabel('Rental price in yen, tax included').fill('500')
  await dialog.getByLabel('Rental period in days').fill('366')
  await dialog.getByRole('button', { name: 'Offer for rent' }).click()
  await dialog.getByText('Enter 1 to 365 days.').waitFor()
  await dialog.getByLabel('Rental period in days').fill('3')
  await dialog.getByText('¥35', { exact: true }).waitFor() // the creator's 7 %
  await assertAccessible(seller)
  await dialog.getByRole('button', { name: 'Offer for rent' }).click()
  await seller.getByText('No. 1 can be rented in a moment.').waitFor()
  await seller.getByRole('button', { name: 'Stop renting out' }).click()
  await dialog.getByRole('button', { name: 'Stop renting out' }).click()
  await seller.getByText('No. 1 is no longer for rent.').waitFor()

  await seller.goto(`/asset/${film.kid}?no=1`)
  await seller.getByRole('button', { name: 'Open No. 1 for trade' }).waitFor()
  await page.getByRole('checkbox', { name: 'Trade their copy for another' }).uncheck()
  await page.getByRole('checkbox', { name: 'Rent out their copy' }).uncheck()
  await page.getByRole('button', { name: 'Save the title' }).click()
  const isLent = async () => (await here.call(getAsset, { id: film.kid })).secondary_rental_enabled
  await eventuallyEqual(isLent, false)
  await seller.goto(`/asset/${film.kid}/serials`)
  await seller.getByLabel('No. 1', { exact: true }).check()
  await seller.getByRole('link', { name: 'Give 1' }).waitFor()
  for (const name of ['Sell 1', 'Rent out 1', 'Open 1 for trade'])
    equal(await seller.getByRole('button', { name }).count(), 0)
  const forbidden = 'Not allowed by the creator: resale, rental by owners, and trades.'
  await seller.getByText(forbidden).waitFor()
  await assertAccessible(seller)
  await seller.goto(`/asset/${film.kid}?no=1`)
  await seller.getByText(forbidden).waitFor()
  await assertAccessible(seller)
  await page.goto(`/asset/${film.kid}?no=2`)
  await page.getByRole('button', { name: 'Stop selling' }).waitFor()
  equal(await page.getByText('Not allowed').count(), 0) // creators may do all of it
})

test('RT-11 AS-18 a creator finds all own titles, and all counts of each', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const film = await createTitle(here, mika, { copies: 5, price: 300 })
  const gone = await createTitle(here, mika, { copies: 2 })
  await mika.call(withdrawAsset, { kid: gone.kid })
  const ren = await here.person('Ren', { balance: 1_000 })
  await ren.call(purchaseForFree, film.order(2, 300))
  const page = await tab(mika, { viewport: { width: 390, height: 844 } })
  await page.goto('/created')
  await page.getByText('2 titles').waitFor()
  await page.getByText('5 copies (4 for sale)').waitFor()
  await page.getByText('Withdrawn').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Rent', exact: true }).click()
  await page.getByText('No matching titles').waitFor()
  await page.getByRole('link', { name: 'Buy', exact: true }).click()
  await page.getByText('1 title', { exact: true }).waitFor()
  equal(new URL(page.url()).search, '?listing_type=sale')
  await page.getByText('5 copies (4 for sale)').waitFor()
  await page.locator('main li a').first().click()
  await page.waitForURL(`**/asset/${film.kid}/created`)
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(
        (await page.locator('dl > div').all()).map(async (one) => [
          await one.locator('dt').innerText(),
          await one.locator('dd').innerText(),
        ]),
      ),
    )
  await eventuallyEqual(counts, {
    Yours: '4',
    'Owned by others': '1',
    'For sale': '4',
    'For sale by you': '4',
    'For rent': '0',
    'Available to rent now': '0',
    'In preparation': '0',
    'Sale price': '¥300',
  })
  await assertAccessible(page)

  const other = await tab(await here.person('Eve', { role: 'ORH' }))
  await other.goto('/created')
  await other.getByText('You have not published anything yet').waitFor()
  equal((await other.goto(`/asset/${film.kid}/created`))?.status(), 403)
})

test('uploads in progress are listed first among a creator’s titles, and each of a hundred links to its upload', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  await createTitle(here, mika, { copies: 5, title: 'Last Train' })
  const page = await tab(mika)
  for (let n = 0; n <= 100; n++) {
    const asset = { name: 'note.mp3', type: 'audio/mpeg', bytes: Buffer.from(`${n}`) }
    const fields = { title: `Tide Tables ${n}`, total_copies: 120 }
    here.clock.now = addSeconds(here.clock.now, 1)
    equal((await mika.call(beginUpload, uploadForm(mika, asset, fields))).error, undefined)
  }

  await page.goto('/created')
  const names = async (count: number) =>
    (await page.locator('.card h3').allInnerTexts()).slice(0, count)
  await eventuallyEqual(() => names(2), ['Tide Tables 100', 'Tide Tables 99'])
  await page.goto('/created?sort_by=oldest')
  await eventuallyEqual(() => names(2), ['Last Train', 'Tide Tables 0'])
  const card = page.locator('.card').nth(1)
  await card.getByText('120 copies').waitFor()
  await card.getByText('Not published yet').waitFor()
  await card.getByRole('link').click()
  await page.waitForURL(/\/create\/[\w-]{36}$/)
  await page.getByRole('heading', { name: 'Tide Tables 0', level: 1 }).waitFor()
  await page.getByText('120 copies · No. 1 to 120').waitFor()
  const { uuid, kid } = (await mika.call(listUploads, { limit: 1, offset: 100 })).items[0]!
  equal(new URL(page.url()).pathname, `/create/${uuid}`)
  await page.goto(`/asset/${kid}/created`)
  await page.waitForURL(`/create/${uuid}`)
})
