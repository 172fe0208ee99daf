import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { requestOf } from '#core/http/endpoint.ts'
import {
  codesOf,
  couponFixtures,
  numberCoupons,
  pointCoupons,
  stepsOf,
  EXPIRES_AT,
} from '../../../test/coupons.ts'
import type { Person } from '../../../test/people.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { countOutcomes, tenTimes, travelTo } from '../../../test/test-app.ts'
import { listAuditLog } from '#src/admin/audit/audit.shared.ts'
import { listPointDetails } from '#src/finance/transactions/history.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { transferSerials } from '#src/catalog/serial/transfer.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import {
  getCoupon,
  listBatches,
  listCoupons,
  occupyCarried,
  occupyCoupon,
  revokeBatch,
} from './coupon.shared.ts'

test('MN-13 AP-18 EN-16 a coupon is valid, then occupied and used at once, and records every step', async (t) => {
  const { here, mika, ren, film, statusOf } = await couponFixtures(t)
  const batch = await numberCoupons(mika, film, [7])
  deepEqual([batch.valid, batch.occupied, batch.used, batch.expired], [1, 0, 0, 0])
  const [code] = await codesOf(mika, batch.id)
  match(code!, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  equal(await statusOf(ren, 7), 'reserved_for_another')

  const seen = await ren.call(getCoupon, { id: code! })
  deepEqual([seen.status, seen.gives.number], ['valid', 7])
  const taken = await ren.call(occupyCoupon, { id: code! })

  deepEqual([taken.status, taken.code, taken.hindered_by], ['used', code, null])
  equal(taken.occupied_at, '2030-01-01T00:00:00.000Z')
  equal(taken.used_at, taken.occupied_at)
  const { items, total } = await ren.call(listCoupons, {})
  deepEqual([total, items[0]!.status, items[0]!.gives.number], [1, 'used', 7])
  deepEqual((await mika.call(listCoupons, {})).total, 0)
  const [serial] = (await ren.call(listSerials, { id: film.kid, from: 7, to: 7 })).items
  deepEqual([serial!.mine, serial!.status], [true, 'not_listed'])
  deepEqual(await stepsOf(here, taken.id), ['new valid', 'valid occupied', 'occupied used'])
})

test('MN-13 ER-08 unknown, taken, used, expired and own coupons are refused with a reason each', async (t) => {
  const { here, mika, ren, aoi, film } = await couponFixtures(t, { holding_limit: 1 })
  const [used, occupied, open] = await codesOf(
    mika,
    (await numberCoupons(mika, film, [1, 2, 3])).id,
  )
  equal((await ren.call(occupyCoupon, { id: used! })).status, 'used')
  equal((await ren.call(occupyCoupon, { id: occupied! })).status, 'occupied')
  const both = async (who: Person, id: string) => [
    (await who.call(getCoupon, { id })).error?.code,
    (await who.call(occupyCoupon, { id })).error?.code,
  ]

  deepEqual(await both(aoi, used!), ['coupon_already_used', 'coupon_already_used'])
  deepEqual(await both(aoi, occupied!), ['coupon_occupied', 'coupon_occupied'])
  deepEqual(await both(aoi, '0000-0000-0000-0000'), ['coupon_invalid', 'coupon_invalid'])
  deepEqual(await both(mika, open!), [undefined, 'coupon_apply_failed'])
  await travelTo(here, EXPIRES_AT)
  deepEqual(await both(aoi, open!), ['coupon_expired', 'coupon_expired'])
  deepEqual(await both(ren, occupied!), ['coupon_expired', 'coupon_expired'])
  deepEqual(await both(ren, used!), [undefined, undefined])
})

test('a code is accepted in every way of typing it', async (t) => {
  const { mika, ren, film } = await couponFixtures(t)
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [1])).id)
  const typings = [
    code!.toLowerCase(),
    code!.replaceAll('-', ''),
    ` ${code!.replaceAll('-', ' — ')} `,
    code!.replaceAll('0', 'o').replaceAll('1', 'l'),
    code!.replaceAll('1', 'I'),
    code!
      .split('')
      .map((one) => (one === '-' ? '－' : String.fromCharCode(one.charCodeAt(0) + 0xfee0)))
      .join(''),
  ]
  for (const id of typings) equal((await ren.call(getCoupon, { id })).error, undefined, id)
})

