import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { addSeconds } from '#core/clock.ts'
import { controlProvider, payAt, releaseUnasked } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { type Random, seededRandom, shuffled, sizeOf } from '../../../test/random.ts'
import { cardDifferences, openDispute, paymentIntentOf } from '../../../test/disputes.ts'
import type { Person } from '../../../test/people.ts'
import { orderSeveral, createTitle, type Title } from '../../../test/titles.ts'
import { waitUntil, testApp, type TestApp } from '../../../test/test-app.ts'
import { cancelPurchase, purchaseSerial } from './purchase.shared.ts'

const SEEDS = sizeOf(4, 20)
const FIRST_SEED = Number(process.env.SHUFFLED_SEED ?? randomInt(2 ** 31))
const EVENTS = 500 // per seed
const ORDERS = 6 // per cast
const AT_ONCE = 8
const PRICE = 1_000

/** A creator, two buyers, and what happens to their orders while webhooks are paused. */
interface Cast {
  people: Person[]
  film: Title
  orders: { purchase_id: string; id: string; ends: string }[]
}

/** The ways in which an order can end at the provider before the app learns of it. */
const ends = [
  'paid',
  'paid',
  'tried',
  'left',
  'expired',
  'canceled',
  'paid late',
  'paid late and disputed',
  'disputed',
  'won',
  'lost',
  'lost',
  'won and then lost',
  'lost and then won',
] as const

test('shuffled, repeated and late events leave the same state as each once and in order', async (t) => {
  const here = await testApp(t)
  const value = JSON.stringify({ holds_per_person: 100 })
  await here.app.db.insertInto('setting').values({ value, reason: 'test' }).execute()
  const pairs: { seed: number; told: Cast; shuffled: Cast }[] = []
  const late: object[] = [] // events for after the holds have ended
  let delivered = 0
  t.diagnostic(`SHUFFLED_SEED=${FIRST_SEED}`)
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
    await controlProvider(here, { do: 'pause' })
    const firstEnd = (seed - FIRST_SEED) * ORDERS
    const told = await cast(here, `T${seed}`, seededRandom(seed), firstEnd)
    const inOrder = await eventsSince(here)
    await deliver(here, inOrder, 1)
    const other = await cast(here, `S${seed}`, seededRandom(seed), firstEnd)
    const dice = seededRandom(seed, 1)
    const fresh = await eventsSince(here)
    const again = Array.from({ length: EVENTS - fresh.length }, () => fresh[dice(fresh.length)]!)
    const events = shuffled([...fresh, ...again], dice)
    const onTime = Math.floor(events.length * 0.8)
    await deliver(here, events.slice(0, onTime), AT_ONCE)
    late.push(...events.slice(onTime))
    delivered += events.length
    pairs.push({ seed, told, shuffled: other })
  }
  ok(delivered >= SEEDS * EVENTS)
  await comesToRest(here, late)

  for (const { seed, ...casts } of pairs)
    deepEqual(await stateOf(here, casts.shuffled), await stateOf(here, casts.told), `seed ${seed}`)
  deepEqual(await cardDifferences(here), [])
  equal(new Set(pairs.flatMap(({ told }) => told.orders.map((one) => one.ends))).size, 12)
})

/** Returns the events announced since the last call, oldest first. */
const looked = new WeakMap<TestApp, number>()
async function eventsSince(here: TestApp): Promise<object[]> {
  const { events } = await controlProvider(here, {})
  const from = looked.get(here) ?? 0
  looked.set(here, events.length)
  return events
    .slice(from)
    .map(({ id, type, created, object }) => ({ id, type, created, data: { object } }))
}

/** Delivers events to the app, signed like the provider's, one by one or several at a time. */
async function deliver({ app, config }: TestApp, events: object[], atOnce: number) {
  const { webhookSecret: secret } = config.emulatorKeys!.card
  const { webhooks } = new Stripe('sk_test')
  for (let from = 0; from < events.length; from += atOnce) {
    const answers = events.slice(from, from + atOnce).map(async (event) => {
      const body = JSON.stringify(event)
      const signature = webhooks.generateTestHeaderString({ payload: body, secret })
      const headers = { 'stripe-signature': signature }
      return app.hono.request('/api/2.0/webhooks/stripe', { method: 'POST', body, headers })
    })
    for (const { status } of await Promise.all(answers)) equal(status, 200)
  }
}

