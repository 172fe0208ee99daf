import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { codesOf, numberCoupons, pointCoupons } from '../../../test/coupons.ts'
import { captureLog } from '../../../test/log-capture.ts'
import { createTitle } from '../../../test/titles.ts'
import { countOutcomes, tenTimes, travelTo, testApp } from '../../../test/test-app.ts'
import { codeHash, codeOf } from './code.ts'
import { getBatch, getCoupon, occupyCoupon } from './coupon.shared.ts'

/** Starts an app with a film by Mika and a reader. */
async function secrecyFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 3 })
  return { here, mika, ren, film }
}

test('hostile codes are refused as unknown coupons or invalid input', async (t) => {
  const { ren } = await secrecyFixtures(t)
  const codes = [
    '-',
    '%',
    '0',
    "' or 1=1 --",
    '../../x',
    '🎟️',
    'ＯＯＯＯ',
    '%00',
    'a'.repeat(101),
    'U'.repeat(16),
    '<script>',
    '\u202e',
    'batches',
    '?code=1',
    '#',
    'null',
  ]
  for (const id of codes) {
    const answer = await ren.call(getCoupon, { id })
    match(answer.error!.code, /^(coupon_invalid|input_invalid)$/, id)
  }
})

test('after twenty wrong codes in an hour an account waits to try more, but a valid code is always taken', async (t) => {
  const { here, mika, ren, film } = await secrecyFixtures(t)
  const aoi = await here.person('Aoi')
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [1])).id)
  const guess = (i: number) => ren.call(getCoupon, { id: `0000 ${i}` })

  const atOnce = countOutcomes(await Promise.all(tenTimes(guess)))
  for (let i = 0; i < 10; i++) equal((await guess(i)).error?.code, 'coupon_invalid')

  deepEqual(atOnce, { coupon_invalid: 10 })
  deepEqual(countOutcomes(await Promise.all(tenTimes(guess))), { too_many_requests: 10 })
  equal((await aoi.call(getCoupon, { id: '0000' })).error?.code, 'coupon_invalid')
  equal((await ren.call(occupyCoupon, { id: code! })).status, 'used')
  await travelTo(here, '2030-01-01T01:00:01Z')
  equal((await guess(0)).error?.code, 'coupon_invalid')
  await travelTo(here, '2030-01-01T02:00:02Z')
  await here.run('coupon.expire')
  deepEqual(await here.app.db.selectFrom('coupon_try').selectAll().execute(), [])
})

test('hundreds of wrong codes from one network close it for nobody', async (t) => {
  const { here, mika, ren, film } = await secrecyFixtures(t)
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [1])).id)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const guesses = people.flatMap((who) => tenTimes((i) => who.call(getCoupon, { id: `000${i}` })))
  deepEqual(countOutcomes(await Promise.all(guesses)), { coupon_invalid: 100 })
  equal((await ren.call(getCoupon, { id: '1' })).error?.code, 'coupon_invalid')
  equal((await ren.call(occupyCoupon, { id: code! })).status, 'used')
})

test('the database holds no code, not even in stored replies', async (t) => {
  const { here, mika, ren, film } = await secrecyFixtures(t)
  const { id } = await numberCoupons(mika, film, [1])
  const [code] = await codesOf(mika, id)
  await ren.call(occupyCoupon, { id: code! })
  const kept = await Promise.all(
    (['coupon', 'coupon_batch', 'coupon_try', 'request', 'event', 'provenance_event'] as const).map(
      (table) => here.app.db.selectFrom(table).selectAll().execute(),
    ),
  )
  const text = JSON.stringify(kept).toUpperCase()
  ok(!text.includes(code!) && !text.includes(code!.replaceAll('-', '')))
  const { items } = await mika.call(getBatch, { id })
  deepEqual([items[0]!.code.slice(4), items[0]!.address], ['-••••-••••-••••', null])
})

test('a code is not logged when the server fails', async (t) => {
  const { here, mika, ren, film } = await secrecyFixtures(t)
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [1])).id)
  await here.app.pool.query('alter table coupon rename code_hash to gone')
  const lines = captureLog(t)

  equal((await ren.call(occupyCoupon, { id: code! })).error?.code, 'bug')

  match(lines.join('\n'), /"path":"\/api\/2\.0\/coupons\/…\/occupations"/)
  doesNotMatch(lines.join('\n'), new RegExp(code!.slice(0, 9)))
})

test('a code is 80 bits derived from coupon and SECRET; its hash ignores how it is typed', () => {
  const [secret, other] = ['a'.repeat(64), 'b'.repeat(64)]
  const code = codeOf(secret, 'one')
  equal(codeOf(secret, 'one'), code)
  const codes = [code, codeOf(secret, 'two'), codeOf(other, 'one')]
  equal(new Set(codes).size, 3)
  equal(codeHash(secret, code), codeHash(secret, ` ${code.toLowerCase().replaceAll('-', '')}`))
  equal(new Set(codes.map((one) => codeHash(secret, one))).size, 3)
  const figures = Array.from({ length: 2_000 }, (_, i) => codeOf(secret, String(i))).join('')
  equal(new Set(figures.replaceAll('-', '')).size, 32)
})

test('the preview shows points and the title, but a drawn number only once it is taken', async (t) => {
  const { here, mika, ren, film } = await secrecyFixtures(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { id } = await numberCoupons(mika, film, [1, 2, 3], { drawn: true })
  const [code] = await codesOf(mika, id)
  deepEqual(
    (await mika.call(getBatch, { id })).items.map(({ number }) => number),
    [null, null, null],
  )
  const { gives } = await ren.call(getCoupon, { id: code! })
  deepEqual([gives.kid, gives.number, gives.points], [film.kid, null, null])
  const taken = await ren.call(occupyCoupon, { id: code! })
  ok([1, 2, 3].includes(taken.gives.number!))
  const [points] = await codesOf(sora, (await pointCoupons(sora, 300)).id)
  equal((await ren.call(getCoupon, { id: points! })).gives.points, 300)
})
