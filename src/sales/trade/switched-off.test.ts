import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { listWalletCopies, moveToWallet } from '#src/catalog/wallet-copies/wallet-copies.shared.ts'
import { createDownload } from '#src/media/downloads/download.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { payDistribution } from '#src/sales/distribution/distribution.shared.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { numberCoupons } from '../../../test/coupons.ts'
import { draft } from '../../../test/distributions.ts'
import { lendForFree } from '../../../test/free-rentals.ts'
import { give } from '../../../test/gifts.ts'
import { lend } from '../../../test/loans.ts'
import { countOutcomes, tenTimes, testApp, travelTo } from '../../../test/test-app.ts'
import { accept, offer, openToTrade, traderTitle } from '../../../test/trades.ts'
import { linkWalletOf } from '../../../test/wallets.ts'
import { listTradeOffers, listTradeSerials } from './trade.shared.ts'

const DAY = 86_400

/** Opens an app in which Ren and Aoi each own a copy of Mika's title, and trading can be switched. */
async function switchable(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 5_000 })
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await traderTitle(here, mika, [ren, aoi], { download_enabled: true })
  let version = 0
  const trading = async (trade_enabled: boolean) => {
    const changed = await sora.call(changeSettings, { version, reason: 'a trial', trade_enabled })
    version = changed.version
  }
  return { here, mika, ren, aoi, film, trading }
}

test('SH-14 while trading is switched off, offers end and their copies are free, without a word', async (t) => {
  const { here, ren, aoi, film, trading } = await switchable(t)
  const [mine, theirs] = [film.held(1), film.held(2)]
  await openToTrade(here, theirs)
  await offer(mine, theirs)
  await trading(false)
  equal((await give(ren, film, [1])).error?.code, 'serial_offered_in_trade')

  await Promise.all([here.run('trade.end_offers'), here.run('trade.end_offers')])

  equal((await give(ren, film, [1])).error, undefined)
  await trading(true)
  const { items } = await ren.call(listTradeOffers, {})
  deepEqual(
    items.map(({ ending }) => ending),
    ['spoiled'],
  )
  equal((await accept(mine, theirs)).error?.code, 'offered_serial_gone')
  await here.app.runDueJobs()
  deepEqual(
    (await here.inbox(ren.email)).filter(({ subject }) => /has ended/.test(subject)),
    [],
  )
  // Trading on again finds open what was open to trade.
  equal((await ren.call(listTradeSerials, { id: film.kid })).total, 1)
  equal((await aoi.call(getSerial, { id: film.kid, number: 2 })).status, 'offered_in_trade')
})

test('SH-14 an acceptance and the end of all offers at once: the copies change hands or not, never half', async (t) => {
  const { here, film, trading } = await switchable(t)
  const [mine, theirs] = [film.held(1), film.held(2)]
  await openToTrade(here, theirs)
  await offer(mine, theirs)
  const [accepted] = await Promise.all([
    accept(mine, theirs),
    trading(false).then(() => here.run('trade.end_offers')),
  ])
  const { status } = await here.app.db
    .selectFrom('trade_offer')
    .select('status')
    .executeTakeFirstOrThrow()
  equal(status, accepted.error ? 'spoiled' : 'accepted')
})

test('SH-14 while trading is switched off, a copy open to trade can be given away in every way', async (t) => {
  const { here, mika, ren, aoi, film, trading } = await switchable(t)
  const more = await traderTitle(here, mika, [])
  const rest = [3, 4].map(film.held)
  await openToTrade(here, film.held(1), film.held(2), ...rest, more.held(1), more.held(2))
  await trading(false)
  equal((await give(ren, film, [1])).error, undefined)
  equal((await lend(aoi, film, 2)).error, undefined)
  equal((await numberCoupons(mika, film, [3])).error, undefined)
  const { id } = await draft(mika, film, [4])
  equal((await mika.call(payDistribution, { id, balance_to_use: 110 })).error, undefined)
  equal((await lendForFree(mika, more, [1])).error, undefined)
  const sale = { listing_type: 'sale' as const, sale_price: 500 }
  const asset_token_ids = [more.tokens.get(2)!]
  equal((await mika.call(listSerialsForSale, { ...sale, asset_token_ids })).error, undefined)
})

test('SH-14 before trading is switched off, a copy open to trade is in no other deal', async (t) => {
  const { here, mika, ren, aoi, film } = await switchable(t)
  await openToTrade(here, film.held(1), film.held(2), film.held(3))
  const refused = [await give(ren, film, [1]), await lend(aoi, film, 2)]
  for (const { error } of [...refused, await numberCoupons(mika, film, [3])])
    equal(error?.code, 'already_listed')
})

test('SH-14 ten gifts at once of a copy that was open to trade: one is sent', async (t) => {
  const { here, ren, film, trading } = await switchable(t)
  await openToTrade(here, film.held(1))
  await trading(false)
  const answers = await Promise.all(tenTimes(() => give(ren, film, [1])))
  deepEqual(countOutcomes(answers), { done: 1, already_listed: 9 })
})

test('SH-14 a day after trading was switched off nothing is open to trade, so copies go anywhere', async (t) => {
  const { here, mika, ren, aoi, film, trading } = await switchable(t)
  await openToTrade(here, film.held(1), film.held(2))
  const wallet = await linkWalletOf(here, ren)
  const move = () => ren.call(moveToWallet, { id: wallet, asset_token_ids: [film.tokens.get(1)!] })
  const download = async () =>
    (await aoi.call(createDownload, { asset_token_id: film.tokens.get(2)! })).error?.code
  const since = here.clock.now
  await trading(false)
  await mika.call(updateAsset, { kid: film.kid, description: 'Long.' })
  await travelTo(here, addSeconds(since, DAY - 1))
  await here.run('listing.end_idle_trades')
  deepEqual([(await move()).error?.code, await download()], ['serial_in_deal', 'serial_in_deal'])

  await travelTo(here, addSeconds(since, DAY))
  await here.run('listing.end_idle_trades')

  equal((await move()).error, undefined)
  equal(await download(), 'download_unsupported') // it has no file, but nothing else stands against it
  equal((await ren.call(listWalletCopies, { id: wallet, in_wallet: 'true' })).total, 1)
})

test('SH-14 trading that is switched on again within a day finds everything open as before', async (t) => {
  const { here, ren, film, trading } = await switchable(t)
  await openToTrade(here, film.held(1), film.held(2))
  const since = here.clock.now
  await trading(false)
  await travelTo(here, addSeconds(since, DAY - 1))
  await trading(true)
  await travelTo(here, addSeconds(since, DAY))
  await trading(false)
  await here.run('listing.end_idle_trades')
  await trading(true)
  await here.run('listing.end_idle_trades')
  equal((await ren.call(listTradeSerials, { id: film.kid })).total, 2)
})
