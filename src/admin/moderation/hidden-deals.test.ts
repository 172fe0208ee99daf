import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { setHidden } from '#src/catalog/asset/asset-lifecycle.ts'
import { listOwnedAssets } from '#src/catalog/asset/asset.shared.ts'
import { differencesIn } from '#src/finance/reconciliation/invariants.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { claimCoupon, occupyCarried, occupyCoupon } from '#src/sales/coupon/coupon.shared.ts'
import { getDraw, randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { getOffer } from '#src/sales/distribution/distribution.shared.ts'
import { endLoan } from '#src/sales/loan/loan.shared.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { codesOf, couponFixtures, numberCoupons } from '../../../test/coupons.ts'
import {
  claim as claimCopy,
  distribute,
  distributionFixtures,
} from '../../../test/distributions.ts'
import { claim, give, giftFixtures, giveOne } from '../../../test/gifts.ts'
import { borrow, lend, lent, loanFixtures } from '../../../test/loans.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { tenTimes, type TestApp } from '../../../test/test-app.ts'
import { decideCase, listCases } from './moderation.shared.ts'

/** Reports a title or a brand. Returns the function that decides about it. */
async function report(here: TestApp, id: string, of: 'title' | 'brand' = 'title') {
  const judge = await here.person(`Judge_${of}`, { role: 'ADMIN' })
  const eve = await here.person(`Eve_${of}`)
  await eve.call(createReport, { of, id, reason: 'rights', text: 'It is mine.' })
  const found = (await judge.call(listCases, {})).items.find(({ status }) => status === 'open')
  return async (decision: 'hide' | 'restore') => {
    const about = { id: found!.id, decision, reason: 'test' }
    equal((await judge.call(decideCase, about)).error, undefined)
  }
}

/** Hides a title or a brand after a report. Returns the function that shows it again. */
async function hide(here: TestApp, id: string, of?: 'title' | 'brand') {
  const decide = await report(here, id, of)
  await decide('hide')
  return () => decide('restore')
}

test('MO-05 a gift of a hidden title stays with its giver until the title is shown again', async (t) => {
  const { here, mika, ren, aoi, film } = await giftFixtures(t)
  await claim(ren, await giveOne(mika, film, 1))
  const waiting = await giveOne(mika, film, 2)
  const restore = await hide(here, film.kid)
  equal((await claim(aoi, waiting)).error?.code, 'gift_closed')
  equal((await give(ren, film, [1])).error?.code, 'title_hidden')
  equal((await ren.call(listOwnedAssets, {})).total, 1)
  await restore()
  equal((await claim(aoi, waiting)).error, undefined)
  equal((await give(ren, film, [1])).error, undefined)
})

test('MO-05 a loan of a hidden title runs to its end, and no other begins', async (t) => {
  const { here, mika, ren, aoi, yuki, film } = await loanFixtures(t)
  const running = await lent(ren, film, 1)
  equal((await borrow(aoi, running)).error, undefined)
  const waiting = await lent(mika, film, 2)
  const restore = await hide(here, film.kid)
  equal((await borrow(yuki, waiting)).error?.code, 'loan_closed')
  equal((await lend(mika, film, 3)).error?.code, 'title_hidden')
  equal((await aoi.call(endLoan, { id: running.id })).error, undefined)
  await restore()
  equal((await borrow(yuki, waiting)).error, undefined)
})

test('MO-05 copies of a hidden title are drawn no more, and those that were drawn stay', async (t) => {
  const { here, make, kids } = await brandFixtures(t, 2)
  const ren = await here.person('Ren', { balance: 5_000 })
  const { encrypted_id: id } = await make('Winter Set', kids)
  const draw = (number_of_purchases: number) =>
    ren.call(randomlyPurchase, {
      group_id: id,
      number_of_purchases,
      balance_to_use: 500 * number_of_purchases,
    })
  equal((await draw(1)).error, undefined)
  const before = (await here.call(getDraw, { id })).remaining
  const owned = await ren.call(listOwnedAssets, {})
  const restore = await hide(here, kids[0]!)
  const { remaining, lots } = await here.call(getDraw, { id })
  deepEqual(lots.map(({ kid }) => kid), [kids[1]]) // oxfmt-ignore
  equal((await draw(remaining + 1)).error?.code, 'not_enough_copies')
  equal((await ren.call(listOwnedAssets, {})).total, owned.total)
  await restore()
  equal((await here.call(getDraw, { id })).remaining, before)
})

test('MO-05 a free distribution of a hidden title waits, and claimed copies stay with their people', async (t) => {
  const { here, mika, ren, aoi, film } = await distributionFixtures(t)
  const id = await distribute(mika, film)
  equal((await claimCopy(ren, id)).error, undefined)
  const restore = await hide(here, film.kid)
  for (const who of [here, aoi]) equal((await who.call(getOffer, { id })).error?.code, 'not_found')
  equal((await ren.call(getOffer, { id })).reason, 'distribution_closed') // Ren owns a copy
  const claimed = { ...film.order(2, 0), asset_sale_price: 0 }
  equal((await aoi.call(purchaseForFree, claimed)).error?.code, 'not_for_sale')
  equal((await ren.call(listOwnedAssets, {})).total, 1)
  await restore()
  equal((await claimCopy(aoi, id)).error, undefined)
})

const HIDDEN = { code: 'title_hidden', params: {} }

test('MO-05 a coupon of a hidden title keeps its number until the title is shown again', async (t) => {
  const { here, mika, ren, aoi, film, statusOf } = await couponFixtures(t)
  const coupons = await numberCoupons(mika, film, [7])
  const festival = await numberCoupons(mika, film, [8], { festival: true })
  const [code] = await codesOf(mika, coupons.id)
  const [scanned] = await codesOf(mika, festival.id)
  const { brand_id } = await here.app.db
    .selectFrom('asset')
    .select('brand_id')
    .where('kid', '=', film.kid)
    .executeTakeFirstOrThrow()
  const shown = await hide(here, brand_id!, 'brand')
  const waits = await ren.call(occupyCoupon, { id: code! })
  deepEqual([waits.status, waits.hindered_by], ['occupied', HIDDEN])
  await shown()
  const restore = await hide(here, film.kid)
  await here.call(claimCoupon, { id: scanned!, email: aoi.email })
  const claimed = (await aoi.call(occupyCarried, {})).coupon
  deepEqual([claimed?.status, claimed?.hindered_by], ['occupied', HIDDEN])
  deepEqual((await ren.call(occupyCoupon, { id: code! })).hindered_by, HIDDEN)
  deepEqual(await differencesIn(here.app.db), [])

  await restore()
  for (const [who, id, number] of [
    [ren, code, 7],
    [aoi, scanned, 8],
  ] as const) {
    // oxfmt-ignore
    equal(await statusOf(who, number), 'reserved_for_you')
    const taken = await who.call(occupyCoupon, { id: id! })
    deepEqual([taken.status, taken.hindered_by], ['used', null])
    equal((await who.call(listOwnedAssets, {})).total, 1)
  }
})

test('MO-05 of a hiding and ten coupons at once, each coupon that is used gives its number', async (t) => {
  const { here, mika, film } = await couponFixtures(t)
  const numbers = tenTimes((i) => i + 1)
  const codes = await codesOf(mika, (await numberCoupons(mika, film, numbers)).id)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const redeem = () => people.map((who, i) => who.call(occupyCoupon, { id: codes[i]! }))
  const decide = await report(here, film.kid)

  const [, ...taken] = await Promise.all([decide('hide'), ...redeem()])

  for (const { status, hindered_by } of taken)
    deepEqual(hindered_by, status === 'used' ? null : HIDDEN)
  const counts = people.map(async (who) => (await who.call(listOwnedAssets, {})).total)
  const given = taken.map(({ status }) => (status === 'used' ? 1 : 0))
  deepEqual(await Promise.all(counts), given)
  deepEqual(await differencesIn(here.app.db), [])
  await decide('restore')
  for (const { status } of await Promise.all(redeem())) equal(status, 'used')
})

test('MO-05 a coupon whose title is hidden while it waits for the copy gives nothing yet', async (t) => {
  const { here, mika, ren, film } = await couponFixtures(t)
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [7])).id)
  const waits = await whileLocked(here.app.db, {
    lock: sql`select from serial where asset_token_id = ${film.tokens.get(7)!} for no key update`,
    action: () => ren.call(occupyCoupon, { id: code! }),
    change: (tx) => setHidden(tx, film.kid, here.clock.now),
  })
  deepEqual([waits.status, waits.hindered_by], ['occupied', HIDDEN])
  equal((await ren.call(listOwnedAssets, {})).total, 0)
})
