import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  codesOf,
  couponFixtures,
  numberCoupons,
  pointCoupons,
  stepsOf,
  EXPIRES_AT,
} from '../../../test/coupons.ts'
import type { Person } from '../../../test/people.ts'
import { listForSale, createTitle } from '../../../test/titles.ts'
import { countOutcomes, tenTimes, travelTo, type TestApp } from '../../../test/test-app.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { createCoupons, listBatches, occupyCoupon, revokeBatch } from './coupon.shared.ts'

test('a number held by a coupon cannot be listed or put into another batch until it is released', async (t) => {
  const { here, mika, film, statusOf } = await couponFixtures(t)
  const [one] = [film.tokens.get(1)!]
  const batch = await numberCoupons(mika, film, [1, 2])
  const lists = async () => {
    const price = { listing_type: 'sale' as const, sale_price: 300 }
    return (await mika.call(listSerialsForSale, { ...price, asset_token_ids: [one] })).error?.code
  }
  equal(await lists(), 'serial_reserved')
  equal((await numberCoupons(mika, film, [1])).error?.code, 'serial_reserved')
  equal(await statusOf(mika, 1), 'reserved_for_another')

  await travelTo(here, EXPIRES_AT)
  await here.run('coupon.expire')
  await here.run('coupon.expire')

  equal((await mika.call(listBatches, {})).items[0]!.expired, 2)
  deepEqual(await stepsOf(here, (await firstOf(here, batch.id))!), ['new valid', 'valid expired'])
  equal(await lists(), undefined)
})

test('listed, sold and other people’s copies cannot go into a batch', async (t) => {
  const { here, mika, ren, aoi, film } = await couponFixtures(t)
  await listForSale(here, mika, [film.tokens.get(1)!], 300)
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [2])).id)
  await ren.call(occupyCoupon, { id: code! })
  const other = await createTitle(here, mika, { copies: 1 })
  const mixed = { tokens: new Map([...film.tokens, [99, other.tokens.get(1)!]]) }

  equal((await numberCoupons(mika, film, [3, 1])).error?.code, 'already_listed')
  equal((await numberCoupons(mika, film, [2])).error?.code, 'not_owner')
  equal((await numberCoupons(aoi, film, [3])).error?.code, 'not_owner')
  equal((await numberCoupons(ren, film, [2])).error?.code, 'creators_only')
  equal((await numberCoupons(mika, { ...film, ...mixed }, [3, 99])).error?.code, 'input_invalid')
  equal((await mika.call(listBatches, {})).total, 1)
})

test('of ten batches created at once for one number only one holds it', async (t) => {
  const { mika, film } = await couponFixtures(t)
  const answers = await Promise.all(tenTimes(() => numberCoupons(mika, film, [1])))
  deepEqual(countOutcomes(answers), { done: 1, serial_reserved: 9 })
})

test('only administrators give points, within the limits of the settings', async (t) => {
  const { mika, aoi, sora, film } = await couponFixtures(t)
  const codes = async (who: Person, points: number, count: number) =>
    (await pointCoupons(who, points, count)).error?.code
  equal(await codes(mika, 100, 1), 'input_invalid')
  equal((await numberCoupons(sora, film, [1])).error?.code, 'input_invalid')
  equal(await codes(sora, 10_001, 1), 'coupon_out_of_bounds')
  equal(await codes(sora, 100, 1_001), 'input_invalid')
  equal(await codes(sora, 10_000, 1_000), undefined)
  equal((await pointCoupons(sora, 100, 1, '2029-12-31T00:00:00Z')).error?.code, 'input_invalid')
  const without = { name: 'x', expires_at: EXPIRES_AT }
  equal((await sora.call(createCoupons, without)).error?.code, 'input_invalid')
  equal((await aoi.call(createCoupons, without)).error?.code, 'input_invalid')
})

test('revoking a batch ends its valid coupons and frees their numbers', async (t) => {
  const { here, mika, ren, film } = await couponFixtures(t)
  const { id } = await numberCoupons(mika, film, [1, 2, 3])
  const [first, second] = await codesOf(mika, id)
  await ren.call(occupyCoupon, { id: first! })

  const { used, expired, revoked_at } = await mika.call(revokeBatch, { id })

  deepEqual([used, expired, revoked_at], [1, 2, '2030-01-01T00:00:00.000Z'])
  equal((await ren.call(occupyCoupon, { id: second! })).error?.code, 'coupon_expired')
  await listForSale(here, mika, [film.tokens.get(2)!, film.tokens.get(3)!], 300)
})

const firstOf = async ({ app: { db } }: TestApp, batch_id: string) =>
  (await db.selectFrom('coupon').select('id').where('batch_id', '=', batch_id).execute())[0]?.id
