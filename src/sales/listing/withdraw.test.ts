import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import * as assets from '#src/catalog/asset/asset.shared.ts'
import { revokeBatch } from '#src/sales/coupon/coupon.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { copyAsset, listCreatedSerials, listSerials } from '#src/catalog/serial/serial.shared.ts'
import { moveToWallet } from '#src/catalog/wallet-copies/wallet-copies.shared.ts'
import { createDownload } from '#src/media/downloads/download.shared.ts'
import { listTradingAssets } from '#src/sales/trade/trade.shared.ts'
import { numberCoupons } from '../../../test/coupons.ts'
import { give } from '../../../test/gifts.ts'
import { listForSale, createTitle } from '../../../test/titles.ts'
import { storedKeys } from '../../../test/uploads.ts'
import { linkWalletOf } from '../../../test/wallets.ts'
import type { Call } from '../../../test/call.ts'
import { countOutcomes, waitUntil, tenTimes, travelTo, testApp } from '../../../test/test-app.ts'
import { listSerialsForSale, restoreAsset, withdrawAsset } from './listing.shared.ts'

/** Creates Mika's film of ten copies, all for sale. */
async function withdrawalFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 10, price: 300 })
  const { kid } = film
  const seenBy = async (call: Call) =>
    (await call(assets.getAsset, { id: kid })).error?.code ?? 'seen'
  return { here, mika, film, kid, seenBy, withdraw: () => mika.call(withdrawAsset, { kid }) }
}

test('withdrawing a title that nobody else owns hides it from others, its copies unlisted', async (t) => {
  const { here, mika, film, kid, seenBy, withdraw } = await withdrawalFixtures(t)
  const ren = await here.person('Ren', { balance: 300 })
  const withdrawn_at = here.clock.now.toISOString()

  deepEqual(await withdraw(), { kid, withdrawn_at })
  here.clock.now = addSeconds(here.clock.now, 60)
  deepEqual(await withdraw(), { kid, withdrawn_at }, 'repeated')

  equal(await seenBy(here.call), 'not_found')
  equal(await seenBy(ren.call), 'not_found')
  equal(await seenBy(mika.call), 'seen')
  equal((await here.call(assets.listListedAssets, {})).total, 0)
  const [created] = (await mika.call(assets.listCreatedAssets, {})).items
  deepEqual([created!.withdrawn_at, created!.published_at], [withdrawn_at, null])
  equal((await ren.call(purchaseForFree, film.order(1, 300))).error?.code, 'not_found')
  const { title: name, asset_type } = created!
  const more = { kid, title: name, description: '', copies_count: 1, asset_type }
  equal((await mika.call(copyAsset, more)).error?.code, 'title_not_out')
  const offer = { asset_token_ids: [film.tokens.get(1)!], sale_price: 300 }
  const listed = await mika.call(listSerialsForSale, { ...offer, listing_type: 'sale' })
  equal(listed.error?.code, 'title_not_out')
  const { items } = await mika.call(listSerials, { id: kid })
  deepEqual(new Set(items.map(({ status }) => status)), new Set(['not_available']))
  const asset_token_id = film.tokens.get(1)!
  const move = { id: await linkWalletOf(here, mika), asset_token_ids: [asset_token_id] }
  const refused = [
    await mika.call(createDownload, { asset_token_id }),
    await give(mika, film, [1]),
    await mika.call(moveToWallet, move),
  ]
  deepEqual(
    refused.map(({ error }) => error?.code),
    ['title_not_out', 'title_not_out', 'title_not_out'],
  )
  const own = await mika.call(listTradingAssets, { include_blocked: 'true' })
  deepEqual(new Set(own.items.map(({ blocked_by }) => blocked_by)), new Set(['title_not_out']))
})

test('a withdrawn title is published again as before, its copies unlisted', async (t) => {
  const { here, mika, kid, seenBy, withdraw } = await withdrawalFixtures(t)
  const { published_at } = await here.call(assets.getAsset, { id: kid })
  await withdraw()
  await travelTo(here, addSeconds(here.clock.now, assets.WITHDRAWN_KEPT_DAYS * DAY_SECONDS))
  await here.run('upload.remove_withdrawn')
  deepEqual(await mika.call(restoreAsset, { kid }), { kid, published_at })
  deepEqual(await mika.call(restoreAsset, { kid }), { kid, published_at }, 'repeated')
  equal(await seenBy(here.call), 'seen')
  const { items } = await mika.call(listCreatedSerials, { id: kid })
  deepEqual(new Set(items.map(({ status }) => status)), new Set(['not_listed']))
})

