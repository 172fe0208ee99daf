import { equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { getOwnedBrand } from '#src/sales/library/brand-collection.shared.ts'
import { builtPages } from '#src/app.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { eventuallyEqual, assertFitsScreen, assertAccessible, openChromium } from '../chromium.ts'
import { overrideReply, assetVariants } from '../reply-overrides.ts'
import { brandFixtures } from '../brand-fixtures.ts'
import { listForSale } from '../titles.ts'

const pages = await builtPages()
const PATH = '/collected_contents/brands/kita-eiga'
const NONE_HELD = { owned_copies_count: 0, my_numbers: [] }
const PREVIOUS = {
  title: 'Was mine',
  number: 2,
  copies_count: 2,
  first_number: 1,
  price: null,
  media_type: 'video',
  obi: 'sumi',
} as const
const PHONE = { viewport: { width: 390, height: 844 } }

/** Opens a test app in which Ren owns No. 2 of a title in a group, one of Mika's two titles. */
async function openFixtures(t: TestContext) {
  const all = await brandFixtures(t, 2, { pages, now: new Date() })
  const { here, kids, make } = all
  await make('Winter Set', [kids[0]!])
  const ren = await here.person('Ren', { balance: 10_000 })
  const aoi = await here.person('Aoi', { balance: 10_000 })
  const buy = async (who: typeof ren, kid: string, number: number) => {
    const serial = await here.call(getSerial, { id: kid, number })
    const { asset_token_id, owner_account_id, sale_price } = serial
    const price = { asset_sale_price: sale_price!, balance_to_use: sale_price! }
    const seller = { owner_account_id: owner_account_id! }
    const order = { kid, asset_token_id, ...seller, ...price, lang: 'en' as const }
    equal((await who.call(purchaseForFree, order)).error, undefined)
    return asset_token_id
  }
  const token = await buy(ren, kids[0]!, 2)
  return { ...all, ren, aoi, buy, token, tab: await openChromium(here) }
}

test('RT-20 GR-15 AS-17 a purchase in one tab appears in the brand’s part of the collection in another tab, and a sale among the copies given up', async (t) => {
  const { ren, aoi, kids, buy, token, tab, here } = await openFixtures(t)
  const page = await tab(ren)
  await page.clock.install()
  await page.goto('/asset?view=brands')
  await page.getByRole('link', { name: 'See all from this brand' }).click()
  await page.waitForURL(PATH)
  await page.getByText('You own 1 numbered copy', { exact: true }).waitFor()
  const headings = () => page.getByRole('heading', { level: 2 }).allInnerTexts()
  await eventuallyEqual(headings, ['Collected', 'Groups'])
  const group = page.getByRole('region', { name: 'Groups' })
  await group.getByRole('link', { name: 'Winter Set' }).waitFor()
  await group.getByText('1 title', { exact: true }).waitFor()

  const other = await page.context().newPage()
  await other.goto(`/payment/purchase/${kids[1]}?no=1`)
  await other.getByRole('button', { name: 'Use ¥500' }).click()
  await other.getByRole('button', { name: 'Buy No. 1 for ¥500' }).click()
  await other.getByRole('heading', { name: 'No. 1 is yours' }).waitFor()
  await page.evaluate('window.isSamePage = true')
  await page.clock.runFor(31_000)
  await page.getByText('You own 2 numbered copies', { exact: true }).waitFor()

  await listForSale(here, ren, [token], 800)
  await buy(aoi, kids[0]!, 2)
  await page.clock.runFor(31_000)
  await eventuallyEqual(headings, ['Collected', 'Previously yours'])
  const part = page.getByRole('region', { name: 'Previously yours' })
  await part.filter({ hasText: /No\. 2\s*Sold for ¥800 on/ }).waitFor()
  equal(await page.evaluate('window.isSamePage'), true)
  await assertAccessible(page)

  await page.goto('/asset') // which has copies of all brands
  await part.filter({ hasText: /No\. 2\s*Sold for ¥800 on/ }).waitFor()
  await assertAccessible(page)
})

test('RT-20 GR-02 GR-07 GR-10 GR-11 a brand’s part of a collection has five sections, from rentals to copies in preparation', async (t) => {
  const { ren, tab, here, kids, token } = await openFixtures(t)
  const page = await tab(ren, PHONE)
  await page.clock.install()
  await page.goto(PATH)
  const now = here.clock.now
  const given = {
    owned_since: addSeconds(now, -86_400).toISOString(),
    given_up_at: now.toISOString(),
  }
  await overrideReply(page, getOwnedBrand, (real) => {
    const { items } = real.collected
    const [rented, expired, collected] = [
      assetVariants(items, {
        'Lent to me': { my_max_expiry: addSeconds(now, 86_400).toISOString() },
        'Lent in a moment': { my_max_expiry: null, renting_processing_copies_count: 1 },
      }),
      assetVariants(items, { 'Was lent': { my_max_expiry: '2025-12-31T15:00:00.000Z' } }),
      assetVariants(items, {
        Held: {},
        Paid: { ...NONE_HELD, purchase_processing_copies_count: 1 },
        'Given up': NONE_HELD,
      }),
    ]
    const part = <T>(all: T[]) => ({ items: all, total: all.length })
    return {
      ...real,
      rented: part(rented),
      expired_rentals: part(expired),
      collected: part(collected),
      previously_owned: part([{ ...PREVIOUS, ...given, asset_token_id: token, kid: kids[0] }]),
    }
  })
  await page.clock.runFor(31_000)

  const sections = ['Current rentals', 'Collected', 'Groups', 'Past rentals', 'Previously yours']
  await eventuallyEqual(() => page.getByRole('heading', { level: 2 }).allInnerTexts(), sections)
  const cardOf = (name: string) =>
    page.locator('.card').filter({ has: page.getByText(name, { exact: true }) })
  const waitForEnd = (name: string, when: RegExp) => cardOf(name).getByText(when).waitFor()
  await waitForEnd('Lent to me', /Until \d+ \w+ \d{4}, \d\d:\d\d JST/)
  await waitForEnd('Was lent', /Ended on 1 January 2026, 00:00 JST/)
  for (const name of ['Lent in a moment', 'Paid'])
    await cardOf(name).getByRole('button', { disabled: true }).waitFor()
  await eventuallyEqual(() => cardOf('Given up').locator('.art-gone').count(), 1)
  await eventuallyEqual(() => cardOf('Given up').getByRole('link').count(), 0)
  await cardOf('Given up').click()
  equal(new URL(page.url()).pathname, PATH)
  await eventuallyEqual(() => cardOf('Held').locator('.card-link').count(), 1)
  await eventuallyEqual(() => cardOf('Held').locator('.art-blank:not(.art-gone)').count(), 1)
  await cardOf('Was mine')
    .filter({ hasText: /No\. 2\s*Yours until/ })
    .waitFor()
  await assertFitsScreen(page)
  await assertAccessible(page)
})
