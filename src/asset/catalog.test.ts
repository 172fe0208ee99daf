import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { acts, type Bazaar } from '../../test/random-acts.ts'
import type { Somebody } from '../../test/people.ts'
import { toRent } from '../../test/rentals.ts'
import { title } from '../../test/titles.ts'
import { soon, ten, type World, world } from '../../test/world.ts'
import { delistSerials } from '../listing/listing.shape.ts'
import { purchaseForFree } from '../purchase/purchase.shape.ts'
import { type Asset, getAsset, listListedAssets } from './asset.shape.ts'

const COPIES = 12
const ROUNDS = 100
const TRADING = ['buy from balance', 'sell on', 'take back', 'ask for another price']

test('EN-02 AS-12 after a thousand acts, ten at once, every count and price is what the copies say', async (t) => {
  const here = await world(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 100_000 })
  const buyers = await Promise.all(ten((i) => here.person(`P${i}`, { balance: 100_000 })))
  const people = [mika, ...buyers]
  const bazaars = await Promise.all(
    [1, 2].map(async (): Promise<Bazaar> => {
      const film = await title(here, mika, { copies: COPIES, price: 1_000 })
      const rest = { sora: mika, banked: [], held: [], files: [], asked: [] }
      return { ...{ here, film, copies: COPIES, people }, ...rest }
    }),
  )
  let done = 0
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(
      ten(async (i) => {
        const act = acts[TRADING[randomInt(TRADING.length)]!]!
        const outcome = await act(bazaars[i % 2]!, (below) => randomInt(below))
        ok(outcome?.error?.code !== 'bug')
        if (!outcome?.error) done++
      }),
    )
  ok(done > ROUNDS, `only ${done} of them could be done`)
  await soon(
    () =>
      here.house.db.selectFrom('listing').select('id').where('status', '=', 'preparing').execute(),
    (opening) => opening.length === 0,
  )

  for (const { film } of bazaars)
    for (const who of [mika, buyers[0]!, buyers[1]!]) {
      const said = await who.call(getAsset, { id: film.kid })
      deepEqual(countsIn(said), await recounted(here, film.kid, who))
      equal(said.total_copies_count, COPIES)
      ok(said.owned_copies_count + said.previous_owned_copies_count <= COPIES)
      ok(said.sale_listing_copies_count + said.preparing_copies_count <= COPIES)
      equal(said.is_sold_out, (await isSoldOut(here, film.kid)) && !said.preparing_copies_count)
    }
})

test('GR-13 GR-14 titles are narrowed by offer, kind and price, and sorted by what is asked for now', async (t) => {
  const here = await world(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_000 })
  const cheap = await title(here, mika, { copies: 2, price: 500 })
  const dear = await title(here, mika, { copies: 2, price: 9_000 })
  const over = await title(here, mika, { copies: 1, price: 700 })
  await title(here, mika, { copies: 1 }) // never offered
  await ren.call(purchaseForFree, over.order(1, 700))
  const kids = async (filters: object) => {
    const { items, total } = await ren.call(listListedAssets, filters)
    equal(total, items.length)
    return items.map(({ kid }) => kid)
  }
  deepEqual(await kids({ sort_by: 'price_low' }), [cheap.kid, dear.kid, over.kid])
  deepEqual(await kids({ sort_by: 'price_high' }), [dear.kid, cheap.kid, over.kid])
  deepEqual(await kids({ listing_type: 'sale', sort_by: 'price_low' }), [cheap.kid, dear.kid])
  deepEqual(await kids({ price_min: 501 }), [dear.kid])
  deepEqual(await kids({ price_max: 8_999 }), [cheap.kid])
  deepEqual(await kids({ price_min: 501, price_max: 8_999 }), [])
  deepEqual(await kids({ media_type: 'audio' }), [])
  deepEqual(await kids({ listing_type: 'rental' }), [])
  for (const [{ kid, tokens }, rent_price] of [
    [cheap, 400],
    [dear, 300],
  ] as const) {
    const [last] = [...tokens].toSorted(([a], [b]) => b - a)
    await mika.call(delistSerials, { asset_token_ids: [last![1]] })
    await toRent(here, mika, { tokens: new Map([last!]) }, { rent_price, days: 1 })
    equal((await ren.call(getAsset, { id: kid })).min_rental_price, rent_price)
  }
  const toLent = (sort_by: string) => kids({ listing_type: 'rental', sort_by })
  deepEqual(await toLent('price_low'), [dear.kid, cheap.kid])
  deepEqual(await toLent('price_high'), [cheap.kid, dear.kid])
  const { title: name } = await ren.call(getAsset, { id: dear.kid })
  deepEqual(await kids({ q: name.slice(3).toUpperCase() }), [dear.kid])
})

/** The parts of a title that the copies decide. */
const countsIn = (asset: Asset) => ({
  owned: asset.owned_copies_count,
  previous: asset.previous_owned_copies_count,
  sale: asset.sale_listing_copies_count,
  preparing: asset.preparing_copies_count,
  mine: asset.my_sale_listing_copies_count,
  min: asset.min_sale_price,
  max: asset.max_sale_price,
  numbers: asset.my_numbers,
})

/** The same, one by one from the rows of copies, listings and holdings. */
async function recounted({ house: { db } }: World, kid: string, who: Somebody) {
  const serials = await db.selectFrom('serial').selectAll().where('kid', '=', kid).execute()
  const listings = await db.selectFrom('listing').selectAll().where('kid', '=', kid).execute()
  const holdings = await db.selectFrom('holding').selectAll().where('kid', '=', kid).execute()
  const me = who.account_id
  const open = listings.filter(({ status }) => status === 'open')
  const prices = open.map(({ sale_price }) => sale_price!)
  const own = serials.filter(({ owner }) => owner === me)
  const left = holdings
    .filter(({ owner }) => owner === me)
    .map(({ asset_token_id }) => asset_token_id)
  const gone = new Set(left.filter((token) => !own.some((copy) => copy.asset_token_id === token)))
  return {
    owned: own.length,
    previous: gone.size,
    sale: open.length,
    preparing: listings.filter(({ status }) => status === 'preparing').length,
    mine: listings.filter((one) => one.seller === me && /open|preparing/.test(one.status)).length,
    min: prices.length > 0 ? Math.min(...prices) : null,
    max: prices.length > 0 ? Math.max(...prices) : null,
    numbers: own.map(({ number }) => number).toSorted((a, b) => a - b),
  }
}

async function isSoldOut({ house: { db } }: World, kid: string): Promise<boolean> {
  const offered = await db
    .selectFrom('listing')
    .select('id')
    .where('kid', '=', kid)
    .where('status', 'in', ['preparing', 'open'])
    .execute()
  const withCreator = await db
    .selectFrom('serial')
    .innerJoin('asset', 'asset.kid', 'serial.kid')
    .select('serial.number')
    .where('serial.kid', '=', kid)
    .whereRef('serial.owner', '=', 'asset.creator')
    .execute()
  return offered.length + withCreator.length === 0
}
