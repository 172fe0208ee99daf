import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { MarketFixtures } from '../../../test/market-fixtures.ts'
import { actions } from '../../../test/random-actions.ts'
import type { Person } from '../../../test/people.ts'
import { sizeOf } from '../../../test/random.ts'
import { listForRent } from '../../../test/rentals.ts'
import { createTitle, listForSale } from '../../../test/titles.ts'
import { waitUntil, tenTimes, travelTo, type TestApp, testApp } from '../../../test/test-app.ts'
import { createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { type Asset, getAsset, listListedAssets } from './asset.shared.ts'

const COPIES = 12
const ROUNDS = sizeOf(40, 100)
const DEALS = [
  'buy from balance',
  'buy by card',
  'cancel a checkout',
  'list for sale',
  'delist',
  'change a price',
  'rent out',
  'rent from balance',
  'rent by card',
]
const DAYS = 3 // more than a rental lasts

test('EN-02 AS-12 after random actions, ten at once, every count and price matches the copies', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 100_000 })
  const buyers = await Promise.all(tenTimes((i) => here.person(`P${i}`, { balance: 100_000 })))
  const people = [mika, ...buyers]
  const markets = await Promise.all(
    [1, 2].map(async (): Promise<MarketFixtures> => {
      const film = await createTitle(here, mika, { copies: COPIES, price: 1_000 })
      const rest = { sora: mika, banked: [], held: [], files: [], payouts: [] }
      return { here, film, copies: COPIES, people, ...rest }
    }),
  )
  let done = 0
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(
      tenTimes(async (i) => {
        const action = actions[DEALS[randomInt(DEALS.length)]!]!
        const outcome = await action(markets[i % 2]!, (below) => randomInt(below))
        ok(outcome?.error?.code !== 'bug')
        if (!outcome?.error) done++
      }),
    )
  ok(done > ROUNDS, `only ${done} actions succeeded`)
  await waitUntil(
    () =>
      here.app.db.selectFrom('listing').select('id').where('status', '=', 'preparing').execute(),
    (opening) => opening.length === 0,
  )

  const viewers = [mika, buyers[0]!, buyers[1]!]
  const look = async () => {
    for (const { film } of markets)
      for (const who of viewers) await assertCountsMatch(here, film.kid, who)
  }
  await look()
  // no rental has been ended by a job yet
  await travelTo(here, addSeconds(here.clock.now, DAYS * DAY_SECONDS))
  await look()
})

/** Asserts that the counts shown to a person match the rows and are consistent with each other. */
async function assertCountsMatch(here: TestApp, kid: string, who: Person) {
  const shown = await who.call(getAsset, { id: kid })
  deepEqual(countsIn(shown), await countRows(here, kid, who))
  deepEqual([shown.total_copies_count, shown.copies_count], [COPIES, COPIES])
  const { sale_listing_copies_count: sale, rental_listing_copies_count: rental } = shown
  const { owned_copies_count: owned } = shown
  ok(owned + shown.previous_owned_copies_count <= COPIES)
  ok(sale + rental + shown.trade_listing_copies_count + shown.preparing_copies_count <= COPIES)
  ok(shown.rentable_copies_count <= rental)
  ok(shown.my_sale_listing_copies_count + shown.my_rental_listing_copies_count <= owned)
  equal(shown.is_sold_out, (await isSoldOut(here, kid)) && !shown.preparing_copies_count)
}

test('GR-06 GR-14 a title with a copy in auction shows so and is found by the auction filter', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 2, price: 500 })
  await createTitle(here, mika, { copies: 1, price: 500 })
  await here.app.db
    .updateTable('listing')
    .set({ kind: 'auction', sale_price: null })
    .where('asset_token_id', '=', film.tokens.get(1)!)
    .execute()
  const { items } = await here.call(listListedAssets, { listing_type: 'auction' })
  deepEqual(
    items.map(({ kid, type_of_listing }) => [kid, type_of_listing]),
    [[film.kid, 'auction']],
  )
})

