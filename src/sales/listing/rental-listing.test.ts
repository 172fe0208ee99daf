import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { Person } from '../../../test/people.ts'
import { listForRent } from '../../../test/rentals.ts'
import { createTitle, type TitleOptions } from '../../../test/titles.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { countOutcomes, waitUntil, travelTo, testApp } from '../../../test/test-app.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { calculateProfit, delistSerials, listSerialsForSale } from './listing.shared.ts'
import { getRentalTerms } from './rental-terms.shared.ts'

interface Terms {
  price?: number
  days?: number
  reprice?: boolean
  end_secondary?: boolean
}

/** Creates Mika's title, of which Ren has bought No. 1 and No. 2. */
async function rentalFixtures(t: TestContext, options: TitleOptions = {}) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const film = await createTitle(here, mika, { copies: 6, price: 100, ...options })
  const tokens = (numbers: number[]) => numbers.map((number) => film.tokens.get(number)!)
  for (const number of [1, 2]) await ren.call(purchaseForFree, film.order(number, 100))
  await mika.call(delistSerials, { asset_token_ids: tokens([3, 4, 5, 6]) })

  const rentOut = (
    who: Person,
    numbers: number[],
    { price = 300, days = 3, ...more }: Terms = {},
  ) =>
    who.call(listSerialsForSale, {
      listing_type: 'rental',
      asset_token_ids: tokens(numbers),
      rent_price: price,
      ...more,
      rental_period_seconds: days * DAY_SECONDS,
    })
  /** Returns the outcome of each copy, or the refusal of the whole call. */
  const outcome = async (...args: Parameters<typeof rentOut>) => {
    const { error, items } = await rentOut(...args)
    return error ? [error.code, error.params] : items.map(({ outcome: how, code }) => code ?? how)
  }
  const rent = (who: Person, number: number, owner: Person, price = 300) =>
    who.call(rentForFree, {
      kid: film.kid,
      asset_token_id: film.tokens.get(number)!,
      owner_account_id: owner.account_id,
      asset_rent_price: price,
      balance_to_use: price,
      rental_period_seconds: 3 * DAY_SECONDS,
    })
  /** Returns the copies listed for rent, by number, as soon as none is being prepared. */
  const board = async () => {
    const look = () => here.call(listSerials, { id: film.kid })
    const { items } = await waitUntil(look, (all) =>
      all.items.every((one) => one.status !== 'preparing'),
    )
    return items.flatMap(({ number, rent_price, rental_period_seconds }) =>
      rent_price === null ? [] : [[number, rent_price, rental_period_seconds! / DAY_SECONDS]],
    )
  }
  return { here, mika, ren, film, tokens, rentOut, outcome, rent, board }
}

test('LI-02 a creator offers copies for rent, for whole days within the bounds', async (t) => {
  const { here, mika, film, tokens, outcome, board } = await rentalFixtures(t)
  deepEqual(await outcome(mika, [3], { days: 0.5 }), [
    'rental_days_out_of_bounds',
    { minimum: 1, maximum: 365 },
  ])
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await sora.call(changeSettings, { rental_days_max: 7, version: 0, reason: 'a week' })
  deepEqual(await outcome(mika, [3], { days: 8 }), [
    'rental_days_out_of_bounds',
    { minimum: 1, maximum: 7 },
  ])
  deepEqual(await outcome(mika, [3], { price: 9 }), [
    'price_out_of_bounds',
    { minimum: 10, maximum: 9_999_999 },
  ])
  const bare = { listing_type: 'rental' as const, asset_token_ids: tokens([3]), rent_price: 300 }
  deepEqual((await mika.call(listSerialsForSale, bare)).error?.params, {
    field: 'rental_period_seconds',
  })
  deepEqual(await outcome(mika, [3, 4], { days: 7 }), ['preparing', 'preparing'])
  deepEqual(await board(), [
    [3, 300, 7],
    [4, 300, 7],
  ])
  const { terms } = await mika.call(getRentalTerms, { id: film.kid })
  deepEqual(terms, {
    rent_price: 300,
    rental_period_seconds: 604_800,
    rental_clock: 'payment',
  })
})