test('MN-13 of ten people at once one gets the coupon and nine are refused', async (t) => {
  const { here, mika, sora, film } = await couponFixtures(t)
  const [number] = await codesOf(mika, (await numberCoupons(mika, film, [1])).id)
  const [points] = await codesOf(sora, (await pointCoupons(sora, 500)).id)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))

  for (const code of [number!, points!]) {
    const answers = await Promise.all(people.map((who) => who.call(occupyCoupon, { id: code })))
    deepEqual(countOutcomes(answers), { done: 1, coupon_already_used: 9 })
  }
  const balances = await Promise.all(people.map((who) => who.balance()))
  equal(
    balances.reduce((sum, balance) => sum + balance),
    500,
  )
})

test('a copy for Japan only is handed over when its person is in Japan', async (t) => {
  const { here, mika, ren, film } = await couponFixtures(t, { only_japan_accessible: true })
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [1])).id)
  Object.assign(here.config, { trustedProxies: ['127.0.0.1', '::1'], regionHeader: 'x-country' })
  const takesFrom = async (country: string) => {
    const { url, body } = requestOf(occupyCoupon, { id: code! })
    const headers = {
      authorization: `Bearer ${ren.token}`,
      'content-type': 'application/json',
      'x-country': country,
      'idempotency-key': country,
    }
    const answer = await fetch(here.url + url, { method: 'POST', headers, body: body! })
    const { status, hindered_by } = occupyCoupon.reply.parse(await answer.json())
    return [status, hindered_by?.code]
  }

  deepEqual(await takesFrom('FR'), ['occupied', 'region_unavailable'])
  deepEqual(await takesFrom('JP'), ['used', undefined])
})

test('a reserved number that is never handed over is free again when the coupon expires', async (t) => {
  const { here, mika, ren, film, statusOf } = await couponFixtures(t, { holding_limit: 1 })
  const [first, second] = await codesOf(mika, (await numberCoupons(mika, film, [1, 2])).id)
  await ren.call(occupyCoupon, { id: first! })
  equal((await ren.call(occupyCoupon, { id: second! })).status, 'occupied')

  await travelTo(here, EXPIRES_AT)
  const mine = (await ren.call(listCoupons, {})).items.map(({ status }) => status)
  deepEqual(mine.toSorted(), ['expired', 'used'])
  await here.run('coupon.expire')

  equal(await statusOf(ren, 2), 'not_listed')
  equal((await mika.call(listBatches, {})).items[0]!.used, 1)
})

test('one person redeems ten times at once: one delivery and ten equal answers', async (t) => {
  const { mika, ren, sora, film } = await couponFixtures(t)
  const [number] = await codesOf(mika, (await numberCoupons(mika, film, [1])).id)
  const [points] = await codesOf(sora, (await pointCoupons(sora, 500)).id)

  for (const code of [number!, points!]) {
    const answers = await Promise.all(tenTimes(() => ren.call(occupyCoupon, { id: code })))
    deepEqual(new Set(answers.map(({ status }) => status)), new Set(['used']))
    equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  }
  equal((await ren.call(getBalance, {})).points, 500)
})

test('AP-08 a code carried through the sign-in is redeemed once for each key, and repeats answer the same', async (t) => {
  const { here, mika, ren, film } = await couponFixtures(t)
  const [first, second] = await codesOf(mika, (await numberCoupons(mika, film, [1, 2])).id)
  const redeem = async (code: string | undefined, key?: string) => {
    const { url, body } = requestOf(occupyCarried, {})
    const headers = {
      authorization: `Bearer ${ren.token}`,
      'content-type': 'application/json',
      ...(code && { cookie: `coupon=${code.replaceAll('-', '')}` }),
      ...(key && { 'idempotency-key': key }),
    }
    return (await fetch(here.url + url, { method: 'POST', headers, body: body! })).json()
  }

  deepEqual(((await redeem(first)) as Refused).error.code, 'idempotency_key_missing')
  const done = occupyCarried.reply.parse(await redeem(first, 'one'))
  deepEqual([done.coupon?.status, done.coupon?.gives.number], ['used', 1])
  deepEqual(await redeem(undefined, 'one'), done) // the first answer deleted the cookie
  deepEqual(await redeem(second, 'one'), done)
  equal(occupyCarried.reply.parse(await redeem(second, 'two')).coupon?.gives.number, 2)
})

