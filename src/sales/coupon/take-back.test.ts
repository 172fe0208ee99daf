import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import {
  codesOf,
  couponFixtures,
  EXPIRES_AT,
  numberCoupons,
  stepsOf,
} from '../../../test/coupons.ts'
import { listAuditLog } from '#src/admin/audit/audit.shared.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { countOutcomes, tenTimes, travelTo } from '../../../test/test-app.ts'
import {
  claimCoupon,
  createCoupons,
  getDesk,
  listClaims,
  occupyCarried,
  occupyCoupon,
  revokeBatch,
  takeBackClaim,
} from './coupon.shared.ts'

const FESTIVAL = { festival: true }
const REN = 'ren@example.test'
const TEN_MINUTES = '2030-01-01T00:10:00.000Z'

/** A batch for numbers 7 and 8. A visitor with Ren's address has claimed the first code. */
async function claimed(t: Parameters<typeof couponFixtures>[0], more?: { drawn?: boolean }) {
  const all = await couponFixtures(t)
  const { id: batch } = await numberCoupons(all.mika, all.film, [7, 8], { ...FESTIVAL, ...more })
  const [code, other] = (await codesOf(all.mika, batch)) as [string, string]
  const claim = { id: code, email: REN }
  await all.here.call(claimCoupon, claim, 'phone')
  const waiting = async () => (await all.mika.call(listClaims, { id: batch })).items
  const { id } = (await waiting())[0]!
  return { ...all, batch, code, other, claim, id, waiting }
}

test('MN-13 a creator takes one claim back, and the code can be claimed again', async (t) => {
  const { here, mika, ren, aoi, film, statusOf, batch, code, other, id, waiting } = await claimed(t)
  await here.call(claimCoupon, { id: other, email: 'kei@example.test' })

  const { valid, occupied, used } = await mika.call(takeBackClaim, { id })

  deepEqual([valid, occupied, used], [1, 1, 0])
  deepEqual(
    (await waiting()).map(({ number }) => number),
    [8],
  )
  equal(await statusOf(aoi, 7), 'reserved_for_another') // for the code, as before the claim
  equal((await ren.call(occupyCarried, {})).coupon, null)
  const kept = here.app.db.selectFrom('coupon').select(['claimed_email', 'claimed_from'])
  const nothing = { claimed_email: null, claimed_from: null }
  deepEqual(await kept.where('id', '=', id).execute(), [nothing])

  equal((await here.call(claimCoupon, { id: code, email: aoi.email })).email, aoi.email)
  equal((await aoi.call(occupyCarried, {})).coupon?.gives.number, 7)
  equal(film.tokens.size, 20)
  const steps = ['new valid', 'valid occupied', 'occupied valid', 'valid occupied']
  deepEqual(await stepsOf(here, id), [...steps, 'occupied occupied', 'occupied used'])
  equal((await mika.call(getDesk, { id: batch })).batch.used, 1)
})

test('a claim is listed by number, masked code and time, without its address; a drawn number is hidden', async (t) => {
  const { code, id, waiting } = await claimed(t)
  const masked = `${code.slice(0, 4)}-••••-••••-••••`
  const claimed_at = '2030-01-01T00:00:00.000Z'
  deepEqual(await waiting(), [{ id, code: masked, number: 7, claimed_at }])
  const drawn = await claimed(t, { drawn: true })
  deepEqual(
    (await drawn.waiting()).map(({ number }) => number),
    [null],
  )
})

test('what was handed over, has expired, was taken back or is somebody else’s cannot be taken back', async (t) => {
  const { here, mika, ren, aoi, sora, film, batch, other, id, waiting } = await claimed(t)
  const refusal = async (who: typeof mika, of = id) =>
    (await who.call(takeBackClaim, { id: of })).error?.code
  for (const who of [aoi, sora]) {
    equal(await refusal(who), 'not_found')
    equal((await who.call(listClaims, { id: batch })).error?.code, 'not_found')
  }
  equal(await refusal(ren), 'creators_only')
  equal((await ren.call(occupyCarried, {})).coupon?.status, 'used')
  equal(await refusal(mika), 'coupon_claim_over')

  await here.call(claimCoupon, { id: other, email: 'kei@example.test' })
  const [second] = await waiting()
  equal(await refusal(mika, second!.id), undefined)
  equal(await refusal(mika, second!.id), 'coupon_claim_over')
  await here.call(claimCoupon, { id: other, email: 'kei@example.test' })
  await travelTo(here, EXPIRES_AT)
  deepEqual(await waiting(), [])
  equal(await refusal(mika, second!.id), 'coupon_claim_over')
  equal(film.tokens.size, 20)
})