test('LI-04 AS-07 AS-14 ER-04 a copy that cannot be rented out is refused with the reason, and a rented copy cannot be changed', async (t) => {
  const { here, mika, ren, film, tokens, outcome, rent, board } = await rentalFixtures(t)
  const set = (fields: object) => mika.call(updateAsset, { kid: film.kid, ...fields })
  await set({ min_sellable_price: 200 })
  deepEqual(await outcome(ren, [1], { price: 199 }), ['price_below_minimum', { minimum: 200 }])
  await set({ secondary_rental_enabled: false })
  deepEqual(await outcome(ren, [1]), ['secondary_rental_disabled', {}])
  await set({ secondary_rental_enabled: true })
  await sql`update asset set rental_royalty_rate_bp = null`.execute(here.app.db)
  deepEqual(await outcome(ren, [1]), ['royalty_or_minimum_missing', {}])
  await set({ rental_creator_royalty_rate: 10 })
  deepEqual(await outcome(ren, [3]), ['not_owner', {}])
  deepEqual(await outcome(ren, [1, 3]), ['preparing', 'not_owner'])
  deepEqual(await outcome(ren, [1]), ['already_listed', {}])

  const sale = { listing_type: 'sale' as const, sale_price: 500, reprice: true }
  const sell = async () =>
    (await ren.call(listSerialsForSale, { ...sale, asset_token_ids: tokens([1]) })).error?.code
  equal(await sell(), 'already_listed')
  const aki = await here.person('Aki', { balance: 1_000 })
  await board()
  equal((await rent(aki, 1, ren)).error, undefined)
  equal(await sell(), 'serial_rented')
  deepEqual(await outcome(ren, [1], { reprice: true }), ['serial_rented', {}])
  const off = await ren.call(delistSerials, { asset_token_ids: tokens([1]) })
  equal(off.error?.code, 'serial_rented')
  await travelTo(here, addSeconds(here.clock.now, 3 * DAY_SECONDS))
  ok(!(await ren.call(delistSerials, { asset_token_ids: tokens([1]) })).error)
  equal(await sell(), undefined)
})

test('AS-08 a holder sees the creator’s share of a rental before offering one, and that share is paid', async (t) => {
  const { here, mika, ren, film, tokens, rent } = await rentalFixtures(t, {
    royalty_rate_bp: 1_000,
    rental_royalty_rate_bp: 2_000,
  })
  const [asset_token_id] = tokens([1])
  const query = { asset_token_id, price: 300 }
  const { royalty, platform_fee, net } = await ren.call(calculateProfit, {
    ...query,
    kind: 'rental',
  })
  deepEqual([royalty, platform_fee, net], [60, 15, 225])
  equal((await ren.call(calculateProfit, { ...query, kind: 'sale' })).royalty, 30)
  const before = [await mika.balance(), await ren.balance()]
  await listForRent(
    here,
    ren,
    { tokens: new Map([[1, film.tokens.get(1)!]]) },
    { rent_price: 300, days: 3 },
  )
  const aki = await here.person('Aki', { balance: 300 })
  await rent(aki, 1, ren)
  deepEqual([await mika.balance(), await ren.balance()], [before[0]! + 60, before[1]! + 225])
})

test('LI-07 a creator rents out all copies of a title on the same terms and changes them together', async (t) => {
  const { here, mika, tokens, outcome, rent, board } = await rentalFixtures(t)
  await outcome(mika, [3, 4])
  const differ = ['rental_terms_differ', { price: 300, days: 3, clock: 'payment' }]
  deepEqual(await outcome(mika, [5], { price: 400 }), differ)
  deepEqual(await outcome(mika, [5], { days: 4 }), differ)
  deepEqual(await outcome(mika, [3], { price: 400, reprice: true }), differ)
  deepEqual(await outcome(mika, [5]), ['preparing'])
  const all = ['preparing', 'preparing', 'preparing']
  deepEqual(await outcome(mika, [3, 4, 5], { price: 400, reprice: true }), all)
  deepEqual(await board(), [
    [3, 400, 3],
    [4, 400, 3],
    [5, 400, 3],
  ])
  const aki = await here.person('Aki', { balance: 400 })
  equal((await rent(aki, 3, mika, 400)).error, undefined)
  deepEqual(await outcome(mika, [4, 5, 3], { price: 500, reprice: true }), [
    'rental_terms_differ',
    { price: 400, days: 3, clock: 'payment' },
  ])
  await mika.call(delistSerials, { asset_token_ids: tokens([4, 5]) })
  deepEqual(await outcome(mika, [6], { price: 500 }), [
    'rental_terms_differ',
    { price: 400, days: 3, clock: 'payment' },
  ])
})

