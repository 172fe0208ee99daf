import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { numberCoupons } from '../../../test/coupons.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { countOutcomes, travelTo, testApp } from '../../../test/test-app.ts'
import { getAcquisitionRestriction } from '#src/catalog/allowlist/allowlist.shared.ts'
import { getAsset, listListedAssets } from '#src/catalog/asset/asset.shared.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { cancelPurchase, purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { getRental, getRented, listRented, rentForFree, rentSerial } from './rental.shared.ts'

/** Makes Mika's film: numbers 1 and 2 are for sale at 1,000, the others for rent at 300. */
async function fixtures(t: TestContext, options: { holding_limit?: number } = {}) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 3_000 })
  const film = await rentalTitle(here, mika, { copies: 8, for_sale: 2, ...options })
  return { here, mika, ren, film }
}

test('a title with a running or unpaid rental cannot be withdrawn until it ends', async (t) => {
  const { here, mika, ren, film } = await fixtures(t)
  const withdrawn = async () => (await mika.call(withdrawAsset, { kid: film.kid })).error?.code
  const seen = async () => [
    (await ren.call(listRented, { state: 'ended' })).total,
    (await ren.call(getRented, { id: film.kid })).error?.code,
  ]
  await ren.call(rentSerial, film.rent(3, 100))
  equal(await withdrawn(), 'serial_rented')
  await ren.call(cancelPurchase, { kid: film.kid, serial_number: 3 })
  const { rental_id } = await ren.call(rentForFree, film.rent(4, 300))
  equal(await withdrawn(), 'serial_rented')
  await travelTo(here, addSeconds(here.clock.now, 3 * DAY_SECONDS))
  equal((await ren.call(getRental, { id: rental_id })).status, 'ended')
  deepEqual(await seen(), [1, undefined])
  equal(await withdrawn(), undefined)
  deepEqual(await seen(), [0, 'not_found'])
  equal((await ren.call(rentForFree, film.rent(4, 300))).error?.code, 'not_found')
})

test('six rentals and a withdrawal at once leave the title rented or withdrawn, never both', async (t) => {
  const { here, mika, film } = await fixtures(t)
  const people = await Promise.all(
    [3, 4, 5, 6, 7, 8].map((i) => here.person(`P${i}`, { balance: 300 })),
  )
  const rents = people.map((one, i) => one.call(rentForFree, film.rent(3 + i, 300)))
  const withdrawal = mika.call(withdrawAsset, { kid: film.kid })
  const answers = countOutcomes(await Promise.all(rents))
  const isWithdrawn = !(await withdrawal).error
  ok(isWithdrawn ? !answers.done : answers.done === 6, JSON.stringify({ isWithdrawn, answers }))
})

test('a rental does not count as a holding: with a limit of one a person rents one copy and buys one', async (t) => {
  const { here, mika, ren, film } = await fixtures(t, { holding_limit: 1 })
  const asks = async () => {
    const asset_token_id = film.tokens.get(1)!
    const { held, remaining } = await ren.call(getAcquisitionRestriction, { asset_token_id })
    return [held, remaining]
  }
  await ren.call(rentSerial, film.rent(3, 100))
  deepEqual(await asks(), [0, 1])
  await ren.call(cancelPurchase, { kid: film.kid, serial_number: 3 })
  equal((await ren.call(rentForFree, film.rent(4, 300))).error, undefined)
  deepEqual(await asks(), [0, 1])
  equal((await ren.call(purchaseForFree, film.order(1, 1_000))).error, undefined)
  deepEqual(await asks(), [1, 0])
  const full = await ren.call(purchaseForFree, film.order(2, 1_000))
  equal(full.error?.code, 'max_holding_reached')
  const aki = await here.person('Aki', { balance: 1_300 })
  equal((await aki.call(purchaseForFree, film.order(2, 1_000))).error, undefined)
  equal((await aki.call(rentForFree, film.rent(5, 300))).error, undefined)
  equal((await numberCoupons(mika, film, [4])).error?.code, 'serial_rented')
})

test('rentals are not among a title’s sales and take no copy off the market', async (t) => {
  const { here, ren, film } = await fixtures(t)
  await ren.call(rentForFree, film.rent(4, 300))
  const seen = await here.call(getAsset, { id: film.kid })
  deepEqual(seen.recent_sales, [])
  deepEqual(
    [seen.sale_listing_copies_count, seen.rental_listing_copies_count, seen.rentable_copies_count],
    [2, 6, 5],
  )
  equal((await here.call(listListedAssets, {})).total, 1)
  await ren.call(purchaseForFree, film.order(1, 1_000))
  const { recent_sales } = await here.call(getAsset, { id: film.kid })
  deepEqual(
    recent_sales.map(({ number, price }) => [number, price]),
    [[1, 1_000]],
  )
})
