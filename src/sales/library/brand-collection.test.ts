import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { listForSale } from '../../../test/titles.ts'
import { getAsset, listOwnedAssets } from '#src/catalog/asset/asset.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import * as endpoints from './brand-collection.shared.ts'

const PRICE = 500

/** Creates Mika's brand with titles on sale, and Ren and Aoi with a balance. */
async function collectionFixtures(t: TestContext, count: number) {
  const made = await brandFixtures(t, count)
  const { here } = made
  const ren = await here.person('Ren', { balance: 10_000 })
  const aoi = await here.person('Aoi', { balance: 10_000 })
  /** Returns the order of one number at its current price. */
  const order = async (kid: string, number: number) => {
    const { asset_token_id, owner_account_id, sale_price } = await here.call(getSerial, {
      id: kid,
      number,
    })
    const price = { asset_sale_price: sale_price!, balance_to_use: sale_price! }
    const seller = { owner_account_id: owner_account_id! }
    return { kid, asset_token_id, ...seller, ...price, lang: 'en' as const }
  }
  const own = (offset = 0, limit = 16) =>
    ren.call(endpoints.getOwnedBrand, { id: made.brand.id, offset, limit })
  return { ...made, ren, aoi, order, own }
}

test('RT-20 the collection of a brand has the held titles and their groups, and nothing else', async (t) => {
  const { ren, kids, make, order, own, brand } = await collectionFixtures(t, 3)
  const held = await make('Winter Set', [kids[0]!])
  await make('Summer Set', [kids[1]!])
  equal((await own()).collected.total, 0)

  await ren.call(purchaseForFree, await order(kids[0]!, 1))
  await ren.call(purchaseForFree, await order(kids[0]!, 2))
  await ren.call(purchaseSerial, { ...(await order(kids[2]!, 1)), balance_to_use: 0 })

  const owned = await own()
  deepEqual(
    Object.fromEntries(owned.collected.items.map(({ kid, my_numbers }) => [kid, my_numbers])),
    { [kids[0]!]: [1, 2], [kids[2]!]: [] }, // the card payment of the latter is open
  )
  deepEqual([owned.brand.titles_count, owned.brand.copies_count], [1, 2])
  deepEqual([owned.groups.items.map(({ key }) => key), owned.groups.total], [[held.key], 1])
  const none = { items: [], total: 0 }
  deepEqual([owned.rented, owned.expired_rentals, owned.previously_owned], [none, none, none])
  const second = await own(1, 1)
  deepEqual([second.collected.items.length, second.collected.total], [1, 2])
  const { items, total } = await ren.call(endpoints.listOwnedBrands, {})
  deepEqual([items, total], [[owned.brand], 1])
  equal(items[0]?.account, brand.account)
})

test('AS-17 a sold copy moves to previously owned copies with date and price', async (t) => {
  const { here, ren, aoi, kids, order, own } = await collectionFixtures(t, 1)
  const kid = kids[0]!
  const mine = await order(kid, 2)
  await ren.call(purchaseForFree, mine)
  const bought = here.clock.now.toISOString()
  here.clock.now = new Date(here.clock.now.getTime() + 86_400_000)
  await listForSale(here, ren, [mine.asset_token_id], 800)
  await aoi.call(purchaseForFree, await order(kid, 2))

  const { collected, previously_owned, brand } = await own()
  deepEqual([collected.total, brand.copies_count], [0, 0])
  const { title } = await here.call(getAsset, { id: kid })
  const facts = { kid, title, copies_count: 2, first_number: 1, media_type: 'video', obi: 'sumi' }
  const copy = {
    ...facts,
    asset_token_id: mine.asset_token_id,
    number: 2,
    price: 800,
    owned_since: bought,
    given_up_at: here.clock.now.toISOString(),
  }
  deepEqual(previously_owned, { items: [copy], total: 1 })
  deepEqual(await ren.call(endpoints.listPreviousCopies, {}), { items: [copy], total: 1 })
  equal((await ren.call(listOwnedAssets, {})).total, 1)
  equal((await ren.call(listOwnedAssets, { held: 'true' })).total, 0)
  equal((await ren.call(endpoints.listOwnedBrands, {})).total, 1)

  const sold = await order(kid, 1)
  await ren.call(purchaseForFree, sold)
  const { items } = await ren.call(endpoints.listPreviousCopies, {})
  deepEqual(items, [copy], 'also while another number of the title is held')
  equal((await ren.call(listOwnedAssets, { held: 'true' })).total, 1)
  await listForSale(here, aoi, [mine.asset_token_id], PRICE)
  await ren.call(purchaseForFree, await order(kid, 2))
  const back = await own()
  deepEqual([back.previously_owned.total, back.collected.items[0]?.my_numbers], [0, [1, 2]])
})

test('a collection leaves out own creations and copies of other people', async (t) => {
  const { here, mika, aoi, kids, order, own, brand } = await collectionFixtures(t, 1)
  await aoi.call(purchaseForFree, await order(kids[0]!, 1))

  const [others, creators] = [
    await own(),
    await mika.call(endpoints.getOwnedBrand, { id: brand.id }),
  ]

  for (const { collected, previously_owned } of [others, creators])
    deepEqual([collected.total, previously_owned.total], [0, 0])
  equal((await mika.call(endpoints.listOwnedBrands, {})).total, 0)
  const unknown = await aoi.call(endpoints.getOwnedBrand, { id: kids[0]! })
  equal(unknown.error?.code, 'not_found')
  equal((await here.call(endpoints.listOwnedBrands, {})).error?.code, 'not_signed_in')
})
