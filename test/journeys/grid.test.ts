import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { updateAsset } from '#src/asset/asset.shape.ts'
import { getOwnedBrand } from '#src/collected/collected.shape.ts'
import { builtPages } from '#src/house.ts'
import { purchaseForFree, purchaseSerial } from '#src/purchase/purchase.shape.ts'
import { getSerial } from '#src/serial/serial.shape.ts'
import { changeSettings } from '#src/settings/settings.shape.ts'
import { becomes, isAccessible, openChromium } from '../chromium.ts'
import { studio } from '../groups.ts'
import type { Somebody } from '../people.ts'
import { onSale, title } from '../titles.ts'
import { world, type World } from '../world.ts'

const pages = await builtPages()
const now = () => new Date()

test('GR-01 titles stand in two columns on a phone, three from 640 pixels, four from 1,024', async (t) => {
  const here = await world(t, { pages, now: now() })
  const mika = await here.person('Mika', { role: 'ORH' })
  for (let i = 0; i < 5; i++) await title(here, mika, { copies: 1, price: 100 })
  const tab = await openChromium(t, here)
  const page = await tab()
  await page.goto('/?sort_by=oldest')

  for (const [width, columns] of [
    [375, 2],
    [640, 3],
    [1_024, 4],
  ] as const) {
    // oxfmt-ignore
    await page.setViewportSize({ width, height: 800 })
    const inFirstRow = () =>
      page.locator('.card').evaluateAll((cards) => {
        const tops = cards.map((card) => card.getBoundingClientRect().top)
        return tops.filter((top) => top === tops[0]).length
      })
    await becomes(inFirstRow, columns)
  }
})

