import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { createDownload } from '#src/media/downloads/download.shared.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { acceptTrade } from '#src/sales/trade/trade.shared.ts'
import { downloadFixtures } from './downloads.ts'
import { testApp } from './test-app.ts'
import { createTitle } from './titles.ts'
import { offer, openToTrade } from './trades.ts'

/** Returns an input with its ids in capitals. */
const inCapitals = <T>(input: T): T =>
  JSON.parse(
    JSON.stringify(input).replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) =>
      id.toUpperCase(),
    ),
  ) as T

test('AP-08 SL-01 LI-01 TR-05 ids in capitals are the same ids when copies are bought, listed and traded', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [
    await here.person('Ren', { balance: 5_000 }),
    await here.person('Aoi', { balance: 5_000 }),
  ]
  const film = await createTitle(here, mika, { copies: 3, price: 1_000 })
  for (const [who, number] of [
    [ren, 1],
    [aoi, 2],
  ] as const)
    equal((await who.call(purchaseForFree, inCapitals(film.order(number, 1_000)))).error, undefined)
  const asset_token_ids = [film.tokens.get(1)!]
  const listing = { listing_type: 'sale' as const, asset_token_ids, sale_price: 900 }
  const { items } = await ren.call(listSerialsForSale, inCapitals(listing))
  deepEqual(items, [{ asset_token_id: asset_token_ids[0], outcome: 'preparing', code: null }])
  const ended = await ren.call(delistSerials, inCapitals({ asset_token_ids }))
  deepEqual(
    ended.items.map(({ outcome }) => outcome),
    ['delisted'],
  )

  const [mine, theirs] = [
    { token: film.tokens.get(1)!, owner: ren },
    { token: film.tokens.get(2)!, owner: aoi },
  ]
  await openToTrade(here, theirs)
  equal((await offer(mine, theirs)).error, undefined)
  const swap = {
    my_trading_asset_token_id: film.tokens.get(2)!,
    offering_serial_token_id: film.tokens.get(1)!,
    offering_serial_owner_account_id: ren.account_id,
  }
  equal((await aoi.call(acceptTrade, inCapitals(swap))).status, 'accepted')

  const { brand_id } = await mika.call(getAsset, { id: film.kid })
  const kept = await mika.call(updateBrand, inCapitals({ id: brand_id!, kids: [film.kid] }))
  deepEqual(kept.kids, [film.kid])
})

test('AP-08 AS-10 a download is begun by an id in capitals', async (t) => {
  const { ren, no1 } = await downloadFixtures(t)
  const { asset_token_id } = await ren.call(createDownload, inCapitals({ asset_token_id: no1 }))
  equal(asset_token_id, no1)
})
