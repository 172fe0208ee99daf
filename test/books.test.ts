import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { fail } from '#core/errors.ts'
import { armFailpoint } from '#core/failpoint.ts'
import { newestCheck } from '#src/finance/reconciliation/checks.ts'
import { lockBalances, post } from '#src/ledger/ledger.ts'
import { cancelPayout, requestPayout } from '#src/finance/payout/payout.shared.ts'
import { occupyCoupon } from '#src/sales/coupon/coupon.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { inTx } from '#core/database/db.ts'
import { registerBank } from './bank-accounts.ts'
import { assertBooksBalance } from './books.ts'
import {
  assertStatementMatchesBalance,
  type MarketFixtures,
  openMarket,
  settleEverything,
} from './market-fixtures.ts'
import type { Person } from './people.ts'
import { type Random, seededRandom } from './random.ts'
import { actions, performAny } from './random-actions.ts'
import { codesOf, pointCoupons } from './coupons.ts'
import { countDeadlocks } from './row-locks.ts'
import { createTitle } from './titles.ts'
import { countOutcomes, travelTo, type TestApp, testApp } from './test-app.ts'

const DAYS = Number(process.env.BOOKS_DAYS ?? 50) // of 32 actions at once
const SEED = Number(process.env.BOOKS_SEED ?? randomInt(2 ** 31))
const AT_ONCE = 32
const DAY_MS = 86_400_000
const COUPON = 300 // points

/** Failpoints at which a request or job fails: its changes are rolled back, or its reply is lost. */
const BREAKS = [
  'purchase.placing',
  'purchase.reserved',
  'purchase.settled',
  'purchase.canceled',
  'checkout.opened',
  'checkout.stored',
  'webhook.read',
  'webhook.stored',
  'purchase.settling',
  'purchase.paid',
  'purchase.refunding',
  'purchase.refunded',
]

/** Actions that need luck or time; `random-deals.test.ts` sees them happen. */
const RARE = /a proposed trade$|a download$|free rental$|free copy$|a loan$|start a rental$/

test('MN-01 after random actions at once the books balance and nobody is in debt', async (t) => {
  t.diagnostic(`BOOKS_SEED=${SEED} BOOKS_DAYS=${DAYS}`)
  t.after(() => armFailpoint(undefined, () => {}))
  const market = await openMarket(await testApp(t, { now: new Date('2030-01-10T03:00:00Z') }))
  const { here, people } = market
  const done = new Map<string, number>()
  const wanted = Object.keys(actions).filter((name) => !RARE.test(name))
  const isOver = (day: number) =>
    day >= DAYS && (wanted.every((name) => done.has(name)) || day >= 3 * DAYS)

  for (let day = 0; !isOver(day); day++) {
    const random = seededRandom(SEED, day)
    armRandomFailpoint(random)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) =>
        performAny(Object.keys(actions), market, seededRandom(SEED, day, i), done),
      ),
    )
    armFailpoint(undefined, () => {})
    await advanceClock(market, random, day)
  }

  t.diagnostic(JSON.stringify(Object.fromEntries(done)))
  await settleEverything(here)
  await assertBooksBalance(here.app.db)
  for (const who of people) await assertStatementMatchesBalance(who)
  await here.run('books.check')
  for (const kind of ['self', 'card'] as const)
    deepEqual((await newestCheck(here.app.db, kind))!.differences, [], `${kind}, seed ${SEED}`)
  for (const name of wanted) ok(done.has(name), `nobody could ${name}, seed ${SEED}`)
})

/** Arms a random failpoint on a third of the days; it fails every other time. */
function armRandomFailpoint(random: Random) {
  if (random(3) > 0) return
  armFailpoint(BREAKS[random(BREAKS.length)], () => {
    if (random(2) === 0) fail('unavailable')
  })
}

/** Advances the clock by minutes or weeks and runs the jobs that are due by then. */
async function advanceClock({ here, banked }: MarketFixtures, random: Random, day: number) {
  const days = random(3) === 0 ? random(40) : 0
  await travelTo(here, new Date(here.clock.now.getTime() + days * DAY_MS + random(1_200) * 1_000))
  const jobs = [
    'payout.end_lots',
    'purchase.expire_holds',
    'payout.warn_of_deadlines',
    'books.look_for_payments',
    'purchase.sweep_owed',
    'books.check',
    'payout.request_monthly',
    'rental.end',
    'listing.end_secondary',
    'trade.end_offers',
    'gift.look_after',
    'trade.end_proposals',
    'download.look_after',
  ]
  const due = [jobs[random(jobs.length)]!, jobs[random(jobs.length)]!, 'trade.find']
  await Promise.all(due.map((job) => here.run(job)))
  const account_number = String(1_000_000 + random(9_000_000))
  if (day % 20 === 19) await registerBank(here, banked[random(5)]!, { account_number })
  if (day % 10 === 9) await assertBooksBalance(here.app.db)
}

test('MN-01 purchases, payouts, points and a coupon on one balance at once never make it negative', async (t) => {
  const here = await testApp(t, { now: new Date('2030-01-10T03:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = await Promise.all([here.person('Ren'), here.person('Aoi')])
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await registerBank(here, ren)
  const film = await createTitle(here, mika, { copies: 100, price: 1_000 })
  for (let round = 0; round < 20; round++) {
    await travelTo(here, new Date(Date.UTC(2030, 6 * round, 10, 3)))
    await addEarnings(here, ren, 2_700)
    // Earnings and points left from the round before expire now.
    const number = 1 + round * 5
    const expires_at = addSeconds(here.clock.now, 3_600).toISOString()
    const { id } = await pointCoupons(sora, COUPON, 1, expires_at)
    const [code] = await codesOf(sora, id)
    const taking = [ren, aoi].map((who) => who.call(occupyCoupon, { id: code! }))
    const answers = await Promise.all([
      ...[0, 1, 2].map((i) => ren.call(purchaseForFree, film.order(number + i, 1_000))),
      ren.call(purchaseSerial, film.order(number + 3, 700)),
      ...[1_000, 1_100].map((amount) => ren.call(requestPayout, { amount })),
      here.run('payout.end_lots').then(() => undefined),
      ren.call(purchaseSerial, film.order(number + 4, 450)),
      here.run('payout.end_lots').then(() => undefined),
    ])
    deepEqual(
      answers.filter((answer) => answer?.error?.code === 'bug'),
      [],
    )
    const taken = countOutcomes(await Promise.all(taking))
    deepEqual(taken, { done: 1, coupon_already_used: 1 })
    equal((await giftsOfCoupons(here)).length, round + 1)
    const payout = answers.find((answer) => answer && 'cancelable_until' in answer)
    if (payout && 'id' in payout && round % 2 === 0) await ren.call(cancelPayout, { id: payout.id })
    await assertBooksBalance(here.app.db)
    await assertStatementMatchesBalance(ren)
  }
  equal(await countDeadlocks(here.app.db), 0)
})

const giftsOfCoupons = ({ app }: TestApp) =>
  app.db.selectFrom('ledger_transfer').select('amount').where('reason', '=', 'coupon').execute()

const addEarnings = ({ app, clock }: TestApp, { account_id }: Person, amount: number) =>
  inTx(app, async (tx) => {
    const sides = { debit: { kind: 'opening' }, credit: { account_id, kind: 'sales' } } as const
    const transfer = { ...sides, amount, reason: 'opening', subject_id: account_id } as const
    await post(tx, await lockBalances(tx, [account_id]), [transfer], clock.now)
  })
