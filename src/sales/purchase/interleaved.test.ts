import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addSeconds } from '#core/clock.ts'
import { controlProvider, payAt, releaseUnasked } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { type Random, seededRandom, shuffled, sizeOf } from '../../../test/random.ts'
import { cardDifferences, platformAccount } from '../../../test/disputes.ts'
import type { Person } from '../../../test/people.ts'
import { orderSeveral, createTitle, type Title } from '../../../test/titles.ts'
import { testApp, type TestApp } from '../../../test/test-app.ts'
import { lookAt } from './pay.ts'
import { cancelPurchase, purchaseSerial } from './purchase.shared.ts'
import { refund } from './refund.ts'
import { expire } from './release.ts'

const ORDERS = sizeOf(200, 1_000)
const SEED = Number(process.env.INTERLEAVED_SEED ?? randomInt(2 ** 31))
const AT_ONCE = 10
const PRICE = 1_000
const LATE_MS = 12 // the longest delay of an action

test('cancel, expiry and payment at once, many times: paid and settled, or free and not charged, or refunded', async (t) => {
  t.diagnostic(`INTERLEAVED_SEED=${SEED}`)
  const here = await testApp(t)
  const creator = await here.person('Mika', { role: 'ORH' })
  const buyers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) => here.person(`P${i}`, { balance: 100_000 })),
  )
  await controlProvider(here, { do: 'pause' }) // the test delivers payments itself
  const ended = new Map<string, number>()
  let charged = 0
  for (let round = 0; round < ORDERS / AT_ONCE; round++) {
    const film = await createTitle(here, creator, { copies: AT_ONCE * 3, price: PRICE })
    const placed = await Promise.all(
      buyers.map((buyer, i) => orderOf(film, buyer, i, seededRandom(SEED, round, i))),
    )
    const outcomes = await Promise.all(placed.map((order) => race(here, film, order)))
    for (const { end, kept } of outcomes) {
      ended.set(end, (ended.get(end) ?? 0) + 1)
      charged += kept
    }
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(ended)))
  deepEqual([...ended.keys()].toSorted(), ['free', 'refunded', 'settled'])
  equal(await platformAccount(here, 'card'), -charged)
  deepEqual(await cardDifferences(here), [])
})

type Placed = Awaited<ReturnType<typeof orderOf>>

/** Places an order of one copy or of three. */
async function orderOf(film: Title, buyer: Person, i: number, dice: Random) {
  const numbers = [1, 2, 3].slice(0, dice(2) === 0 ? 1 : 3).map((copy) => i * 3 + copy)
  const reply = await buyer.call(purchaseSerial, orderSeveral(film, numbers, dice(2) * 50))
  equal(reply.error, undefined)
  const { purchase_id, id: checkout_id, url } = reply
  return { buyer, numbers, purchase_id, checkout_id, url, dice }
}

/** Starts everything that can end an order, each a few milliseconds before or after the others. */
async function race(here: TestApp, film: Title, order: Placed) {
  const { buyer, numbers, purchase_id, checkout_id, url, dice } = order
  const now = here.app.jobCtx('test')
  const late = { ...now, now: addSeconds(here.clock.now, 901) }
  const actions = shuffled<() => Promise<unknown>>(
    [
      () => payAt(url, CARDS.pays),
      () => lookAt(now, { checkout_id }),
      () =>
        dice(2) === 0
          ? buyer.call(cancelPurchase, { kid: film.kid, serial_number: numbers[0]! })
          : releaseUnasked(here, order, buyer),
      () => (dice(10) === 0 ? expire(late) : Promise.resolve()), // ends all holds there are
    ].filter((_, action) => action < 2 || dice(4) > 0),
    dice,
  )
  await Promise.all(actions.map((action) => sleep(dice(LATE_MS)).then(() => action())))
  await lookAt(now, { checkout_id }) // the provider repeats its event
  await expire(late)
  await refund(now, { id: purchase_id })
  return endOf(here, order)
}

async function endOf({ app, integrations }: TestApp, order: Placed) {
  const copies = await app.db
    .selectFrom('purchase')
    .innerJoin('serial', 'serial.asset_token_id', 'purchase.asset_token_id')
    .select(['purchase.status', 'owner'])
    .where('order_id', '=', order.purchase_id)
    .execute()
  equal(copies.length, order.numbers.length)
  const seen = new Set(
    copies.map(({ status, owner }) => `${status} ${owner === order.buyer.account_id}`),
  )
  equal(seen.size, 1, [...seen].join())
  const [state] = seen
  const checkout = await integrations.card.getCheckout(order.checkout_id)
  const kept = checkout.paid ? checkout.amount : 0
  if (state === 'settled true' && checkout.paid) return { end: 'settled', kept }
  if (state === 'refunded false' && checkout.paid) return { end: 'refunded', kept: 0 }
  ok(/^(canceled|expired) false$/.test(state!) && !checkout.paid, `${state} ${kept}`)
  return { end: 'free', kept: 0 }
}
