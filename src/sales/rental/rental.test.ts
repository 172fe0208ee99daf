import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { payAt } from '../../../test/card-purchase.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import {
  countOutcomes,
  waitUntil,
  tenTimes,
  travelTo,
  type TestApp,
  testApp,
} from '../../../test/test-app.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { cancelPurchase } from '#src/sales/purchase/purchase.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { getRental, listRented, rentForFree, rentSerial } from './rental.shared.ts'

async function forRent(t: Parameters<typeof testApp>[0], balance = 1_000) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance })
  const film = await rentalTitle(here, mika, { copies: 3, rent_price: 300, days: 3 })
  return { here, mika, ren, film }
}

test('RN-01 RN-02 a rental paid from balance begins at once and ends after its seconds', async (t) => {
  const { here, mika, ren, film } = await forRent(t)
  const { rental_id, status } = await ren.call(rentForFree, film.rent(2, 300))
  equal(status, 'active')
  const rental = await ren.call(getRental, { id: rental_id })
  deepEqual(
    [rental.status, rental.number, rental.began_at, rental.ends_at],
    [
      'active',
      2,
      here.clock.now.toISOString(),
      addSeconds(here.clock.now, 3 * DAY_SECONDS).toISOString(),
    ],
  )
  deepEqual([await ren.balance(), await mika.balance()], [700, 270])
  const { items } = await here.call(listSerials, { id: film.kid })
  deepEqual(
    items.map((copy) => copy.status),
    ['rentable', 'being_rented', 'rentable'],
  )
  const asset = await here.call(getAsset, { id: film.kid })
  deepEqual([asset.rental_listing_copies_count, asset.rentable_copies_count], [3, 2])
})

test('RN-01 a rental paid by card begins when the payment arrives', async (t) => {
  const { ren, mika, film } = await forRent(t, 0)
  const reply = await ren.call(rentSerial, film.rent(1, 0))
  equal((await ren.call(getRental, { id: reply.rental_id })).status, 'reserved')
  await payAt(reply.url, CARDS.pays)
  const rental = () => ren.call(getRental, { id: reply.rental_id })
  const active = await waitUntil(rental, ({ status }) => status === 'active')
  equal(Date.parse(active.ends_at!) - Date.parse(active.began_at!), 3 * DAY_SECONDS * 1_000)
  equal(await mika.balance(), 270)
})

