import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { seededRandom } from '../../../test/random.ts'
import type { Person } from '../../../test/people.ts'
import { listForRent, rentalTitle } from '../../../test/rentals.ts'
import { travelTo, type TestApp, testApp } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { inTx } from '#core/database/db.ts'
import {
  getAsset,
  getListedAsset,
  listBrandRentals,
  listListedAssets,
} from '#src/catalog/asset/asset.shared.ts'
import { getOwnedBrand } from '#src/sales/library/brand-collection.shared.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { cancelPurchase, purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { endLoan } from '#src/sales/loan/loan.shared.ts'
import { revoke } from '#src/catalog/rental-period/rental-period.ts'
import { borrow, lent, loanFixtures } from '../../../test/loans.ts'
import { listRented, rentForFree, rentSerial } from './rental.shared.ts'

const ACTIONS = 32

const won = ({ error }: { error?: unknown }) => Number(error === undefined)

/** Counts row by row what a title's reply says about rentals to one viewer. */
async function recounted({ app: { db } }: TestApp, kid: string, viewer: string) {
  const [listings, purchases, rentals] = await Promise.all([
    db.selectFrom('listing').selectAll().where('kid', '=', kid).execute(),
    db.selectFrom('purchase').selectAll().where('kid', '=', kid).execute(),
    db.selectFrom('rental').selectAll().where('kid', '=', kid).execute(),
  ])
  const open = listings.filter(({ kind, status }) => kind === 'rental' && status === 'open')
  const out = new Set(
    rentals.filter(({ status }) => status === 'active').map((one) => one.asset_token_id),
  )
  const mine = rentals.filter(({ renter }) => renter === viewer)
  const paying = purchases.filter(({ buyer, status }) => buyer === viewer && status === 'reserved')
  const prices = open.map(({ rent_price }) => rent_price!)
  return {
    rental_listing_copies_count: open.length,
    rentable_copies_count: open.filter(({ asset_token_id }) => !out.has(asset_token_id)).length,
    my_rental_listing_copies_count: open.filter(({ seller }) => seller === viewer).length,
    my_rented_copies_count: mine.filter(({ status }) => status === 'active').length,
    renting_processing_copies_count: paying.length,
    my_max_expiry: mine.map(({ ends_at }) => ends_at).toSorted().at(-1) ?? null, // oxfmt-ignore
    min_rental_price: Math.min(...prices),
    max_rental_price: Math.max(...prices),
  }
}

test('EN-02 GR-09 after rentals of all kinds every count matches the rows, for every viewer', async (t) => {
  const here = await testApp(t)
  const dice = seededRandom(14)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(
    ['Ren', 'Aoi', 'Eve'].map((name) => here.person(name, { balance: 20_000 })),
  )
  const films = await Promise.all(
    [1, 2].map((days) => rentalTitle(here, mika, { copies: 3, rent_price: 300 + days, days })),
  )
  const done = { rented: 0, begun: 0, canceled: 0 }
  for (let i = 0; i < ACTIONS; i++) {
    const [who, film, number] = [people[dice(3)]!, films[dice(2)]!, 1 + dice(3)]
    const price = film.rent(1, 0).asset_rent_price
    const wish = dice(6)
    const { kid } = film
    if (wish < 3) done.rented += won(await who.call(rentForFree, film.rent(number, price)))
    else if (wish < 5) {
      done.begun += won(await who.call(rentSerial, film.rent(number, 0)))
      if (wish === 4)
        done.canceled += won(await who.call(cancelPurchase, { kid, serial_number: number }))
    } else await travelTo(here, addSeconds(here.clock.now, 12 * 3_600))
    await here.run('rental.end')
    if (i % 4 > 0) continue
    for (const viewer of [mika, ...people]) {
      const asset = await viewer.call(getAsset, { id: film.kid })
      const counted = await recounted(here, film.kid, viewer.account_id)
      const said = Object.keys(counted).map((name) => [name, asset[name as keyof typeof asset]])
      deepEqual(Object.fromEntries(said), counted)
    }
  }
  ok(done.rented > 2 && done.begun > 2 && done.canceled > 1, JSON.stringify(done))
})

