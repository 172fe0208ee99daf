import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { listTradeOffers } from '#src/sales/trade/trade.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, PHONE } from '../chromium.ts'
import { accept, offer, openToTrade, ownersOf, traderTitle } from '../trades.ts'

async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const film = await traderTitle(here, mika, [ren, aoi], { title: 'Tide Table' })
  const song = await traderTitle(here, mika, [ren, aoi], { title: 'Blue Hour' })
  return { here, tab, mika, ren, aoi, film, song }
}

test('LI-03 TR-01 TR-05 RT-15 RT-16 two collectors trade after a counter-offer', async (t) => {
  const { here, tab, ren, aoi, film, song } = await openFixtures(t)
  const [aois, rens] = [await tab(aoi), await tab(ren)]

  await aois.goto(`/asset/${song.kid}?no=2`)
  await aois.getByRole('button', { name: 'Open No. 2 for trade' }).click()
  await aois.getByText('No. 2 is open to trade.').waitFor()

  await rens.goto(`/asset/${song.kid}/trade_listings`)
  await assertAccessible(rens)
  await rens.getByRole('link', { name: 'Offer a trade for No. 2' }).click()
  await rens.getByRole('heading', { name: 'Offer a trade' }).waitFor()
  equal(await rens.getByRole('radio').count(), 2)
  await rens.getByRole('radio', { name: /No\. 1 of “Tide Table”/ }).check()
  await rens.getByLabel(/Message to Aoi/).fill('My film for your song?')
  await assertAccessible(rens)
  await rens.getByRole('button', { name: 'Offer No. 1 for No. 2' }).click()
  await rens.getByText('In offer').waitFor()
  equal(new URL(rens.url()).search, '?view=sent')
  await rens.getByRole('button', { name: 'Withdraw the offer' }).waitFor()

  await aois.goto('/account/trade_offer_histories')
  await aois.getByText('My film for your song?').waitFor()
  await assertAccessible(aois)
  await aois.getByRole('link', { name: 'Make a counter-offer' }).click()
  await aois.getByRole('radio', { name: /No\. 2 of “Tide Table”/ }).check()
  await aois.getByRole('button', { name: 'Offer No. 2 for No. 1' }).click()
  await aois.getByText('In offer').waitFor()

  await rens.goto('/account/trade_offer_histories?view=sent')
  await rens.getByText('It was answered with a counter-offer.').waitFor()
  await rens.getByRole('link', { name: 'Received' }).click()
  await rens.getByRole('button', { name: 'Trade No. 1 for No. 2' }).click()
  const dialog = rens.getByRole('dialog', { name: 'Trade No. 1 for No. 2?' })
  await assertAccessible(rens)
  await dialog.getByRole('button', { name: 'Trade No. 1 for No. 2' }).click()
  await rens.getByText('No. 2 of “Tide Table” is yours.').waitFor()
  deepEqual(await ownersOf(here, film.held(1), film.held(2)), ['Aoi', 'Ren'])
})

test('RT-06 RT-07 TR-02 offers and trades show their states to both sides, also on a phone', async (t) => {
  const { here, tab, ren, aoi, film, song } = await openFixtures(t)
  await openToTrade(here, song.held(2), film.held(2))
  await offer(film.held(1), song.held(2))
  await accept(film.held(1), song.held(2))
  await offer(song.held(1), film.held(2))
  await offer({ ...song.held(2), owner: ren }, film.held(2))
  await accept({ ...song.held(2), owner: ren }, film.held(2)) // which spoils the offer above it
  await openToTrade(here, { ...film.held(1), owner: aoi })
  await offer(song.held(1), { ...film.held(1), owner: aoi })
  const statesOf = async (who: typeof ren, path: string) => {
    const page = await tab(who, PHONE)
    await page.goto(path)
    await assertFitsScreen(page)
    await assertAccessible(page)
    const tags = await page.getByText(/^(In offer|Complete|Failed)$/).allTextContents()
    return tags.toSorted((a, b) => a.localeCompare(b))
  }
  const all = ['Complete', 'Complete', 'Failed', 'In offer']
  deepEqual(await statesOf(ren, '/account/trade_offer_histories?view=sent'), all)
  deepEqual(await statesOf(aoi, '/account/trade_offer_histories'), all)
  for (const [who, partner] of [
    [ren, 'Aoi'],
    [aoi, 'Ren'],
  ] as const) {
    const page = await tab(who)
    await page.goto('/account/trading_histories')
    equal(await page.getByRole('cell', { name: partner }).count(), 2)
    await assertAccessible(page)
  }
})

