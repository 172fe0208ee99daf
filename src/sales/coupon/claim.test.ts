import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { caller } from '../../../test/call.ts'
import {
  codesOf,
  couponFixtures,
  EXPIRES_AT,
  numberCoupons,
  pointCoupons,
  stepsOf,
} from '../../../test/coupons.ts'
import { moveTo } from '../../../test/moves.ts'
import { openLossyProxy } from '../../../test/lossy-proxy.ts'
import { seededRandom } from '../../../test/random.ts'
import type { Person } from '../../../test/people.ts'
import { countOutcomes, tenTimes, travelTo, waitUntil } from '../../../test/test-app.ts'
import { createTitle, type Title } from '../../../test/titles.ts'
import {
  claimCoupon,
  createCoupons,
  getDesk,
  listCoupons,
  occupyCarried,
  occupyCoupon,
} from './coupon.shared.ts'

const FESTIVAL = { festival: true }
const REN = 'ren@example.test'
const TEN_MINUTES = '2030-01-01T00:10:00.000Z'

test('MN-13 a festival’s code is claimed with an address, and handed over when that person signs in', async (t) => {
  const { here, mika, ren, aoi, film, statusOf } = await couponFixtures(t)
  const { id } = await numberCoupons(mika, film, [7, 8], FESTIVAL)
  const [code] = await codesOf(mika, id)
  const claim = { id: code!, email: ' REN@example.test ' }

  const claimed = await here.call(claimCoupon, claim)

  deepEqual([claimed.status, claimed.email, claimed.gives.number], ['occupied', REN, 7])
  equal(await statusOf(aoi, 7), 'reserved_for_another')
  const counts = async () => {
    const { batch, latest } = await mika.call(getDesk, { id })
    return [batch.used, batch.occupied, batch.valid, latest.map(({ number }) => number)]
  }
  deepEqual(await counts(), [0, 1, 1, [7]])
  equal((await aoi.call(occupyCoupon, { id: code! })).error?.code, 'coupon_occupied')
  equal((await aoi.call(occupyCarried, {})).coupon, null)
  const { items } = await ren.call(listCoupons, {})
  deepEqual([items.length, items[0]!.status], [1, 'occupied'])

  const answers = await Promise.all(tenTimes(() => ren.call(occupyCarried, {}, 'one key')))
  const { coupon } = await ren.call(occupyCarried, {}, 'one key')

  for (const answer of answers) deepEqual(answer.coupon, coupon)
  deepEqual([coupon?.status, coupon?.gives.number, coupon?.hindered_by], ['used', 7, null])
  deepEqual(await counts(), [1, 0, 1, [7]])
  equal((await ren.call(occupyCarried, {})).coupon, null)
  const steps = ['new valid', 'valid occupied', 'occupied occupied', 'occupied used']
  deepEqual(await stepsOf(here, coupon!.id), steps)
  equal((await here.call(claimCoupon, claim)).error?.code, 'coupon_already_used')
})

test('a creator’s claim of their own code does not keep gifts of others', async (t) => {
  const { here, mika, aoi, film } = await couponFixtures(t)
  const song = await createTitle(here, aoi, { copies: 1 })
  const codeFor = async (who: Person, title: Title) =>
    (await codesOf(who, (await numberCoupons(who, title, [1], FESTIVAL)).id))[0]!
  for (const id of [await codeFor(mika, film), await codeFor(aoi, song)]) {
    await here.call(claimCoupon, { id, email: mika.email })
    await travelTo(here, TEN_MINUTES)
  }
  const { coupon } = await mika.call(occupyCarried, {})
  deepEqual([coupon?.status, coupon?.gives.kid], ['used', song.kid])
})

test('a claim from the same browser corrects the address, and from another one is refused', async (t) => {
  const { here, mika, ren, aoi, film } = await couponFixtures(t)
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [7], FESTIVAL)).id)
  const as = (email: string) => ({ id: code!, email })
  await here.call(claimCoupon, as('wren@example.test'), 'phone')

  equal((await here.call(claimCoupon, as(aoi.email), 'another')).error?.code, 'coupon_occupied')
  equal((await here.call(claimCoupon, as(REN), 'phone')).email, REN)
  equal((await aoi.call(occupyCarried, {})).coupon, null)
  equal((await ren.call(occupyCarried, {})).coupon?.status, 'used')
  equal((await here.call(claimCoupon, as(REN), 'phone')).error?.code, 'coupon_already_used')
})

