import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { builtPages } from '#src/app.ts'
import { addPeople, createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { listBrands } from '#src/catalog/brand/brand.shared.ts'
import { askVerification } from '#src/catalog/brand/verification.shared.ts'
import { createCampaign } from '#src/catalog/campaign/campaign.shared.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import { walletCopiesPath } from '#src/catalog/wallet-copies/wallet-copies.shared.ts'
import { claimCoupon } from '#src/sales/coupon/coupon.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { listTradingAssets } from '#src/sales/trade/trade.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, PHONE } from '../chromium.ts'
import { codesOf, numberCoupons } from '../coupons.ts'
import { distribute } from '../distributions.ts'
import { lentForFree } from '../free-rentals.ts'
import { textOf } from '../page-text.ts'
import { openOne, screeningFixtures } from '../screenings.ts'
import { createTitle, listCopies, listForSale } from '../titles.ts'
import type { TestApp } from '../test-app.ts'
import { offer, openToTrade, traderTitle } from '../trades.ts'
import { linkWalletOf } from '../wallets.ts'

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
  const lending = await lentForFree(mika, film, [2])
  const page = await tab(mika)
  await page.clock.install()
  for (const [path, call, offset] of [
    [`/asset/distributions/${id}?page=1`, '/claims', '100'],
    [`/asset/free_rentals/${lending.id}?page=1`, '/renters', '100'],
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

test('a list that ran empty on a later page says so and leads to its first page', async (t) => {
  const { here, tab } = await appWithTab(t)
  const { mika, list, desk } = await namedPeople(here, 1)
  const wallet = walletCopiesPath(await linkWalletOf(here, mika))
  const page = await tab(mika)
  for (const path of [list, desk, `${wallet}/move`]) {
    await page.goto(`${path}?page=7`)
    await page.getByRole('heading', { name: 'Nothing on this page' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Go to the first page' }).click()
    await page.getByRole('table').waitFor()
    await eventuallyEqual(
      () => page.getByRole('heading', { name: 'Nothing on this page' }).count(),
      0,
    )
  }
})

test('lists of people, deals and what awaits administrators say that a later page has run empty', async (t) => {
  const { here, mika, sora, ren, aoi, film } = await screeningFixtures(
    t,
    {},
    {
      pages: await builtPages(),
      now: new Date(),
    },
  )
  const { id } = (await mika.call(listBrands, {})).items[0]!
  await mika.call(askVerification, { id, evidence: 'Our site names it.' })
  await here.call(createReport, { of: 'title', id: film.kid, reason: 'rights', text: 'Mine.' })
  const words = { en: { title: 'Harbour week', body: '' } }
  const terms = { kids: [], groups: [], accepts_codes: false, is_published: true }
  equal((await sora.call(createCampaign, { slug: 'harbour', words, ...terms })).error, undefined)
  await openOne(ren, film)
  await distribute(mika, film, [1])
  await lentForFree(mika, film, [3])
  await numberCoupons(mika, film, [4], { expires_at: '2099-01-01T00:00:00.000Z' })
  await listForSale(here, mika, [film.tokens.get(5)!], 300)
  const order = { ...film.order(5, 300), asset_sale_price: 300 }
  equal((await aoi.call(purchaseForFree, order)).status, 'settled')
  const song = await traderTitle(here, mika, [ren, aoi])
  await openToTrade(here, song.held(2))
  equal((await offer(song.held(1), song.held(2))).error, undefined)
  await here.app.pool.query(`
    select graphile_worker.add_job('mail.send', '{}', run_at := now() + interval '1 day');
    update graphile_worker._private_jobs set attempts = 1, last_error = 'lost' where run_at > now();
    insert into dispute (provider_id, order_id, status, reason, amount, fee, opened_at)
      select 'dp_one', id, 'won', 'general', 300, 0, now() from purchase where price = 300;
    insert into notification (account_id, kind, about, lang, message_id, path, subject, at)
      select id, 'sale', '{}', 'en', 'one', '/', 'Sold', now() from account where username = 'Ren'`)
  for (const [who, path] of [
    [sora, '/admin/audit?'],
    [sora, '/admin/campaigns?'],
    [sora, '/admin/disputes?'],
    [sora, '/admin/jobs?'],
    [sora, '/admin/moderation?'],
    [sora, '/admin/users?'],
    [sora, '/admin/verifications?'],
    [ren, '/account/points?'],
    [ren, '/account/notifications?'],
    [ren, '/screenings?'],
    [ren, '/account/trade_offer_histories?view=sent&'],
    [ren, '/asset/trade_listing?'],
    [ren, `/asset/${song.kid}/trade_listings?`],
    [mika, '/asset/distributions?'],
    [mika, '/asset/free_rentals?'],
    [mika, '/coupons/batches?'],
  ] as const) {
    doesNotMatch(await textOf(here, `${path}page=0`, who), /Nothing on this page/)
    match(await textOf(here, `${path}page=9`, who), /Nothing on this page.*Go to the first page/)
  }
  match(await textOf(here, '/account/trade_offer_histories?page=9', ren), /No offers yet/)
})

test('a search or list below the head of its page does not scroll to the top', async (t) => {
  const { here, tab } = await appWithTab(t)
  const { mika, list, desk } = await namedPeople(here, 21)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const screen = { viewport: { width: 390, height: 500 } }
  /** Presses Enter on something of a page, and asserts that the page does not jump to its head. */
  const stays = async (page: Page, pressed: Locator, found: string) => {
    await pressed.evaluate((one) => one.scrollIntoView())
    ok(await page.evaluate('scrollY > 0'), `${found} is below the head`)
    await pressed.press('Enter')
    await page.waitForURL(found)
    await page.waitForTimeout(300)
    ok(await page.evaluate('scrollY > 0'), found)
  }
  const people = await tab(sora, screen)
  for (const [name, found] of [
    ['Exact name or email', '**who=mika'],
    ['Exact name or email of the account', '**lost=mika'],
  ] as const) {
    await people.goto('/admin/users')
    const field = people.getByRole('searchbox', { name, exact: true })
    await field.fill('mika')
    await stays(people, field, found)
  }
  const page = await tab(mika, screen)
  await page.goto(list)
  const field = page.getByRole('searchbox', { name: 'Address or username' })
  await field.fill('person-2')
  await stays(page, field, '**q=person-2')
  await page.goto(desk)
  await stays(page, page.getByRole('link', { name: 'Page 2' }), '**page=1')
})

/** Makes a title of Mika's with so many people on a list and as many claims at a desk. */
async function namedPeople(here: TestApp, count: number) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: count })
  const { id } = await mika.call(createAllowlist, { kid: film.kid, name: 'Friends' })
  const emails = Array.from({ length: count }, (_, i) => `person-${i + 1}@example.com`)
  await mika.call(addPeople, { id, text: emails.join('\n') })
  const batch = await numberCoupons(mika, film, [...film.tokens.keys()], {
    expires_at: '2099-01-01T00:00:00.000Z',
    festival: true,
  })
  for (const [i, code] of (await codesOf(mika, batch.id)).entries())
    equal((await here.call(claimCoupon, { id: code, email: emails[i]! })).error, undefined)
  const list = `/asset/${film.kid}/reserved/${id}`
  return { mika, list, desk: `/coupons/batches/${batch.id}/desk` }
}
