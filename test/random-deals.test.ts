import { equal, ok } from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { assertBooksBalance } from './books.ts'
import {
  assertStatementMatchesBalance,
  type MarketFixtures,
  openMarket,
  settleEverything,
} from './market-fixtures.ts'
import { assertOneDealEach, assertOwnersFollow } from './ownership.ts'
import { pick, type Random, seededRandom, sizeOf } from './random.ts'
import { actions, performAny } from './random-actions.ts'
import { countDeadlocks } from './row-locks.ts'
import { countOutcomes, tenTimes, type TestApp, testApp, travelTo } from './test-app.ts'

const SEEDS = sizeOf(2, 20)
const ACTIONS = sizeOf(200, 600) // with each seed
const DONE_AT_LEAST = 5_000 // over all seeds
const AT_ONCE = 10
const COPIES = 20 // few, so that people want the same ones
const DAY_MS = 86_400_000
const FIRST_SEED = Number(process.env.DEALS_SEED ?? randomInt(2 ** 31))

/** What people do with copies: all but payouts, the files of the bank and the provider's events. */
const DEALS = Object.keys(actions).filter((name) => !/payout|bank|event/.test(name))
/** Actions that need several others before, so they are tried more often. */
const TRADES_AND_GIFTS = DEALS.filter((name) =>
  /trade|gift|free copy|free rental|for free|loan|friend|want a/.test(name),
)
/** Actions that are possible for a short while only. */
const SELDOM = DEALS.filter((name) => /proposed trade|free copy/.test(name))
const CHANCES = [
  ...DEALS,
  ...TRADES_AND_GIFTS,
  ...TRADES_AND_GIFTS,
  ...Array.from({ length: 10 }, () => SELDOM).flat(),
]
const TRIES = 5 // for one action, because many are impossible at the moment
const JOBS = [
  'purchase.expire_holds',
  'purchase.sweep_owed',
  'rental.end',
  'listing.end_secondary',
  'trade.end_offers',
  'trade.end_proposals',
  'gift.look_after',
  'download.look_after',
  'free_rental.look_after',
  'loan.look_after',
]

test('TR-03 ST-06 after random trades, gifts, wishes, distributions, rentals and sales at once, each copy has one owner and one deal', async (t) => {
  t.diagnostic(`DEALS_SEED=${FIRST_SEED}, ${SEEDS} seeds of ${ACTIONS} actions`)
  const done = new Map<string, number>()
  for (let i = 0; i < SEEDS; i++)
    await t.test(`seed ${FIRST_SEED + i}`, (each) => deal(each, FIRST_SEED + i, done))
  t.diagnostic(JSON.stringify(Object.fromEntries(done)))
  const total = [...done.values()].reduce((sum, count) => sum + count, 0)
  t.diagnostic(`${total} actions succeeded`)
  const never = DEALS.filter((name) => !done.has(name))
  ok(SEEDS < 20 || total >= DONE_AT_LEAST, `only ${total} actions succeeded`)
  ok(never.length <= (SEEDS < 20 ? DEALS.length / 2 : 0), `nobody could ${never.join(', ')}`)
})

async function deal(t: TestContext, seed: number, done: Map<string, number>) {
  const here = await testApp(t, { now: new Date('2030-01-10T03:00:00Z') })
  const market = await openMarket(here, COPIES)
  const { db } = here.app
  const change = { version: 0, reason: 'trades with yen', trade_top_up_enabled: true }
  equal((await market.sora.call(changeSettings, change)).error, undefined)
  const [, ...buyers] = market.people
  const bought = buyers.map((who, i) => who.call(purchaseForFree, market.film.order(i + 1, 1_000)))
  equal(countOutcomes(await Promise.all(bought)).done, buyers.length)
  for (let round = 0; round < ACTIONS / AT_ONCE; round++) {
    await Promise.all(tenTimes((i) => tryActions(market, seededRandom(seed, round, i), done)))
    await passTime(here, seededRandom(seed, round))
    await assertOneDealEach(db)
    await assertOwnersFollow(db)
    await assertBooksBalance(db)
  }
  await settleEverything(here)
  await assertOwnersFollow(db)
  for (const who of market.people) await assertStatementMatchesBalance(who)
  const topUps = db.selectFrom('purchase').select('id').where('deal', '=', 'top_up')
  t.diagnostic(`${(await topUps.execute()).length} trades with yen`)
  equal(await countDeadlocks(db), 0)
}

/** Tries random actions until one is not refused. */
async function tryActions(market: MarketFixtures, random: Random, done: Map<string, number>) {
  for (let tries = 0; tries < TRIES; tries++)
    if (await performAny(CHANCES, market, random, done)) return
}

/** Advances the clock by minutes, or by days one time in eight, and runs jobs that are due by then. */
async function passTime(here: TestApp, random: Random) {
  const days = random(8) === 0 ? 1 + random(8) : 0
  await travelTo(here, new Date(here.clock.now.getTime() + days * DAY_MS + random(900) * 1_000))
  const due = ['trade.find', pick(JOBS, random), pick(JOBS, random)]
  await Promise.all(due.map((job) => here.run(job)))
}