test('a title cannot be withdrawn once somebody owns, pays for or was promised a copy', async (t) => {
  const { here, mika, film, kid, withdraw } = await withdrawalFixtures(t)
  const [ren, eve] = [
    await here.person('Ren', { balance: 1_000 }),
    await here.person('Eve', { role: 'ORH' }),
  ]
  for (const endpoint of [withdrawAsset, restoreAsset])
    equal((await eve.call(endpoint, { kid })).error?.code, 'forbidden')
  await ren.call(purchaseSerial, film.order(2, 0))
  equal((await withdraw()).error?.code, 'serial_being_purchased')
  await ren.call(purchaseForFree, film.order(3, 300))
  equal((await withdraw()).error?.code, 'title_is_owned')

  const gift = await createTitle(here, mika, { copies: 2 })
  const { id } = await numberCoupons(mika, gift, [1])
  equal((await mika.call(withdrawAsset, { kid: gift.kid })).error?.code, 'serial_reserved')
  await mika.call(revokeBatch, { id })
  equal((await mika.call(withdrawAsset, { kid: gift.kid })).error, undefined)
})

test('a title that was owned by somebody stays, even if its creator bought the copy back', async (t) => {
  const { here, mika, film, withdraw } = await withdrawalFixtures(t)
  const ren = await here.person('Ren', { balance: 1_000 })
  await ren.call(purchaseForFree, film.order(1, 300))
  await listForSale(here, ren, [film.tokens.get(1)!], 200)
  const resold = { owner_account_id: ren.account_id, asset_sale_price: 200 }
  const back = { ...film.order(1, 200), ...resold }
  equal((await mika.call(purchaseForFree, back)).status, 'settled')

  equal((await withdraw()).error?.code, 'title_is_owned')
})

test('ten buyers and a withdrawal at once: the title is sold or withdrawn, never both', async (t) => {
  const { here, mika, film, kid, withdraw } = await withdrawalFixtures(t)
  const buyers = await Promise.all(tenTimes((i) => here.person(`Buyer${i}`, { balance: 300 })))
  const orders = buyers.map((buyer, i) => buyer.call(purchaseForFree, film.order(i + 1, 300)))
  const answers = await Promise.all([withdraw(), ...orders])
  const [withdrawn, ...bought] = answers
  const { done = 0, ...refused } = countOutcomes(bought)
  // not_found if the title was hidden before the request read it
  const reasons = Object.keys(refused).filter((code) => !/^(not_for_sale|not_found)$/.test(code))
  deepEqual(reasons, [])
  equal(withdrawn.error?.code, done > 0 ? 'title_is_owned' : undefined)
  const { withdrawn_at } = await mika.call(assets.getAsset, { id: kid })
  equal(withdrawn_at === null, done > 0)
})

test('a withdrawn title and its files are gone for its creator too when the days are over', async (t) => {
  const { here, mika, kid, seenBy, withdraw } = await withdrawalFixtures(t)
  const { integrations, clock } = here
  await integrations.storage.put(`media/${kid}/poster-400.webp`, Buffer.from('a picture'), {
    type: 'image/webp',
  })
  await withdraw()
  await travelTo(here, addSeconds(clock.now, assets.WITHDRAWN_KEPT_DAYS * DAY_SECONDS + 1))
  await here.run('upload.remove_withdrawn')
  equal(await seenBy(mika.call), 'not_found')
  equal((await mika.call(listCreatedSerials, { id: kid })).error?.code, 'not_found')
  equal((await mika.call(assets.listCreatedAssets, {})).total, 0)
  equal((await mika.call(restoreAsset, { kid })).error?.code, 'not_found')
  const left = () => storedKeys(integrations, `media/${kid}/`)
  deepEqual(await waitUntil(left, (keys) => keys.length === 0), [])
})