test('GR-13 GR-14 titles are filtered by offer, kind and price, and sorted by current prices', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_000 })
  const cheap = await createTitle(here, mika, { copies: 2, price: 500 })
  const dear = await createTitle(here, mika, { copies: 2, price: 9_000 })
  const over = await createTitle(here, mika, { copies: 1, price: 700 })
  await createTitle(here, mika, { copies: 1 }) // a title without an offer
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
    await listForRent(here, mika, { tokens: new Map([last!]) }, { rent_price, days: 1 })
    equal((await ren.call(getAsset, { id: kid })).min_rental_price, rent_price)
  }
  const byRent = (sort_by: string) => kids({ listing_type: 'rental', sort_by })
  deepEqual(await byRent('price_low'), [dear.kid, cheap.kid])
  deepEqual(await byRent('price_high'), [cheap.kid, dear.kid])
  const { title: name } = await ren.call(getAsset, { id: dear.kid })
  deepEqual(await kids({ q: name.slice(3).toUpperCase() }), [dear.kid])
})

/** Returns the fields of a title that follow from its copies. */
const countsIn = (asset: Asset) => ({
  owned: asset.owned_copies_count,
  previous: asset.previous_owned_copies_count,
  buying: asset.purchase_processing_copies_count,
  renting: asset.renting_processing_copies_count,
  sale: asset.sale_listing_copies_count,
  trade: asset.trade_listing_copies_count,
  rental: asset.rental_listing_copies_count,
  rentable: asset.rentable_copies_count,
  preparing: asset.preparing_copies_count,
  mySale: asset.my_sale_listing_copies_count,
  myTrade: asset.my_trade_listing_copies_count,
  myRental: asset.my_rental_listing_copies_count,
  myRented: asset.my_rented_copies_count,
  myRentedOut: asset.my_rented_out_copies_count,
  prices: [asset.min_sale_price, asset.max_sale_price],
  myPrices: [asset.my_min_sale_price, asset.my_max_sale_price],
  rents: [asset.min_rental_price, asset.max_rental_price],
  until: asset.my_max_expiry,
  numbers: asset.my_numbers,
})

/** Computes the same fields from the rows of copies, listings, holdings, purchases and rentals. */
async function countRows({ app: { db }, clock }: TestApp, kid: string, who: Person) {
  const [listings, serials, holdings, purchases, rentals] = await Promise.all([
    db.selectFrom('listing').selectAll().where('kid', '=', kid).execute(),
    db.selectFrom('serial').selectAll().where('kid', '=', kid).execute(),
    db.selectFrom('holding').selectAll().where('kid', '=', kid).execute(),
    db.selectFrom('purchase').selectAll().where('kid', '=', kid).execute(),
    db.selectFrom('rental').selectAll().where('kid', '=', kid).execute(),
  ])
  const me = who.account_id
  const open = (kind: string) =>
    listings.filter((one) => one.status === 'open' && one.kind === kind)
  const mine = (kind: string) =>
    listings.filter(
      (one) => one.kind === kind && one.seller === me && /open|preparing/.test(one.status),
    )
  const [sale, rental] = [open('sale'), open('rental')]
  const own = serials.filter(({ owner }) => owner === me)
  const left = holdings.filter(({ owner }) => owner === me)
  const gone = new Set(left.map(({ asset_token_id }) => asset_token_id))
  for (const { asset_token_id } of own) gone.delete(asset_token_id)
  const reserved = purchases.filter(({ buyer, status }) => buyer === me && status === 'reserved')
  const running = rentals.filter(
    ({ status, ends_at }) => status === 'active' && Date.parse(ends_at) > clock.now.getTime(),
  )
  const rentedOut = new Set(running.map(({ asset_token_id }) => asset_token_id))
  const ends = rentals.filter(({ renter }) => renter === me).map(({ ends_at }) => ends_at)
  return {
    owned: own.length,
    previous: gone.size,
    buying: reserved.filter((one) => one.rental_period_seconds === null).length,
    renting: reserved.filter((one) => one.rental_period_seconds !== null).length,
    sale: sale.length,
    trade: open('trade').length,
    rental: rental.length,
    rentable: rental.filter((one) => !rentedOut.has(one.asset_token_id)).length,
    preparing: listings.filter(({ status }) => status === 'preparing').length,
    mySale: mine('sale').length,
    myTrade: mine('trade').length,
    myRental: mine('rental').length,
    myRented: running.filter(({ renter }) => renter === me).length,
    myRentedOut: own.filter(({ asset_token_id }) => rentedOut.has(asset_token_id)).length,
    prices: lowAndHigh(sale.map(({ sale_price }) => sale_price!)),
    myPrices: lowAndHigh(mine('sale').map(({ sale_price }) => sale_price!)),
    rents: lowAndHigh(rental.map(({ rent_price }) => rent_price!)),
    until: ends.toSorted().at(-1) ?? null,
    numbers: own.map(({ number }) => number).toSorted((a, b) => a - b),
  }
}