test('GR-10 GR-11 a copy that is being prepared opens nothing, and says why to mouse and keyboard', async (t) => {
  const here = await world(t, { pages, now: now() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await title(here, mika, { copies: 2, price: 500 })
  await ren.call(purchaseSerial, film.order(1, 0))
  const tab = await openChromium(t, here)
  const page = await tab(ren)
  await page.goto('/asset?view=covers')

  const card = page.locator('.card')
  const button = card.getByRole('button', { disabled: true })
  const tip = card.getByRole('tooltip', { includeHidden: true })
  await becomes(() => tip.isVisible(), false)
  await card.hover()
  await tip.waitFor()
  await page.mouse.move(0, 0)
  await tip.waitFor({ state: 'hidden' })
  await button.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await tip.waitFor()
  await page.keyboard.press('Enter')
  await card.click()
  match(page.url(), /\/asset\?view=covers$/)
  await isAccessible(page)
})

/** A title of which Mika and Ren both offer one copy for sale, one to trade and one for rent. */
async function offered(here: World, mika: Somebody, ren: Somebody) {
  const film = await title(here, mika, { copies: 6, price: 300 })
  const { kid, tokens } = film
  for (const number of [4, 5, 6]) await ren.call(purchaseForFree, film.order(number, 300))
  await onSale(here, ren, [4, 5, 6].map((number) => tokens.get(number)!), 300) // oxfmt-ignore
  const as = (kind: 'trade' | 'rental', numbers: number[]) =>
    here.house.db
      .updateTable('listing')
      .set({ kind, sale_price: null, ...(kind === 'rental' && { rent_price: 100 }) })
      .where(
        'asset_token_id',
        'in',
        numbers.map((number) => tokens.get(number)!),
      ) // oxfmt-ignore
      .where('status', '=', 'open')
      .execute()
  await as('trade', [2, 5])
  await as('rental', [3, 6])
  return kid
}

test('GR-12 who sees which counts: by the house’s switch, the title’s own, and whose it is', async (t) => {
  const here = await world(t, { pages, now: now() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const kid = await offered(here, mika, ren)
  const tab = await openChromium(t, here)
  const views = { mika: await tab(mika), ren: await tab(ren) }
  // Trade in the house, trade of the title (sales by others are the other way), viewer, what is said.
  const all = '1 for sale, 1 to trade, 1 to rent'
  const rows = [
    [true, true, 'mika', all],
    [true, false, 'mika', all],
    [false, true, 'mika', '1 for sale, 1 to rent'],
    [false, false, 'mika', '1 for sale, 1 to rent'],
    [true, true, 'ren', '1 to trade'],
    [true, false, 'ren', '1 for sale'],
    [false, true, 'ren', undefined],
    [false, false, 'ren', '1 for sale'],
  ] as const

  let version = 0
  for (const [house, trade_enabled, viewer, said] of rows) {
    const change = { version, reason: 'a trial', trade_enabled: house }
    const answer = await sora.call(changeSettings, change)
    version = answer.version ?? version
    const flags = { trade_enabled, secondary_sale_enabled: !trade_enabled }
    equal((await mika.call(updateAsset, { kid, ...flags })).error, undefined)
    const page = views[viewer]
    await page.goto('/?sort_by=oldest')
    const line = page.locator('.card').getByText('You hold 3')
    await becomes(
      () => line.innerText(),
      said === undefined ? 'You hold 3' : `You hold 3 (${said})`,
    )
  }
})

test('RT-20 a purchase that is made elsewhere comes to the brand’s part of a collection by itself', async (t) => {
  const { here, brand, kids, make } = await studio(t, 2, { pages, now: now() })
  await make('Winter Set', [kids[0]!])
  const ren = await here.person('Ren', { balance: 10_000 })
  const buy = async (kid: string) => {
    const { asset_token_id, owner_account_id } = await here.call(getSerial, { id: kid, number: 2 })
    const price = { asset_sale_price: 500, balance_to_use: 500 }
    const order = { kid, asset_token_id, owner_account_id, ...price, lang: 'en' as const }
    equal((await ren.call(purchaseForFree, order)).error, undefined)
    return asset_token_id
  }
  const token = await buy(kids[0]!)
  const tab = await openChromium(t, here)
  const page = await tab(ren)
  await page.clock.install()
  await page.goto('/asset?view=brands')
  await page.getByRole('link', { name: 'All of this brand' }).click()
  await page.waitForURL(`/collected_contents/brands/${brand.account}`)
  await page.getByRole('heading', { name: 'Kita Eiga', level: 1 }).waitFor()
  const headings = () => page.getByRole('heading', { level: 2 }).allInnerTexts()
  await becomes(headings, ['Collected', 'Groups'])
  await page.getByText('You hold 1 numbered copy', { exact: true }).waitFor()

  await buy(kids[1]!)
  await onSale(here, ren, [token], 800)
  const aoi = await here.person('Aoi', { balance: 10_000 })
  const order = { kid: kids[0]!, asset_token_id: token, owner_account_id: ren.account_id }
  const price = { asset_sale_price: 800, balance_to_use: 800, lang: 'en' as const }
  equal((await aoi.call(purchaseForFree, { ...order, ...price })).error, undefined)
  await page.clock.runFor(31_000)

  const part = page.getByRole('region', { name: 'Previously yours' })
  await part.filter({ hasText: /No\. 2\s*Sold for ¥800 on/ }).waitFor()
  await becomes(headings, ['Collected', 'Previously yours'])
  equal((await ren.call(getOwnedBrand, { id: brand.id })).collected.items[0]?.kid, kids[1])
  await isAccessible(page)
})

test('the ruler of the title at the head of the market greys the numbers that are gone', async (t) => {
  const here = await world(t, { pages, now: now() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_000 })
  const film = await title(here, mika, { copies: 20, price: 300 })
  const poster = { base: '/built/none', widths: [320], width: 4, height: 5, thumbhash: '' }
  const shown = { poster: JSON.stringify(poster) }
  await here.house.db.updateTable('asset').set(shown).where('kid', '=', film.kid).execute()
  for (const number of [3, 7, 8]) await ren.call(purchaseForFree, film.order(number, 300))
  const tab = await openChromium(t, here)
  const page = await tab(undefined, { viewport: { width: 1_280, height: 900 } })
  await page.route('**/built/none*', (route) => route.fulfill({ status: 204 }))
  await page.goto('/')

  const [gone, left] = [0, 1].map((i) => page.locator('svg[viewBox="0 0 20 26"] path').nth(i))
  const ticks = async (path = gone) => (await path!.getAttribute('d'))!.match(/M[\d.]+/g)
  await becomes(async () => [...(await ticks())!], ['M2.5', 'M6.5', 'M7.5'])
  equal((await ticks(left))?.length, 17)
})