test('RT-19 LI-03 many copies are opened to trade at once, and those that cannot be say why', async (t) => {
  const { here, tab, mika, ren, aoi, film, song } = await openFixtures(t)
  const lock = (token: string) =>
    here.app.db
      .updateTable('serial')
      .set({ downloaded_at: here.clock.now.toISOString() })
      .where('asset_token_id', '=', token)
      .execute()
  await lock(film.held(1).token)
  const page = await tab(ren)
  await page.goto('/asset/trade_listing')
  await assertAccessible(page)
  const blocked = page.getByRole('checkbox', { name: 'No. 1 of “Tide Table”' })
  equal(await blocked.isDisabled(), true)
  await page.getByRole('checkbox', { name: 'No. 1 of “Blue Hour”' }).check()
  await page.getByRole('button', { name: 'Open 1 for trade' }).click()
  await page.getByText('No. 1 is open to trade.').waitFor()
  const isOpen = async () => {
    const rows = await here.app.db
      .selectFrom('listing')
      .select('asset_token_id')
      .where('kind', '=', 'trade')
      .where('status', 'in', ['preparing', 'open'])
      .execute()
    return rows.map(({ asset_token_id }) => asset_token_id)
  }
  await eventuallyEqual(isOpen, [song.held(1).token])
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventuallyEqual(isOpen, [])

  const third = await traderTitle(here, mika, [ren, aoi], { title: 'Salt Pier' })
  await page.reload()
  for (const title of ['Blue Hour', 'Salt Pier'])
    await page.getByRole('checkbox', { name: `No. 1 of “${title}”` }).check()
  await lock(third.held(1).token) // while the page is open
  await page.getByRole('button', { name: 'Open 2 for trade' }).click()
  await page.getByText('No. 1 is open to trade.').waitFor()
  await page.getByRole('alert').getByText('No. 1', { exact: true }).waitFor()
  await eventuallyEqual(isOpen, [song.held(1).token])
})