test('MN-13 of a hundred people who claim one code at once one gets it, and a repeat counts once', async (t) => {
  const { here, mika, film } = await couponFixtures(t)
  const batch = await numberCoupons(mika, film, [1, 2], FESTIVAL)
  const [one, other] = await codesOf(mika, batch.id)
  const people = Array.from({ length: 100 }, (_, i) => `p${i}@example.test`)
  const claims = people.map((email) => here.call(claimCoupon, { id: one!, email }))
  deepEqual(countOutcomes(await Promise.all(claims)), { done: 1, coupon_occupied: 99 })

  const repeat = () => here.call(claimCoupon, { id: other!, email: REN }, 'the same phone')
  deepEqual(countOutcomes(await Promise.all(tenTimes(repeat))), { done: 10 })
  const claimed = here.app.db.selectFrom('event').select('id').where('act', '=', 'claim')
  equal((await claimed.execute()).length, 2)
})

test('only a festival’s codes are claimed, also those for points, and guests learn nothing of others', async (t) => {
  const { here, mika, ren, sora, film } = await couponFixtures(t)
  const [usual] = await codesOf(mika, (await numberCoupons(mika, film, [1])).id)
  for (const id of [usual!, '0000'])
    equal((await here.call(claimCoupon, { id, email: REN })).error?.code, 'coupon_invalid')

  const name = 'Thank you'
  const points = { name, points: 500, count: 1, expires_at: EXPIRES_AT, ...FESTIVAL }
  const [code] = await codesOf(sora, (await sora.call(createCoupons, points)).id)
  equal((await here.call(claimCoupon, { id: code!, email: REN })).gives.points, 500)
  equal(await ren.balance(), 0)
  equal((await ren.call(occupyCarried, {})).coupon?.status, 'used')
  equal(await ren.balance(), 500)
  equal((await pointCoupons(sora, 500)).festival, false)
})

test('a claim without a sign-in expires with its code, frees the copy and forgets the address', async (t) => {
  const { here, mika, ren, film, statusOf } = await couponFixtures(t)
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [7], FESTIVAL)).id)
  const claim = { id: code!, email: REN }
  await here.call(claimCoupon, claim)
  await travelTo(here, EXPIRES_AT)

  equal((await ren.call(occupyCarried, {})).coupon, null)
  equal((await here.call(claimCoupon, claim)).error?.code, 'coupon_expired')
  await here.run('coupon.expire')

  equal(await statusOf(ren, 7), 'not_listed')
  const kept = here.app.db.selectFrom('coupon').select(['status', 'claimed_email', 'claimed_from'])
  deepEqual(await kept.execute(), [{ status: 'expired', claimed_email: null, claimed_from: null }])
})

test('a mail reminds the address after ten minutes, unless its person has signed in', async (t) => {
  const { here, mika, ren, film } = await couponFixtures(t)
  const batch = await numberCoupons(mika, film, [1, 2], FESTIVAL)
  const [first, second] = await codesOf(mika, batch.id)
  await here.call(claimCoupon, { id: first!, email: REN })
  await here.call(claimCoupon, { id: second!, email: 'kei@example.test', lang: 'ja' })
  await ren.call(occupyCarried, {})
  equal((await here.inbox('kei@example.test')).length, 0)

  await travelTo(here, TEN_MINUTES)
  await here.app.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await here.app.runDueJobs()

  const [mail] = await waitUntil(
    () => here.inbox('kei@example.test'),
    ({ length }) => length > 0, // the app's own worker may have taken the job
  )
  deepEqual(await here.inbox(REN), [])
  match(mail!.subject, /No\.\s?2/)
  match(mail!.text, /\/login\?next=\/coupons\/occupations/)
})