const lowAndHigh = (prices: number[]) =>
  prices.length > 0 ? [Math.min(...prices), Math.max(...prices)] : [null, null]

async function isSoldOut({ app: { db } }: TestApp, kid: string): Promise<boolean> {
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

test('GR-14 “on sale now” leaves out what cannot be bought yet or any more, but not resales', async (t) => {
  const here = await testApp(t, { now: new Date('2030-01-10T03:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const times = { sale_starting_at: '2030-01-11T03:00:00Z', sale_ending_at: '2030-01-12T03:00:00Z' }
  const make = (title: string, more = {}) =>
    createTitle(here, mika, { title, copies: 2, price: 500, ...more })
  await make('Always')
  await make('Sale', times)
  const kept = await make('Kept')
  const list = { kid: kept.kid, name: 'Friends' }
  equal((await mika.call(createAllowlist, list)).error, undefined)
  const resold = await make('Resold', { sale_ending_at: times.sale_ending_at })
  equal((await ren.call(purchaseForFree, resold.order(1, 500))).error, undefined)
  await listForSale(here, ren, [resold.tokens.get(1)!], 2_000)
  const rental = await createTitle(here, mika, { copies: 1, title: 'Rental' })
  await listForRent(here, mika, rental, { rent_price: 300, days: 2 })
  const found = async (query: object) => {
    const { items } = await here.call(listListedAssets, { on_sale: 'now', sort_by: 'title', ...query }) // oxfmt-ignore
    return items.map(({ title }) => title)
  }
  deepEqual(await found({}), ['Always', 'Resold'])
  deepEqual(await found({ listing_type: 'rental' }), [])
  here.clock.now = new Date(times.sale_starting_at)
  deepEqual(await found({ listing_type: 'sale' }), ['Always', 'Resold', 'Sale'])
  here.clock.now = new Date(times.sale_ending_at)
  deepEqual(await found({}), ['Always', 'Resold'])
  deepEqual(await found({ price_max: 999 }), ['Always'], 'only the resale is left')
})

test('GR-14 a search finds a title however its letters are typed: in width, case or with marks', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const shown = async (title: string) =>
    (await createTitle(here, mika, { copies: 1, price: 100, title })).kid
  const [wide, half] = [await shown('ＮＥＫＯ ネコ Éclair ①'), await shown('ﾊﾞｽと海')]
  for (const [q, kid] of [
    ['neko', wide],
    ['ｎｅｋｏ', wide],
    ['ﾈｺ', wide],
    ['éCLAIR', wide],
    ['e\u0301clair', wide],
    ['éclair 1', wide], // a lone digit may also be in the random name of the other brand
    ['ne\u200bko', wide],
    ['バス', half],
    ['ﾊﾞｽ', half],
  ] as const) {
    const { items } = await here.call(listListedAssets, { listing_type: 'sale', q })
    deepEqual(
      items.map((item) => item.kid),
      [kid],
      q,
    )
  }
})
