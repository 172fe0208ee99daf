import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import {
  listCreatedAssets,
  listListedAssets,
  updateAsset,
} from '#src/catalog/asset/asset.shared.ts'
import { builtPages } from '#src/app.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { changeSettings, getSettings } from '#src/platform/settings/settings.shared.ts'
import { brandFixtures } from '../brand-fixtures.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import type { Person } from '../people.ts'
import { listForSale, createTitle } from '../titles.ts'
import { testApp, type TestApp } from '../test-app.ts'

const pages = await builtPages()
const now = () => new Date()
const RENT = { rent_price: 100, rental_period_seconds: 86_400 }

test('GR-01 titles stand in two columns on a phone, three from 640 pixels, four from 1,024', async (t) => {
  const here = await testApp(t, { pages, now: now() })
  const mika = await here.person('Mika', { role: 'ORH' })
  for (let i = 0; i < 5; i++) await createTitle(here, mika, { copies: 1, price: 100 })
  const tab = await openChromium(here)
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
    await eventuallyEqual(inFirstRow, columns)
  }
})

test('RT-04 GR-10 GR-11 a collection lists copies; one that is not paid has no link and says why', async (t) => {
  const here = await testApp(t, { pages, now: now() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 500 })
  const film = await createTitle(here, mika, { copies: 2, price: 500 })
  await ren.call(purchaseSerial, film.order(1, 0))
  const owned = await createTitle(here, mika, { copies: 1, price: 500 })
  await ren.call(purchaseForFree, owned.order(1, 500))
  const tab = await openChromium(here)
  const page = await tab(ren)
  await page.goto('/asset?view=covers')

  await eventuallyEqual(() => page.locator('.card').count(), 2)
  const link = page.locator('.card').getByRole('link').first()
  equal(new URL((await link.getAttribute('href'))!, here.url).pathname, `/asset/${owned.kid}`)
  const card = page.locator('.card').filter({ has: page.getByRole('button', { disabled: true }) })
  const button = card.getByRole('button', { disabled: true })
  const tip = card.getByRole('tooltip', { includeHidden: true })
  await eventuallyEqual(() => tip.isVisible(), false)
  await card.hover()
  await tip.waitFor()
  equal(await tip.innerText(), 'You can open it after payment.')
  await card.getByText('Waiting for payment').waitFor()
  await page.mouse.move(0, 0)
  await tip.waitFor({ state: 'hidden' })
  await button.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await tip.waitFor()
  await page.keyboard.press('Enter')
  await card.click()
  match(page.url(), /\/asset\?view=covers$/)
  await assertAccessible(page)
})

test('GR-13 page 3 of every grid of titles or groups requests offset=48 and limit=16', async (t) => {
  const { here, mika, brand, kids, make } = await brandFixtures(t, 1, { pages, now: now() })
  const { encrypted_id } = await make('Winter set', kids)
  const page = await (await openChromium(here))(mika)
  await page.clock.install()
  for (const [path, call] of [
    ['/?page=3', '/assets/listed'],
    ['/asset?page=3', '/assets/owned'],
    ['/created?page=3', '/assets/created'],
    ['/asset/rented?page=3', '/assets/rented'],
    ['/brand/kita-eiga?page=3', '/brands/sale_assets'],
    ['/brand/kita-eiga/rental?page=3', '/brands/rental_assets'],
    ['/brand/kita-eiga/group?page=3', `/brands/${brand.id}/groups`],
    [`/group/${encrypted_id}?page=3`, `/groups/${encrypted_id}/contents`],
    ['/collected_contents/brands/kita-eiga?page=3', '/owned_contents/brands/'],
  ] as const) {
    await page.goto(path)
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url())
      const isPart = searchParams.get('offset') === '48' && searchParams.get('limit') === '16'
      return pathname.includes(call) && isPart
    })
    await page.clock.runFor(31_000)
    await asked
  }
})

