import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { getBrand } from '#src/catalog/brand/brand.shared.ts'
import { setBrandHidden } from '#src/catalog/brand/brand-hidden.ts'
import { inTx } from '#core/database/db.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { sellerNotice } from '../../../test/seller-notices.ts'
import { tenTimes } from '../../../test/test-app.ts'
import {
  endSellerNotice,
  getSellerNotice,
  listSellerNotices,
  putSellerNotice,
} from './seller-notice.shared.ts'

async function setup(t: TestContext) {
  const { here, mika, brand } = await brandFixtures(t, 0)
  const { id } = brand
  const put = (change: object = {}) =>
    mika.call(putSellerNotice, { id, ...sellerNotice, ...change })
  const shown = async () => (await here.call(getSellerNotice, { id })).notice
  return { here, mika, id, put, shown }
}

test('BR-11 a creator who sells as a business publishes a notice for a brand, which everybody reads', async (t) => {
  const { here, id, put, shown } = await setup(t)
  equal(await shown(), null)
  equal((await here.call(getBrand, { id })).has_seller_notice, false)
  equal((await put()).error, undefined)
  const { id: _, brand_id, began_at, ended_at, ...text } = (await shown())!
  deepEqual(text, sellerNotice)
  deepEqual([brand_id, began_at, ended_at], [id, here.clock.now.toISOString(), null])
  equal((await here.call(getBrand, { id })).has_seller_notice, true)
})

test('BR-11 an incomplete notice is refused, and only an individual may disclose on request', async (t) => {
  const { put, shown } = await setup(t)
  for (const field of Object.keys(sellerNotice)) {
    const { error } = await put({ [field]: '' })
    deepEqual([error?.code, error?.params.field], ['input_invalid', field])
  }
  for (const [field, wrong] of [
    ['phone', 'call me'],
    ['email', 'nobody'],
    ['name', ' \u200b '],
  ] as const) {
    const { error } = await put({ [field]: wrong })
    deepEqual([error?.code, error?.params.field], ['input_invalid', field])
  }
  equal(await shown(), null)
  const alone = { seller: 'individual', representative: '', address: '', phone: '' }
  equal((await put(alone)).error, undefined)
  deepEqual([(await shown())?.address, (await shown())?.phone], ['', ''])
})

test('BR-12 earlier notices stay readable for the creator, with their times, and for nobody else', async (t) => {
  const { here, mika, id, put, shown } = await setup(t)
  const first = await put()
  const began = here.clock.now
  here.clock.now = addSeconds(began, 60)
  const second = await put({ replaces: first.id, phone: '+81 153 11 1111' })
  equal((await put({ replaces: first.id })).error?.code, 'changed_elsewhere')
  equal((await put({ replaces: null })).error?.code, 'changed_elsewhere')
  equal((await shown())?.id, second.id)
  here.clock.now = addSeconds(began, 120)
  equal((await mika.call(endSellerNotice, { id })).error, undefined)
  equal((await mika.call(endSellerNotice, { id })).error?.code, 'not_found')
  equal(await shown(), null)
  const { items, total } = await mika.call(listSellerNotices, { id })
  equal(total, 2)
  deepEqual(
    items.map((one) => [one.phone, one.began_at, one.ended_at]),
    [
      [
        '+81 153 11 1111',
        addSeconds(began, 60).toISOString(),
        addSeconds(began, 120).toISOString(),
      ],
      [sellerNotice.phone, began.toISOString(), addSeconds(began, 60).toISOString()],
    ],
  )
  const aoi = await here.person('Aoi', { role: 'ORH' })
  equal((await aoi.call(listSellerNotices, { id })).total, 0)
})

test('BR-12 of ten changes at once one notice stands, and the others were in its place', async (t) => {
  const { mika, id, put, shown } = await setup(t)
  const answers = await Promise.all(tenTimes((i) => put({ cost_terms: `Costs ${i}` })))
  deepEqual(new Set(answers.map(({ error }) => error?.code)), new Set([undefined]))
  const { items } = await mika.call(listSellerNotices, { id, limit: 100 })
  deepEqual(
    items.filter(({ ended_at }) => ended_at === null).map((one) => one.id),
    [(await shown())!.id],
  )
  equal(items.length, 10)
  const first = await Promise.all(tenTimes(() => put({ replaces: items[0]!.id })))
  equal(first.filter(({ error }) => !error).length, 1)
})

test('BR-11 the notice of a hidden brand is hidden with it', async (t) => {
  const { here, mika, id, put } = await setup(t)
  await put()
  await inTx(here.app, (tx) => setBrandHidden(tx, id, here.clock.now))
  equal((await here.call(getSellerNotice, { id })).error?.code, 'not_found')
  equal((await mika.call(getSellerNotice, { id })).error, undefined)
})