test('LI-03 TR-02 closing a copy for trade says first that received offers end, and promises no way back', async (t) => {
  const { here, tab, ren, aoi, film, song } = await openFixtures(t)
  await openToTrade(here, film.held(2), song.held(2))
  await offer(film.held(1), film.held(2))
  await offer(song.held(1), song.held(2))
  const stateOf = async ({ token }: { token: string }) =>
    (await ren.call(listTradeOffers, { direction: 'sent' })).items.find(
      ({ requested }) => requested.asset_token_id === token,
    )?.status
  const page = await tab(aoi)
  const dialog = page.getByRole('dialog', { name: 'Close 1 copy for trade?' })
  const warning = dialog.getByText('Offers you have received for it will end.')

  for (const path of [`/asset/${film.kid}?no=2`, '/account/wanted']) {
    await page.goto(path)
    const close = page.getByRole('button', { name: 'Close No. 2 for trade' }).first()
    await close.click()
    await warning.waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.goto('/asset/trade_listing')
  await page.getByRole('checkbox', { name: 'No. 2 of “Tide Table”' }).check()
  await page.getByRole('checkbox', { name: 'No. 2 of “Blue Hour”' }).check()
  await page.getByRole('button', { name: 'Close 2 for trade' }).click()
  const both = page.getByRole('dialog', { name: 'Close 2 copies for trade?' })
  await both.getByText('Offers you have received for them will end.').waitFor()
  await both.getByRole('button', { name: 'Cancel' }).click()
  await both.waitFor({ state: 'detached' })
  equal(await stateOf(film.held(2)), 'awaiting_acceptance')

  await page.goto(`/asset/${film.kid}?no=2`)
  await page.getByRole('button', { name: 'Close No. 2 for trade' }).click()
  await dialog.getByRole('button', { name: 'Close for trade' }).click()
  await page.getByText('No. 2 is no longer open to trade.').waitFor()
  equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
  await page.getByRole('button', { name: 'Open No. 2 for trade' }).waitFor()
  equal(await stateOf(film.held(2)), 'canceled')
  equal(await stateOf(song.held(2)), 'awaiting_acceptance')

  await page.goto('/account/wanted')
  await page.getByRole('button', { name: 'Close No. 2 for trade' }).click()
  await dialog.getByRole('button', { name: 'Close for trade' }).click()
  await page.getByRole('heading', { name: 'None of your copies are open to trade' }).waitFor()
  equal(await stateOf(song.held(2)), 'canceled')
})

test('TR-05 a trade with a top-up is offered, read and accepted, each side knowing its share', async (t) => {
  const { here, tab } = await appWithTab(t)
  const admin = await here.person('Admin', { role: 'ADMIN' })
  await admin.call(changeSettings, { version: 0, reason: 'a trial', trade_top_up_enabled: true })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 3_000 })
  const aoi = await here.person('Aoi')
  const film = await traderTitle(here, mika, [ren, aoi])
  const [mine, theirs] = [film.held(1), film.held(2)]
  await openToTrade(here, theirs)

  const page = await tab(ren)
  await page.goto(`/asset/${theirs.token}/offer`)
  await page.getByText('I pay yen as well').click()
  await page.getByLabel('Amount in yen, tax included').fill('2000')
  await page.getByText('Where ¥2,000 goes').waitFor()
  await page.getByText('You have ¥3,000.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Offer No. 1 for No. 2' }).click()
  await page.getByText('You also pay ¥2,000.').waitFor()

  const phone = await tab(aoi, { ...PHONE, colorScheme: 'dark', locale: 'ja' })
  await phone.goto('/account/trade_offer_histories')
  await phone.getByText('そのうち¥1,700を受け取ります').waitFor()
  await assertFitsScreen(phone)
  await phone.getByRole('button', { name: /No\. 2.*No\. 1|No\. 1.*No\. 2/ }).click()
  const dialog = phone.getByRole('dialog')
  await dialog.getByText('¥1,700').first().waitFor()
  await assertAccessible(phone)
  await dialog.getByRole('button').last().click()
  await dialog.waitFor({ state: 'hidden' })

  equal((await ownersOf(here, mine, theirs)).join(), 'Aoi,Ren')
  equal(await aoi.balance(), 1_700)
  await page.goto('/account/points')
  await page
    .getByText(/Yen in the trade for No\. 2/)
    .first()
    .waitFor()
})

test('SH-14 while trading is switched off, its pages are not found and no page leads to them', async (t) => {
  const { here, tab, ren, aoi, song } = await openFixtures(t)
  await openToTrade(here, song.held(2))
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await sora.call(changeSettings, { version: 0, reason: 'a trial', trade_enabled: false })
  const page = await tab(ren)
  for (const path of [
    '/account/trade_offer_histories',
    '/account/trading_histories',
    '/asset/trade_listing',
    `/asset/${song.kid}/trade_listings`,
    `/asset/${song.held(2).token}/offer`,
  ])
    equal((await page.goto(path))?.status(), 404, path)
  for (const who of [ren, aoi]) {
    const theirs = await tab(who)
    await theirs.goto(`/asset/${song.kid}?no=2`)
    equal(await theirs.getByText(/trade/i).count(), 0)
  }
})