/** Makes a cast whose orders end as `ends` says, beginning with the one at `firstEnd`. */
async function cast(here: TestApp, name: string, dice: Random, firstEnd: number): Promise<Cast> {
  const creator = await here.person(`${name}-M`, { role: 'ORH' })
  const buyers = await Promise.all(
    ['A', 'B'].map((letter) => here.person(`${name}-${letter}`, { balance: 1_000, points: 500 })),
  )
  const film = await createTitle(here, creator, { copies: ORDERS * 3, price: PRICE })
  const orders: Cast['orders'] = []
  for (let i = 0; i < ORDERS; i++) {
    const numbers = [0, 1, 2].slice(0, dice(3) === 0 ? 3 : 1).map((copy) => 1 + i * 3 + copy)
    const wish = { buyer: buyers[dice(2)]!, numbers, balance: dice(2) * 100 }
    orders.push(await orderOf(here, film, wish, ends[(firstEnd + i) % ends.length]!))
  }
  return { people: [creator, ...buyers], film, orders }
}

async function orderOf(
  here: TestApp,
  film: Title,
  { buyer, numbers, balance }: { buyer: Person; numbers: number[]; balance: number },
  end: (typeof ends)[number],
) {
  const reply = await buyer.call(purchaseSerial, orderSeveral(film, numbers, balance))
  equal(reply.error, undefined)
  const { purchase_id, id, url } = reply
  const order = { purchase_id, id, ends: end }
  if (end === 'tried') await payAt(url, CARDS.declined)
  if (end === 'expired') await here.integrations.card.expireCheckout(id)
  if (end === 'left' || end === 'expired') return order
  if (end !== 'canceled') await payAt(url, CARDS.pays)
  if (/disputed|won|lost/.test(end)) {
    const dispute = await openDispute(here, await paymentIntentOf(here, order))
    for (const [word] of end.matchAll(/won|lost/g))
      await controlProvider(here, { do: word === 'won' ? 'win' : 'lose', dispute })
  }
  if (end.startsWith('paid late')) await releaseUnasked(here, order, buyer)
  if (end === 'canceled')
    await buyer.call(cancelPurchase, { kid: film.kid, serial_number: numbers[0]! })
  return order
}

/** Waits until no job is left, ends holds, and delivers the events that this caused. */
async function comesToRest(here: TestApp, late: object[]) {
  await drained(here)
  here.clock.now = addSeconds(here.clock.now, 1_000)
  for (let rounds = 0; rounds < 40; rounds++) {
    const held = await here.app.db
      .selectFrom('purchase')
      .select('id')
      .where('status', '=', 'reserved')
      .limit(1)
      .execute()
    if (held.length === 0) break
    await here.run('purchase.expire_holds')
  }
  await deliver(here, late, AT_ONCE)
  await controlProvider(here, { do: 'resume' })
  await drained(here)
}

const drained = ({ app }: TestApp) =>
  waitUntil(
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from graphile_worker._private_jobs
        where run_at <= now() and attempts < max_attempts
      `.execute(app.db)
      return rows[0]!.n
    },
    (n) => n === 0,
    60,
  )

/** Describes who owns what, in words that are the same for every cast. */
async function stateOf({ app }: TestApp, { people, film, orders }: Cast) {
  const accounts = people.map(({ account_id }) => account_id)
  const nameOf = (id: string) => ['creator', 'A', 'B'][accounts.indexOf(id)]
  const balances = await app.db
    .selectFrom('ledger_account')
    .select(['account_id', 'kind', 'balance'])
    .where('account_id', 'in', accounts)
    .execute()
  const copies = await app.db
    .selectFrom('serial')
    .select(['number', 'owner', 'frozen_at'])
    .where('kid', '=', film.kid)
    .orderBy('number')
    .execute()
  const { rows } = await sql<{ order_id: string; status: string; dispute: string | null }>`
    select purchase.order_id, string_agg(purchase.status, ' ') as status,
      min(dispute.status) as dispute
    from purchase left join dispute using (order_id)
    where kid = ${film.kid} group by purchase.order_id
  `.execute(app.db)
  const byOrder = new Map(rows.map((row) => [row.order_id, [row.status, row.dispute]]))
  return {
    balances: balances
      .map(({ account_id, kind, balance }) => `${nameOf(account_id!)} ${kind} ${balance}`)
      .toSorted(),
    copies: copies.map(({ owner, frozen_at }) => [nameOf(owner), frozen_at !== null]),
    orders: orders.map((order) => [order.ends, byOrder.get(order.purchase_id)]),
  }
}
