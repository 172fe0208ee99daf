import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { purchaseForFree } from '#src/purchase/purchase.shape.ts'
import { builtPages } from '#src/house.ts'
import { withdrawAsset } from '#src/listing/listing.shape.ts'
import { isAccessible, openChromium } from '../chromium.ts'
import { title } from '../titles.ts'
import { soon, world } from '../world.ts'

const pages = await builtPages()

async function house(t: TestContext) {
  const here = await world(t, { pages, now: new Date() })
  const tab = await openChromium(t, here)
  const mika = await here.person('Mika', { role: 'ORH' })
  return { here, tab, mika }
}

test('a creator sees a title as guests see it, and buys nothing there', async (t) => {
  const { here, tab, mika } = await house(t)
  const { kid } = await title(here, mika, { copies: 5, price: 300 })
  const [page, guest] = [await tab(mika), await tab()]
  await page.goto(`/asset/${kid}`, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'See it as a guest' }).click()
  await page.getByText('You see this as a guest').waitFor()
  await page.getByRole('button', { name: 'Issue more copies' }).waitFor({ state: 'detached' })
  await guest.goto(`/asset/${kid}?no=3`, { waitUntil: 'networkidle' })
  await page.goto(`/asset/${kid}/preview?no=3`, { waitUntil: 'networkidle' })
  const seen = (one: typeof page) => one.locator('main .wrap:has(h1)').innerText()
  const wanted = await seen(guest)
  equal(
    await soon(
      () => seen(page),
      (text) => text === wanted,
    ),
    wanted,
  )
  await isAccessible(page)
  await page.getByRole('link', { name: 'Buy No. 3 for ¥300' }).click()
  await page.getByText('Guests are asked to sign in here.').waitFor()
  equal(await page.getByRole('dialog').count(), 0)
  await page.getByRole('link', { name: 'No. 4, ' }).click()
  await page.getByText('Buy No. 4 for ¥300').waitFor()
  equal(new URL(page.url()).pathname, `/asset/${kid}/preview`)

  await mika.call(withdrawAsset, { kid })
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByText('You see this as a guest').waitFor()
  equal(await page.getByText('This title is withdrawn').count(), 0)
  await page.getByRole('link', { name: 'Back to your view' }).click()
  await page.getByText('This title is withdrawn').waitFor()

  const [eve, ren] = [await here.person('Eve', { role: 'ORH' }), await here.person('Ren')]
  const statusFor = async (who: typeof ren) =>
    (await (await tab(who)).goto(`/asset/${kid}/preview`))?.status()
  deepEqual([await statusFor(eve), await statusFor(ren)], [404, 403])
})

test('RT-11 AS-18 a creator finds all of their titles, and every count of one', async (t) => {
  const { here, tab, mika } = await house(t)
  const film = await title(here, mika, { copies: 5, price: 300 })
  const gone = await title(here, mika, { copies: 2 })
  await mika.call(withdrawAsset, { kid: gone.kid })
  const ren = await here.person('Ren', { balance: 1_000 })
  await ren.call(purchaseForFree, film.order(2, 300))
  const page = await tab(mika, { viewport: { width: 390, height: 844 } })
  await page.goto('/created', { waitUntil: 'networkidle' })
  await page.getByText('2 titles').waitFor()
  await page.getByText('5 copies (4 for sale)').waitFor()
  await page.getByText('Withdrawn').waitFor()
  await isAccessible(page)
  await page.getByRole('link', { name: 'Rent', exact: true }).click()
  await page.getByText('No title fits').waitFor()
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
  const told = await soon(counts, (one) => 'Sale price' in one)
  deepEqual(told, {
    ...{ Yours: '4', 'With others': '1', 'For sale': '4', 'For sale by you': '4' },
    ...{ 'To trade': '0', 'To rent': '0', 'Of them free to rent': '0', 'Being prepared': '0' },
    'Sale price': '¥300',
  })
  await isAccessible(page)

  const other = await tab(await here.person('Eve', { role: 'ORH' }))
  await other.goto('/created', { waitUntil: 'networkidle' })
  await other.getByText('You have not published anything yet').waitFor()
  equal((await other.goto(`/asset/${film.kid}/created`))?.status(), 404)
})