/** Creates a title of which Mika and Ren each offer one copy for sale, one for trade and one for rent. */
async function offerByTwo(here: TestApp, mika: Person, ren: Person) {
  const film = await createTitle(here, mika, { copies: 6, price: 300 })
  const { kid, tokens } = film
  for (const number of [4, 5, 6]) await ren.call(purchaseForFree, film.order(number, 300))
  await listForSale(here, ren, [4, 5, 6].map((number) => tokens.get(number)!), 300) // oxfmt-ignore
  const as = (kind: 'trade' | 'rental', numbers: number[]) =>
    here.app.db
      .updateTable('listing')
      .set({ kind, sale_price: null, ...(kind === 'rental' && RENT) })
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

test('GR-12 SH-14 the counts on a card depend on the platform’s trade switch, the title’s own, and the viewer', async (t) => {
  // Without jobs: one ends resales a minute after they were switched off.
  const here = await testApp(t, { pages, now: now(), role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const kid = await offerByTwo(here, mika, ren)
  const tab = await openChromium(here)
  const views = { mika: await tab(mika), ren: await tab(ren) }
  // Trade on the platform, trade of the title (resale is then off), viewer, the expected counts of own copies.
  const rows = [
    [true, true, 'mika', undefined],
    [true, false, 'mika', undefined],
    [false, true, 'mika', undefined],
    [false, false, 'mika', undefined],
    [true, true, 'ren', '1 for trade'],
    [true, false, 'ren', '1 for sale'],
    [false, true, 'ren', undefined],
    [false, false, 'ren', '1 for sale'],
  ] as const

  let version = 0
  for (const [app, trade_enabled, viewer, said] of rows) {
    const change = { version, reason: 'a trial', trade_enabled: app }
    const answer = await sora.call(changeSettings, change)
    version = answer.version ?? version
    const flags = { trade_enabled, secondary_sale_enabled: !trade_enabled }
    equal((await mika.call(updateAsset, { kid, ...flags })).error, undefined)
    const page = views[viewer]
    const held = said === undefined ? 'You own 3' : `You own 3 (${said})`
    const traded = trade_enabled ? 2 : 1 // once trades of the title are off, the creator's own copy
    const made = `6 copies (2 for sale, ${app ? `${traded} for trade, ` : ''}2 for rent)`
    const isCreator = viewer === 'mika'
    const market = '/?sort_by=oldest'
    const shown = isCreator
      ? { [market]: [held, made], '/created': [made] }
      : { [market]: [held], '/asset?view=covers': [held] }
    for (const [path, wanted] of Object.entries(shown)) {
      await page.goto(path)
      const counts = page.locator('.card').getByText(/^(You own|\d+ copies) ?/)
      await eventuallyEqual(() => counts.allInnerTexts(), wanted)
    }
  }
})

test('SH-14 switching trading off hides its counts and empties its list, until it is switched on again', async (t) => {
  const here = await testApp(t, { pages, now: now() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const kid = await offerByTwo(here, mika, ren)
  const tab = await openChromium(here)
  const page = await tab(mika)
  let version = 0
  for (const trade_enabled of [true, false, true]) {
    const change = { version, reason: 'a trial', trade_enabled }
    version = (await sora.call(changeSettings, change)).version
    const shown = trade_enabled ? 1 : 0

    equal((await here.call(getSettings, {})).trade_enabled, trade_enabled)
    for (const list of [listListedAssets, listCreatedAssets])
      equal((await mika.call(list, { listing_type: 'trade' })).total, shown)
    await page.goto(`/asset/${kid}/created`)
    const counts = page.locator('dt')
    await counts.getByText('For rent', { exact: true }).waitFor()
    equal(await counts.getByText('For trade', { exact: true }).count(), shown)
  }
})

test('GR-13 GR-14 SH-10 each filter is in the address and in the request, survives a reload, and is undone by going back', async (t) => {
  const here = await testApp(t, { pages, now: now() })
  const mika = await here.person('Mika', { role: 'ORH' })
  for (let i = 0; i < 2; i++) await createTitle(here, mika, { copies: 1, price: 100 + i })
  const tab = await openChromium(here)
  const page = await tab()
  await page.clock.install()
  /** Returns the query of the next request that refreshes the page. */
  const asked = async () => {
    const [request] = await Promise.all([
      page.waitForRequest('**/api/2.0/assets/listed?*', { timeout: 3_000 }), // otherwise the request is awaited again
      page.clock.runFor(31_000),
    ])
    return Object.fromEntries(new URL(request.url()).searchParams)
  }
  await page.goto('/?page=3')
  const first = { offset: '0', limit: '16', sort_by: 'newest' }
  await eventuallyEqual(asked, { ...first, offset: '48' })

  await page.goto('/')
  await page.getByRole('link', { name: 'Film' }).click()
  await page.waitForURL('/?media_type=video')
  await page.getByRole('link', { name: 'Rent', exact: true }).click()
  await page.waitForURL('/?media_type=video&listing_type=rental')
  await page.getByText('No matching titles').waitFor()
  const both = { ...first, media_type: 'video', listing_type: 'rental' }
  await eventuallyEqual(asked, both)
  await page.reload()
  const chosen = page.locator('main a[aria-current]')
  await eventuallyEqual(() => chosen.allInnerTexts(), ['Film', 'Rent'])
  await eventuallyEqual(asked, both)
  await page.goBack()
  await page.waitForURL('/?media_type=video')
  await eventuallyEqual(() => page.locator('.card').count(), 2)
  await page.goBack()
  await page.waitForURL('/')
  await eventuallyEqual(asked, first)
})

test('GR-15 a new title appears by itself without jumps or flicker, and a hidden page does not refresh', async (t) => {
  const here = await testApp(t, { pages, now: now() })
  const mika = await here.person('Mika', { role: 'ORH' })
  for (let i = 0; i < 6; i++) await createTitle(here, mika, { copies: 1, price: 100 })
  const tab = await openChromium(here)
  const page = await tab(undefined, { viewport: { width: 390, height: 600 } })
  await page.clock.install()
  await page.goto('/?sort_by=oldest')
  const cards = page.locator('.card')
  await eventuallyEqual(() => cards.count(), 6)
  await page.evaluate('scrollTo(0, 300); document.querySelector(".card").isFirst = true')
  const hide = (state: 'hidden' | 'visible') =>
    page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`)
  let asked = 0
  page.on('request', (request) => (asked += Number(request.url().includes('/assets/listed'))))

  here.clock.now = new Date(here.clock.now.getTime() + 1_000) // titles of the same moment have no fixed order
  await createTitle(here, mika, { copies: 1, price: 700 })
  await hide('hidden')
  await page.clock.runFor(91_000)
  equal(asked, 0)
  await hide('visible')
  await page.clock.runFor(31_000)
  await eventuallyEqual(() => cards.count(), 7)
  await page.getByText('¥700').waitFor()
  deepEqual(await page.evaluate('[scrollY, document.querySelector(".card").isFirst]'), [300, true])
})

test('the number scale of the first title on the market greys out sold numbers', async (t) => {
  const here = await testApp(t, { pages, now: now() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_000 })
  const film = await createTitle(here, mika, { copies: 20, price: 300 })
  const poster = { base: '/built/none', widths: [320], width: 4, height: 5, thumbhash: '' }
  const shown = { poster: JSON.stringify(poster) }
  await here.app.db.updateTable('asset').set(shown).where('kid', '=', film.kid).execute()
  for (const number of [3, 7, 8]) await ren.call(purchaseForFree, film.order(number, 300))
  const tab = await openChromium(here)
  const page = await tab(undefined, { viewport: { width: 1_280, height: 900 } })
  await page.route('**/built/none*', (route) => route.fulfill({ status: 204 }))
  await page.goto('/')

  const [gone, left] = [0, 1].map((i) => page.locator('svg[viewBox="0 0 20 26"] path').nth(i))
  const ticks = async (path = gone) => (await path!.getAttribute('d'))!.match(/M[\d.]+/g)
  await eventuallyEqual(async () => [...(await ticks())!], ['M2.5', 'M6.5', 'M7.5'])
  equal((await ticks(left))?.length, 17)
})