test('points that an administrator issues and revokes stand in the audit log', async (t) => {
  const { mika, sora, film } = await couponFixtures(t)
  const { id } = await pointCoupons(sora, 500, 3)
  await numberCoupons(mika, film, [1])
  await sora.call(revokeBatch, { id })
  await sora.call(revokeBatch, { id })
  const { items } = await sora.call(listAuditLog, { action: 'point_coupons' })
  deepEqual(
    items.map(({ by, facts }) => [by, facts.action, facts.coupons, facts.points]),
    [
      ['Sora', 'revoke', 3, 500],
      ['Sora', 'issue', 3, 500],
    ],
  )
})

interface Refused {
  error: { code: string }
}

test('points from a coupon appear in the statement and expire like other points', async (t) => {
  const { here, ren, sora } = await couponFixtures(t)
  const [code] = await codesOf(sora, (await pointCoupons(sora, 500)).id)
  await ren.call(occupyCoupon, { id: code! })
  const [entry] = (await ren.call(listPointDetails, { kind: 'coupon' })).items
  deepEqual([entry!.kind, entry!.amount, entry!.points_change], ['coupon', 500, 500])

  await travelTo(here, '2030-06-30T14:59:59.999Z')
  await here.run('payout.end_lots')
  equal((await ren.call(getBalance, {})).points, 500)
  await travelTo(here, '2030-06-30T15:00:00Z')
  await here.run('payout.end_lots')
  equal((await ren.call(getBalance, {})).points, 0)
})

const HINDERED = { code: 'max_holding_reached', params: { limit: 1 } }

test('a number stays reserved while its person has reached the holding limit', async (t) => {
  const { here, mika, ren, aoi, film, statusOf } = await couponFixtures(t, { holding_limit: 1 })
  const { id } = await numberCoupons(mika, film, [1, 2])
  const [first, second] = await codesOf(mika, id)
  await ren.call(occupyCoupon, { id: first! })

  const waits = await ren.call(occupyCoupon, { id: second! })

  deepEqual([waits.status, waits.hindered_by], ['occupied', HINDERED])
  equal(await statusOf(ren, 2), 'reserved_for_you')
  equal(await statusOf(aoi, 2), 'reserved_for_another')
  equal((await mika.call(revokeBatch, { id })).occupied, 1)
  await here.app.db.updateTable('asset').set({ holding_limit: 2 }).execute()
  const taken = await ren.call(occupyCoupon, { id: second! })
  deepEqual([taken.status, taken.hindered_by], ['used', null])
})

test('a copy received while the coupon waits for the lock counts for the holding limit', async (t) => {
  const { here, mika, ren, film } = await couponFixtures(t, { holding_limit: 1 })
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [1])).id)
  const given = [{ asset_token_id: film.tokens.get(2)!, to: ren.account_id }]
  const waits = await whileLocked(here.app.db, {
    lock: sql`select from account where id = ${ren.account_id} for no key update`,
    action: () => ren.call(occupyCoupon, { id: code! }),
    change: (tx) => transferSerials(tx, given, here.clock.now),
  })
  deepEqual([waits.status, waits.hindered_by], ['occupied', HINDERED])
})

test('redeeming races expiry and revocation: only one happens, and the number has one owner', async (t) => {
  const { here, mika, film } = await couponFixtures(t, { copies: 40 })
  const numbers = Array.from({ length: 40 }, (_, i) => i + 1)
  const { id } = await numberCoupons(mika, film, numbers)
  const codes = await codesOf(mika, id)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  await here.app.db
    .updateTable('coupon')
    .set({ expires_at: '2029-12-31T00:00:00Z' })
    .where(
      'asset_token_id',
      'in',
      numbers.slice(0, 20).map((one) => film.tokens.get(one)!),
    )
    .execute()

  await Promise.all([
    ...codes.map((code, i) => people[i % 10]!.call(occupyCoupon, { id: code })),
    mika.call(revokeBatch, { id }),
    here.run('coupon.expire'),
  ])

  const { used, expired, count } = (await mika.call(listBatches, {})).items[0]!
  equal(used + expired, count)
  const gone = await here.app.db
    .selectFrom('serial')
    .select('number')
    .where('owner', '<>', mika.account_id)
    .execute()
  equal(gone.length, used)
})
