import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { listTradingAssets } from '#src/sales/trade/trade.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, PHONE } from '../chromium.ts'
import { distribute } from '../distributions.ts'
import { lentForFree } from '../free-rentals.ts'
import { createTitle, listCopies } from '../titles.ts'
import { openToTrade, traderTitle } from '../trades.ts'

const MANY = 53

test('RT-16 TR-01 who has more copies than fit one page finds all of them, to offer and among those open to trade', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const film = await traderTitle(
    here,
    mika,
    Array.from({ length: MANY }, () => ren),
  )
  const song = await traderTitle(here, mika, [aoi], { title: 'Blue Hour' })
  await openToTrade(here, song.held(1))
  const page = await tab(ren, PHONE)
  await page.goto(`/asset/${song.held(1).token}/offer`)
  const radios = page.getByRole('radio')
  await eventuallyEqual(() => radios.count(), 50)
  await page.getByLabel(/Message to Aoi/).fill('For yours?')
  await page.getByRole('link', { name: 'Page 2' }).click()
  await eventuallyEqual(() => radios.count(), 3)
  await assertAccessible(page)
  await assertFitsScreen(page)
  await radios.last().check()
  equal(await page.getByLabel(/Message to Aoi/).inputValue(), 'For yours?')
  await page.getByRole('button', { name: `Offer No. ${MANY} for No. 1` }).click()
  await page.getByText('In offer').waitFor()

  const tokens = [...film.tokens].filter(([number]) => number < MANY).map(([, token]) => token)
  await listCopies(here, ren, { listing_type: 'trade', asset_token_ids: tokens })
  const open = { include_blocked: 'true', open_to_trade: 'true' } as const
  equal((await ren.call(listTradingAssets, open)).total, MANY - 1)
  equal((await ren.call(listTradingAssets, { include_blocked: 'true' })).total, MANY)
  await page.goto('/account/wanted')
  const closing = page.getByRole('button', { name: /^Close No\. \d+ for trade$/ })
  await eventuallyEqual(() => closing.count(), 50)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await eventuallyEqual(() => closing.count(), 2)
  await assertAccessible(page)
})

test('FD-01 lists of claims, renters and things followed have pages, which they keep when they refresh', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3 })
  const id = await distribute(mika, film, [1])
  const offer = await lentForFree(mika, film, [2])
  const page = await tab(mika)
  await page.clock.install()
  for (const [path, call, offset] of [
    [`/asset/distributions/${id}?page=1`, '/claims', '100'],
    [`/asset/free_rentals/${offer.id}?page=1`, '/renters', '100'],
    ['/account/following?brands=1&reminders=2&alerts=3', 'what=brand', '50'],
    ['/account/following?brands=1&reminders=2&alerts=3', 'what=reminder', '100'],
    ['/account/following?brands=1&reminders=2&alerts=3', 'what=price_alert', '150'],
  ] as const) {
    await page.goto(path)
    const asked = page.waitForRequest((request) => request.url().includes(call))
    await page.clock.runFor(31_000)
    const { searchParams } = new URL((await asked).url())
    deepEqual([call, searchParams.get('offset')], [call, offset])
  }
})