test('RN-02 ten people reach for one copy and one rents it', async (t) => {
  const { here, mika, film } = await forRent(t)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`, { balance: 300 })))
  const answers = await Promise.all(people.map((p) => p.call(rentForFree, film.rent(1, 300))))
  deepEqual(countOutcomes(answers), { done: 1, rented_by_another: 9 })
  equal(await mika.balance(), 270)
})

test('RN-03 a person rents a title once at a time, even with ten requests at once', async (t) => {
  const { ren, mika, film } = await forRent(t, 2_000)
  const answers = await Promise.all([1, 2, 3].map((n) => ren.call(rentForFree, film.rent(n, 300))))
  deepEqual(countOutcomes(answers), { done: 1, already_renting: 2 })
  deepEqual([await ren.balance(), await mika.balance()], [1_700, 270])
})

test('RN-03 ER-03 a copy that is rented, changed or not for rent is refused with its reason, as is a title with no free copy', async (t) => {
  const { here, ren, film } = await forRent(t)
  const people = await Promise.all([1, 2, 3].map((i) => here.person(`P${i}`, { balance: 900 })))
  const refused = async (body: Partial<ReturnType<typeof film.rent>>) =>
    (await ren.call(rentForFree, { ...film.rent(1, 300), ...body })).error?.code
  equal(await refused({ rental_period_seconds: 4 * DAY_SECONDS }), 'rental_period_changed')
  equal(await refused({ asset_rent_price: 200, balance_to_use: 200 }), 'price_changed')
  await people[0]!.call(rentForFree, film.rent(1, 300))
  equal(await refused({}), 'rented_by_another')
  await people[1]!.call(rentForFree, film.rent(2, 300))
  await people[2]!.call(rentForFree, film.rent(3, 300))
  equal(await refused({}), 'all_rented')
})

test('RN-04 a rental that ends frees its copy and moves to the ended rentals', async (t) => {
  const { here, mika, ren, film } = await forRent(t)
  await ren.call(rentForFree, film.rent(1, 300))
  equal((await ren.call(listRented, {})).total, 1)
  await travelTo(here, addSeconds(here.clock.now, 3 * DAY_SECONDS))
  await here.run('rental.end')
  deepEqual(await terms(here), [[1, 'ended']])
  const { items } = await here.call(listSerials, { id: film.kid })
  deepEqual(new Set(items.map(({ status }) => status)), new Set(['rentable']))
  deepEqual(
    [
      (await ren.call(listRented, {})).total,
      (await ren.call(listRented, { state: 'ended' })).total,
    ],
    [0, 1],
  )
  const aki = await here.person('Aki', { balance: 300 })
  equal((await aki.call(rentForFree, film.rent(1, 300))).error, undefined)
  equal(await mika.balance(), 540)
})

test('RN-02 RN-04 the second in which a rental ends frees its copy for ten waiting renters, and its renter for another', async (t) => {
  const { here, mika, ren, film } = await forRent(t)
  const [aoi, bea] = await Promise.all(['Aoi', 'Bea'].map((n) => here.person(n, { balance: 300 })))
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`, { balance: 300 })))
  const { rental_id: id } = await ren.call(rentForFree, film.rent(1, 300))
  await aoi!.call(rentForFree, film.rent(3, 300))
  const end = addSeconds(here.clock.now, 3 * DAY_SECONDS)
  await travelTo(here, addSeconds(end, -1))
  const early = await people[0]!.call(rentForFree, film.rent(1, 300))
  equal(early.error?.code, 'rented_by_another')
  equal((await ren.call(rentForFree, film.rent(2, 300))).error?.code, 'already_renting')

  await travelTo(here, end) // nothing is swept
  const { status, ended_at } = await ren.call(getRental, { id })
  deepEqual([status, ended_at], ['ended', end.toISOString()])
  const { items } = await mika.call(listSerials, { id: film.kid })
  deepEqual(new Set(items.map((copy) => copy.status)), new Set(['rentable']))
  const seen = await ren.call(getAsset, { id: film.kid })
  deepEqual([seen.rentable_copies_count, seen.my_rented_number], [3, null])
  const card = bea!.call(rentSerial, film.rent(3, 0))
  const renewed = ren.call(rentForFree, film.rent(2, 300))
  const answers = people.map((one) => one.call(rentForFree, film.rent(1, 300)))
  deepEqual(countOutcomes(await Promise.all(answers)), { done: 1, rented_by_another: 9 })
  equal((await renewed).status, 'active')
  await payAt((await card).url, CARDS.pays)
  const running = async () => (await terms(here)).filter(([, how]) => how === 'active')
  const now = await waitUntil(running, ({ length }) => length === 3)
  deepEqual(
    now.map(([number]) => number),
    [1, 2, 3],
  )
  equal(await mika.balance(), 5 * 270)
})

/** Reads the number and status of every stored rental. */
async function terms({ app: { db } }: TestApp) {
  const rows = db.selectFrom('rental').select(['number', 'status']).orderBy('number')
  return (await rows.execute()).map(({ number, status }) => [number, status])
}

test('RT-26 a rental that is not paid releases the copy and returns the balance', async (t) => {
  const { here, ren, film } = await forRent(t, 200)
  await ren.call(rentSerial, film.rent(1, 200))
  equal((await ren.call(getBalance, {})).reserved_for_purchase, 200)
  const { status } = await ren.call(cancelPurchase, { kid: film.kid, serial_number: 1 })
  equal(status, 'canceled')
  equal(await ren.balance(), 200)
  const { items } = await here.call(listSerials, { id: film.kid })
  equal(items[0]!.status, 'rentable')
})
