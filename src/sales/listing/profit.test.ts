import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import type { Person } from '../../../test/people.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { createTitle } from '../../../test/titles.ts'
import { testApp } from '../../../test/test-app.ts'
import { calculateProfit, getProfitOfOffer, listSerialsForSale } from './listing.shared.ts'

type Query = Parameters<typeof ask>[1]
const ask = (who: Person, of: { kid?: string; asset_token_id?: string; price: number }) =>
  who.call(calculateProfit, of)
const sharesOf = async (who: Person, of: Query) => {
  const { creator_royalty, platform_fee, net, tax, needs_balance } = await ask(who, of)
  equal(creator_royalty + platform_fee + net, of.price)
  return [creator_royalty, platform_fee, net, tax, needs_balance]
}

test('MN-15 every share of a price and its tax are shown, for a copy and for a title still being created', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const film = await createTitle(here, mika, { copies: 2, price: 1_000 })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  const { kid, tokens } = film
  const [sold, held] = [tokens.get(1)!, tokens.get(2)!]

  deepEqual(await sharesOf(mika, { price: 1_000 }), [0, 100, 900, 90, false])
  deepEqual(await sharesOf(mika, { kid, price: 3_333 }), [0, 333, 3_000, 303, false])
  deepEqual(await sharesOf(mika, { asset_token_id: held, price: 49 }), [0, 4, 45, 4, true])
  deepEqual(await sharesOf(ren, { asset_token_id: sold, price: 3_333 }), [
    333,
    166,
    2_834,
    303,
    false,
  ])
  const unknown = { kid: crypto.randomUUID(), price: 1_000 }
  equal((await ask(ren, unknown)).error?.code, 'not_found')
})

test('MN-15 guests see the shares of the price of a copy, and split no others', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const film = await rentalTitle(here, mika, { copies: 4, for_sale: 2 })
  const draft = await createTitle(here, mika, { copies: 1, published_at: null })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  await ren.call(listSerialsForSale, {
    asset_token_ids: [film.tokens.get(1)!],
    listing_type: 'sale',
    sale_price: 3_333,
  })

  for (const [number, kind, price] of [
    [1, 'sale', 3_333],
    [2, 'sale', 1_000],
    [3, 'rental', 300],
  ] as const) {
    const asset_token_id = film.tokens.get(number)!
    const shown = await here.call(getProfitOfOffer, { id: film.kid, number })
    equal(shown.is_primary, number !== 1)
    deepEqual(shown, await ren.call(calculateProfit, { asset_token_id, kind, price }))
  }
  for (const query of [
    { id: draft.kid, number: 1 },
    { id: film.kid, number: 5 },
  ])
    equal((await here.call(getProfitOfOffer, query)).error?.code, 'not_found')
  const query = { kid: film.kid, price: 3_333 }
  equal((await here.call(calculateProfit, query)).error?.code, 'not_signed_in')
})

test('MN-15 a copy that is not offered has no shares', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1 })
  const query = { id: film.kid, number: 1 }
  equal((await here.call(getProfitOfOffer, query)).error?.code, 'not_found')
})
