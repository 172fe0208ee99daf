import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { createTitle } from '../../../test/titles.ts'
import { waitUntil, testApp } from '../../../test/test-app.ts'
import { delistSerials, listSerialsForSale } from './listing.shared.ts'

const PRICE = 500
const RENTAL = { rent_price: 300, rental_period_seconds: 86_400 }

/** A title of Mika's, with how many of its copies are in each state. */
async function shop(t: TestContext, copies: number) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies })
  const all = [...film.tokens.values()]
  const list = (asset_token_ids: string[], sale_price: number = PRICE) =>
    mika.call(listSerialsForSale, { listing_type: 'sale', asset_token_ids, sale_price })
  const counts = async () => {
    const { items } = await mika.call(listSerials, { id: film.kid })
    const groups = Object.groupBy(items, ({ status }) => status)
    return Object.fromEntries(Object.entries(groups).map(([name, some]) => [name, some.length]))
  }
  const opened = () => waitUntil(counts, ({ preparing }) => preparing === undefined)
  return { here, mika, film, all, list, counts, opened }
}

test('LI-01 a sale price is whole yen from the lowest to the highest that is allowed', async (t) => {
  const { all, list, counts } = await shop(t, 1)
  const refused = async (price: number) => {
    const { error } = await list(all, price)
    return [error?.code, error?.params.field ?? error?.params.minimum]
  }
  deepEqual(await refused(9.5), ['input_invalid', 'sale_price'])
  deepEqual(await refused(0), ['price_out_of_bounds', 10])
  deepEqual(await refused(9), ['price_out_of_bounds', 10])
  deepEqual(await refused(10_000_000), ['price_out_of_bounds', 10])
  deepEqual(await counts(), { not_listed: 1 })
  equal((await list(all, 9_999_999)).error, undefined)
})

test('LI-05 a copy for sale is offered for rent only after it is taken off', async (t) => {
  const { mika, all, list, opened } = await shop(t, 1)
  await list(all)
  deepEqual(await opened(), { buyable: 1 })
  const lend = () =>
    mika.call(listSerialsForSale, { listing_type: 'rental', asset_token_ids: all, ...RENTAL })
  equal((await lend()).error?.code, 'already_listed')
  deepEqual(await opened(), { buyable: 1 })
  await mika.call(delistSerials, { asset_token_ids: all })
  equal((await lend()).error, undefined)
  deepEqual(await opened(), { rentable: 1 })
})

test('LI-09 a hundred copies are listed and taken off in one call, which names those it refuses', async (t) => {
  const { here, mika, film, all, list, counts, opened } = await shop(t, 100)
  const first = await list(all)
  equal(first.items.filter(({ outcome }) => outcome === 'preparing').length, 100)
  ok(first.batch)
  deepEqual(await opened(), { buyable: 100 })

  const ren = await here.person('Ren', { balance: 2 * PRICE })
  for (const number of [3, 9]) {
    const order = { ...film.order(number, PRICE), asset_sale_price: PRICE }
    equal((await ren.call(purchaseForFree, order)).status, 'settled')
  }
  const off = await mika.call(delistSerials, { asset_token_ids: all })
  const refused = off.items.filter(({ outcome }) => outcome === 'refused')
  const sold = [3, 9].map((number) => film.tokens.get(number)!)
  deepEqual(refused.map(({ asset_token_id }) => asset_token_id).toSorted(), sold.toSorted())
  deepEqual(new Set(refused.map(({ code }) => code)), new Set(['not_owner']))
  deepEqual(await counts(), { not_listed: 100 })
})

test('LI-10 a copy that is taken off is not listed, and counts as such', async (t) => {
  const { here, film, mika, all, list, counts, opened } = await shop(t, 3)
  await list(all)
  await opened()
  const seen = async () => {
    const { sale_listing_copies_count, min_sale_price } = await here.call(getAsset, {
      id: film.kid,
    })
    return [sale_listing_copies_count, min_sale_price]
  }
  deepEqual(await seen(), [3, PRICE])
  const { items } = await mika.call(delistSerials, { asset_token_ids: all.slice(0, 2) })
  deepEqual(new Set(items.map(({ outcome }) => outcome)), new Set(['delisted']))
  deepEqual([await counts(), await seen()], [{ not_listed: 2, buyable: 1 }, [1, PRICE]])
  await mika.call(delistSerials, { asset_token_ids: all.slice(2) })
  deepEqual([await counts(), await seen()], [{ not_listed: 3 }, [0, null]])
})