test('a coupon that a person holds whom a limit hinders is not taken back', async (t) => {
  const { mika, ren, film, here } = await couponFixtures(t, { holding_limit: 1 })
  const batch = await numberCoupons(mika, film, [7, 8], FESTIVAL)
  const [first, second] = await codesOf(mika, batch.id)
  await ren.call(occupyCoupon, { id: first! })
  await here.call(claimCoupon, { id: second!, email: REN })
  const { items } = await mika.call(listClaims, { id: batch.id })
  equal((await ren.call(occupyCoupon, { id: second! })).status, 'occupied')

  equal((await mika.call(takeBackClaim, { id: items[0]!.id })).error?.code, 'coupon_claim_over')
  equal((await mika.call(listClaims, { id: batch.id })).total, 0)
})

test('ten take-backs at once take one back, and a repeat leaves a new claim', async (t) => {
  const { here, mika, ren, claim, id } = await claimed(t)
  const answers = await Promise.all(tenTimes(() => mika.call(takeBackClaim, { id })))
  deepEqual(countOutcomes(answers), { done: 1, coupon_claim_over: 9 })

  await here.call(claimCoupon, claim)
  equal((await mika.call(takeBackClaim, { id }, 'pressed once')).error, undefined)
  await here.call(claimCoupon, claim)
  equal((await mika.call(takeBackClaim, { id }, 'pressed once')).error, undefined)
  equal((await ren.call(occupyCarried, {})).coupon?.status, 'used') // the repeat left the new claim
})

test('a claim that is taken back while its person signs in is not handed over', async (t) => {
  const { here, ren, id, code } = await claimed(t)
  const { coupon, refused } = await whileLocked(here.app.db, {
    lock: sql`select from coupon where id = ${id} for no key update`,
    action: () => ren.call(occupyCarried, {}),
    change: (tx) =>
      sql`update coupon set status = 'valid', claimed_email = null, claimed_from = null,
        occupied_at = null where id = ${id}`.execute(tx),
  })
  deepEqual([coupon, refused], [null, null])
  equal((await here.call(claimCoupon, { id: code, email: 'kei@example.test' })).status, 'occupied')
})

test('a take-back that waits for the coupon’s lock finds it handed over', async (t) => {
  const { here, mika, id } = await claimed(t)
  const answer = await whileLocked(here.app.db, {
    lock: sql`select from coupon where id = ${id} for no key update`,
    action: () => mika.call(takeBackClaim, { id }),
    change: (tx) =>
      tx
        .updateTable('coupon')
        .set({ occupied_by: mika.account_id, claimed_email: null, claimed_from: null })
        .where('id', '=', id)
        .execute(),
  })
  equal(answer.error?.code, 'coupon_claim_over')
})

test('a claim of a revoked batch is taken back for good, and its number is free', async (t) => {
  const { here, mika, batch, claim, id, statusOf, ren } = await claimed(t)
  await mika.call(revokeBatch, { id: batch })

  const { expired, occupied } = await mika.call(takeBackClaim, { id })

  deepEqual([expired, occupied], [2, 0])
  equal((await here.call(claimCoupon, claim)).error?.code, 'coupon_expired')
  equal(await statusOf(ren, 7), 'not_listed')
})

test('a claim that was taken back gets no mail; points are taken back by the administrator', async (t) => {
  const { here, mika, sora, id } = await claimed(t)
  await mika.call(takeBackClaim, { id })
  const points = { name: 'Thank you', points: 500, count: 1, expires_at: EXPIRES_AT, ...FESTIVAL }
  const batch = await sora.call(createCoupons, points)
  const [code] = await codesOf(sora, batch.id)
  await here.call(claimCoupon, { id: code!, email: 'kei@example.test' })
  const { items } = await sora.call(listClaims, { id: batch.id })
  equal(items[0]!.number, null)
  equal((await sora.call(takeBackClaim, { id: items[0]!.id })).valid, 1)

  await here.call(claimCoupon, { id: code!, email: 'kei@example.test' })
  await sora.call(revokeBatch, { id: batch.id })
  const [again] = (await sora.call(listClaims, { id: batch.id })).items
  equal((await sora.call(takeBackClaim, { id: again!.id })).expired, 1)
  const audit = await sora.call(listAuditLog, { action: 'point_coupons' })
  deepEqual(
    audit.items.map(({ facts }) => [facts.action, facts.coupons]),
    [
      ['revoke', 1],
      ['issue', 1],
    ],
  )

  await travelTo(here, TEN_MINUTES)
  await here.app.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await here.app.runDueJobs()
  deepEqual([await here.inbox(REN), await here.inbox('kei@example.test')], [[], []])
})