test('LI-08 holders rent out while the creator does not; the creator’s first offer ends theirs', async (t) => {
  const { here, mika, ren, film, tokens, outcome, rent, board } = await rentalFixtures(t)
  deepEqual(await outcome(ren, [1, 2], { price: 250 }), ['preparing', 'preparing'])
  await board()
  const aki = await here.person('Aki', { balance: 1_000 })
  equal((await rent(aki, 1, ren, 250)).error, undefined)
  deepEqual(await outcome(mika, [3]), ['secondary_rentals_listed', { count: 1 }])
  deepEqual(await outcome(mika, [3], { end_secondary: true }), ['preparing'])
  deepEqual(await board(), [
    [1, 250, 3],
    [3, 300, 3],
  ])
  deepEqual(await outcome(ren, [2]), ['primary_rental_running', {}])

  // The running rental finishes, and then its offer ends too.
  await travelTo(here, addSeconds(here.clock.now, 3 * DAY_SECONDS))
  const again = await here.person('Yuki', { balance: 250 })
  equal((await rent(again, 1, ren, 250)).error?.code, 'not_for_rent')
  await here.run('listing.end_secondary')
  deepEqual(await board(), [[3, 300, 3]])
  equal((await rent(aki, 3, mika)).error, undefined)
  const seen = await ren.call(getRentalTerms, { id: film.kid })
  deepEqual([seen.terms?.rent_price, seen.is_running, seen.secondary_listings], [300, true, 0])
  deepEqual(await outcome(ren, [2]), ['primary_rental_running', {}])
  await travelTo(here, addSeconds(here.clock.now, 3 * DAY_SECONDS))
  ok(!(await mika.call(delistSerials, { asset_token_ids: tokens([3]) })).error)
  deepEqual(await outcome(ren, [2]), ['preparing'])
})

test('a holder’s offer stays if the creator has stopped renting out meanwhile', async (t) => {
  const { here, mika, ren, tokens, outcome, rent, board } = await rentalFixtures(t)
  await outcome(ren, [1], { price: 250 })
  await board()
  await rent(await here.person('Aki', { balance: 1_000 }), 1, ren, 250)
  await outcome(mika, [3])
  await board()
  await travelTo(here, addSeconds(here.clock.now, 3 * DAY_SECONDS))
  const stopped = sql`update listing set status = 'delisted'
    where status = 'open' and seller = ${mika.account_id}`
  await whileLocked(here.app.db, {
    lock: sql`select from serial where asset_token_id = ${tokens([1])[0]} for no key update`,
    action: () => here.run('listing.end_secondary'),
    change: (tx) => stopped.execute(tx),
  })
  deepEqual(await board(), [[1, 250, 3]])
})

test('if creator and holder, or two prices, are offered at once, only one is accepted', async (t) => {
  const { here, mika, ren, film, rentOut, board } = await rentalFixtures(t)
  const { db } = here.app
  const lock = sql`select from asset where kid = ${film.kid} for no key update`
  const first = await whileLocked(db, {
    lock,
    waiters: 2,
    action: () => Promise.all([rentOut(mika, [3]), rentOut(ren, [1])]),
  })
  equal(first.filter(({ error }) => !error).length, 1)
  const offers = await board()
  const numbers = offers.map(([number]) => number!)
  equal(offers.length, 1)
  const seller = numbers[0] === 3 ? mika : ren
  await seller.call(delistSerials, { asset_token_ids: numbers.map((n) => film.tokens.get(n)!) })

  const prices = [300, 400, 500, 600]
  const action = () => Promise.all(prices.map((price, i) => rentOut(mika, [i + 3], { price })))
  const answers = await whileLocked(db, { lock, action, waiters: prices.length })
  deepEqual(countOutcomes(answers), { done: 1, rental_terms_differ: 3 })
  equal((await board()).length, 1)
})