test('RT-05 RT-20 AP-04 GR-08 live, unpaid and ended rentals stand in their own lists', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const make = (days: number) => rentalTitle(here, mika, { copies: 1, days })
  const [over, late, soon, paying] = [await make(1), await make(9), await make(3), await make(2)]
  const { brand_id } = await here.call(getAsset, { id: over.kid })
  await ren.call(rentForFree, over.rent(1, 300))
  await travelTo(here, addSeconds(here.clock.now, DAY_SECONDS))
  await ren.call(rentForFree, late.rent(1, 300))
  await ren.call(rentForFree, soon.rent(1, 300))
  await ren.call(rentSerial, paying.rent(1, 0))
  const end = addSeconds(here.clock.now, 3 * DAY_SECONDS).toISOString()

  const kids = async (state: 'live' | 'ended', who: Person = ren) =>
    (await who.call(listRented, { state })).items.map(({ kid }) => kid)
  deepEqual(await kids('live'), [paying.kid, soon.kid, late.kid])
  deepEqual(await kids('ended'), [over.kid])
  deepEqual([await kids('live', mika), await kids('ended', mika)], [[], []])
  const { items, total } = await ren.call(listRented, { offset: 1, limit: 1 })
  deepEqual([items[0]!.kid, items[0]!.my_max_expiry, total], [soon.kid, end, 3])
  const owned = await ren.call(getOwnedBrand, { id: brand_id! })
  deepEqual([owned.rented.total, owned.expired_rentals.items[0]?.kid], [0, over.kid])

  await here.run('rental.end')
  const toRent = await here.call(listListedAssets, { listing_type: 'rental' })
  deepEqual(new Set(toRent.items.map(({ kid }) => kid)), new Set([over.kid, paying.kid]))
  const ofBrand = await ren.call(getAsset, { id: late.kid })
  const brands = await here.call(listBrandRentals, { brand_id: ofBrand.brand_id! })
  equal(brands.items[0]?.rentable_copies_count, 0, 'a brand shows what is rented out as well')
})

test('RT-05 LN-04 a loan returned early and a rental revoked by a dispute have ended, and not later than that', async (t) => {
  const { here, mika, ren, aoi, film } = await loanFixtures(t)
  const loan = await lent(ren, film, 1)
  equal((await borrow(aoi, loan)).error, undefined)
  const other = await rentalTitle(here, mika, { copies: 2, days: 9 })
  const { rental_id } = await aoi.call(rentForFree, other.rent(1, 300))
  const over = await rentalTitle(here, mika, { copies: 1, days: 1 })
  equal((await aoi.call(rentForFree, over.rent(1, 300))).error, undefined)
  const end = addSeconds(here.clock.now, DAY_SECONDS).toISOString()
  await travelTo(here, addSeconds(here.clock.now, 3_600))
  const returned = here.clock.now.toISOString()
  equal((await aoi.call(endLoan, { id: loan.id })).error, undefined)
  await travelTo(here, addSeconds(here.clock.now, 3_600))
  const revoked = here.clock.now
  await inTx(here.app, (tx) => revoke(tx, [rental_id], revoked))
  await travelTo(here, addSeconds(here.clock.now, 2 * DAY_SECONDS))
  await here.run('rental.end') // later than its end

  const { items } = await aoi.call(listRented, { state: 'ended' })
  deepEqual(
    items.map(({ kid, my_max_expiry }) => [kid, my_max_expiry]),
    [
      [over.kid, end],
      [other.kid, revoked.toISOString()],
      [film.kid, returned],
    ],
  )
  const again = await aoi.call(rentForFree, other.rent(2, 300))
  equal(again.error, undefined)
  equal(
    (await aoi.call(getAsset, { id: other.kid })).my_max_expiry,
    addSeconds(here.clock.now, 9 * DAY_SECONDS).toISOString(),
  )
})

test('AP-02 EN-06 a title that is only for rent is represented by its cheapest free copy, and lists its copies by rent, with their terms', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = [
    await here.person('Ren', { balance: 5_000 }),
    await here.person('Aoi', { balance: 5_000 }),
  ]
  const film = await createTitle(here, mika, { copies: 5, price: 500 })
  const rents = [300, 900]
  for (const [i, who] of people.entries()) {
    const number = 4 - i
    equal((await who.call(purchaseForFree, film.order(number, 500))).error, undefined)
    const tokens = new Map([[number, film.tokens.get(number)!]])
    await listForRent(here, who, { tokens }, { rent_price: rents[i]!, days: 3 })
  }
  const others = [1, 2, 5].map((number) => film.tokens.get(number)!)
  await mika.call(delistSerials, { asset_token_ids: others })
  const seen = async () => (await here.call(getAsset, { id: film.kid })).asset_token_id
  equal(await seen(), film.tokens.get(4))
  const { listed_serials } = await here.call(getListedAsset, { id: film.kid })
  deepEqual(
    listed_serials.map(({ number, rent_price }) => [number, rent_price]),
    [
      [4, 300],
      [3, 900],
    ],
  )
  const [cheapest] = listed_serials
  const eve = await here.person('Eve', { balance: 300 })
  const rented = await eve.call(rentForFree, {
    kid: film.kid,
    asset_token_id: cheapest!.asset_token_id,
    owner_account_id: cheapest!.owner_account_id,
    asset_rent_price: cheapest!.rent_price!,
    rental_period_seconds: cheapest!.rental_period_seconds!,
    rental_clock: cheapest!.rental_clock!,
    balance_to_use: 300,
  })
  equal(rented.error, undefined)
  equal(await seen(), film.tokens.get(3)) // the cheaper one is rented out
})