test('two hundred festival scans over a bad network settle once each', async (t) => {
  const { here, mika, film } = await couponFixtures(t, { copies: 200 })
  const numbers = Array.from({ length: 200 }, (_, i) => i + 1)
  const { id } = await numberCoupons(mika, film, numbers, FESTIVAL)
  const codes = await codesOf(mika, id)
  const people = await Promise.all(codes.map((_, i) => here.person(`Visitor${i}`)))
  const random = seededRandom(200)
  const losses = { delay: 200, requests: 0.2, answers: 0.2, doubles: 0.15, random }
  const network = await openLossyProxy(t, here.url, losses)

  const scan = async (code: string, i: number) => {
    await pause(random(3_000)) // five minutes of arrivals, faster
    const { email, token } = people[i]!
    const guest = caller(network.url, {})
    const person = caller(network.url, { authorization: `Bearer ${token}` })
    const claim = await untilAnswered((key) => guest(claimCoupon, { id: code, email }, key))
    equal(claim.error, undefined)
    const { coupon } = await untilAnswered((key) => person(occupyCarried, {}, key))
    ok(coupon === null || coupon.status === 'used') // null: the lost answer had it
  }
  await Promise.all(codes.map(scan))

  const { lost, unanswered, doubled } = network.counts
  ok(Math.min(lost, unanswered, doubled) > 20, JSON.stringify(network.counts))
  const { batch } = await mika.call(getDesk, { id })
  deepEqual([batch.used, batch.occupied, batch.valid], [200, 0, 0])
  const owned = await here.app.db
    .selectFrom('serial')
    .innerJoin('account', 'account.id', 'owner')
    .select(['number', 'email'])
    .where('kid', '=', film.kid)
    .orderBy('number')
    .execute()
  deepEqual(
    owned,
    numbers.map((number, i) => ({ number, email: people[i]!.email })),
  )
})

/** Repeats a call with one `Idempotency-Key` until it is answered, as a page does. */
async function untilAnswered<T>(call: (key: string) => Promise<T>): Promise<T> {
  const key = randomUUID()
  for (;;)
    try {
      return await call(key)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // fetch without an answer
      await pause(50)
    }
}

test('the mail about a claimed code of a hidden title waits until it is shown again', async (t) => {
  const { here, mika, film } = await couponFixtures(t)
  const { id } = await numberCoupons(mika, film, [1], FESTIVAL)
  const [code] = await codesOf(mika, id)
  await here.call(claimCoupon, { id: code!, email: 'kei@example.test' })
  const hide = (hidden_at: string | null) =>
    here.app.db.updateTable('asset').set({ hidden_at }).where('kid', '=', film.kid).execute()
  const runAt = async (at: string) => {
    await travelTo(here, at)
    await here.app.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await here.app.runDueJobs()
  }
  await hide(TEN_MINUTES)
  await runAt(TEN_MINUTES)
  deepEqual(await here.inbox('kei@example.test'), [])
  await hide(null)
  await runAt('2030-01-01T01:10:00.000Z')
  const mails = () => here.inbox('kei@example.test')
  equal((await waitUntil(mails, ({ length }) => length > 0)).length, 1)
})

test('MN-13 RO-17 a claimed code goes along when its person changes their address', async (t) => {
  const { here, mika, film } = await couponFixtures(t)
  const [code, other] = await codesOf(mika, (await numberCoupons(mika, film, [7, 8], FESTIVAL)).id)
  for (const id of [code!, other!]) await here.call(claimCoupon, { id, email: 'kei@example.test' })
  const kei = await here.person('Kei')
  await moveTo(here, kei, 'kei@new.example')
  const next = await here.person('Next')
  await moveTo(here, next, 'kei@example.test')

  equal((await next.call(occupyCarried, {})).coupon, null)
  equal((await kei.call(listCoupons, {})).total, 2)
  equal((await kei.call(occupyCarried, {})).coupon?.status, 'used')
  const { items } = await kei.call(listCoupons, {})
  deepEqual(
    items.map(({ status }) => status),
    ['used', 'used'],
  )
})
