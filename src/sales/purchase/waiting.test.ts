import { deepEqual, equal, rejects } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { inTx, type Tx } from '#core/database/db.ts'
import { transition } from '#core/database/events.ts'
import { controlProvider, payAt, stateOf } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { createTitle } from '../../../test/titles.ts'
import { locksInOrder, whileLocked } from '../../../test/row-locks.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import { lockBalances, post } from '#src/ledger/ledger.ts'
import {
  delistSerials,
  listingTransitions,
  listSerialsForSale,
} from '#src/sales/listing/listing.shared.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { transferSerials, lockSerials } from '#src/catalog/serial/transfer.ts'
import { lockPeople } from './offers.ts'
import { lookAt } from './pay.ts'
import { refund } from './refund.ts'
import { cancelPurchase, purchaseForFree, purchaseSerial } from './purchase.shared.ts'
import { release } from './release.ts'

async function shop(t: TestContext, more: { holding_limit?: number; copies?: number } = {}) {
  const here = await testApp(t, { role: 'web' }) // without a worker, which could be faster than the test
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_500 })
  const film = await createTitle(here, mika, { copies: 2, ...more })
  const [listing_type, asset_token_ids] = ['sale' as const, [film.tokens.get(1)!]]
  await mika.call(listSerialsForSale, { listing_type, asset_token_ids, sale_price: 1_000 })
  await here.app.runDueJobs()
  const order = (balance = 1_000) => ({ ...film.order(1, balance), asset_sale_price: 1_000 })
  const copy = (number = 1) =>
    sql`select from serial where asset_token_id = ${film.tokens.get(number)} for no key update`
  return { here, db: here.app.db, mika, ren, film, order, copy }
}

const delisted = (tx: Tx) => sql`update listing set status = 'delisted'`.execute(tx)

test('a copy that is delisted while a buyer waits for its lock is not sold', async (t) => {
  const { db, ren, order, copy } = await shop(t)
  const action = () => ren.call(purchaseSerial, order(500))
  const answer = await whileLocked(db, { lock: copy(), action, change: delisted })
  equal(answer.error?.code, 'not_for_sale')
})

test('a copy received while a buyer waits counts towards the holding limit', async (t) => {
  const { here, db, ren, film, order } = await shop(t, { holding_limit: 1 })
  const answer = await whileLocked(db, {
    lock: sql`select from account where id = ${ren.account_id} for no key update`,
    action: () => ren.call(purchaseForFree, order()),
    change: (tx) =>
      transferSerials(
        tx,
        [{ asset_token_id: film.tokens.get(2)!, to: ren.account_id }],
        here.clock.now,
      ),
  })
  equal(answer.error?.code, 'max_holding_reached')
})

test('the limit of unpaid copies counts those of all titles, at once', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const films = await Promise.all(
    Array.from({ length: 14 }, () => createTitle(here, mika, { copies: 1, price: 1_000 })),
  )
  const answers = await Promise.all(films.map((film) => ren.call(purchaseSerial, film.order(1, 0))))
  deepEqual(countOutcomes(answers), { done: 10, too_many_holds: 4 })
})

test('money that leaves while a buyer waits for the balance lock is not spent again', async (t) => {
  const { here, db, ren, order } = await shop(t)
  const { account_id } = ren
  const answer = await whileLocked(db, {
    lock: sql`select from ledger_account where account_id = ${account_id} for no key update`,
    action: () => ren.call(purchaseForFree, order()),
    change: async (tx) => {
      const of = { amount: 700, reason: 'expire', subject_id: account_id } as const
      const sides = { debit: { account_id, kind: 'sales' }, credit: { kind: 'opening' } } as const
      await post(tx, await lockBalances(tx, [account_id]), [{ ...of, ...sides }], here.clock.now)
    },
  })
  equal(answer.error?.code, 'balance_not_enough')
})

test('a copy that changed hands while its former owner waited cannot be listed', async (t) => {
  const { here, db, mika, ren, film, copy } = await shop(t)
  const answer = await whileLocked(db, {
    lock: copy(2),
    action: () =>
      mika.call(listSerialsForSale, {
        listing_type: 'sale',
        asset_token_ids: [film.tokens.get(2)!],
        sale_price: 1_000,
      }),
    change: (tx) =>
      transferSerials(
        tx,
        [{ asset_token_id: film.tokens.get(2)!, to: ren.account_id }],
        here.clock.now,
      ),
  })
  equal(answer.error?.code, 'not_owner')
})

test('a copy that is delisted by two requests at once is delisted once', async (t) => {
  const { db, mika, film, copy } = await shop(t)
  const action = () => mika.call(delistSerials, { asset_token_ids: [film.tokens.get(1)!] })
  const answer = await whileLocked(db, { lock: copy(), action, change: delisted })
  equal(answer.error?.code, 'not_listed')
})

test('a transition that ten transactions try at once happens once', async (t) => {
  const { here, db } = await shop(t)
  const { id } = await db.selectFrom('listing').select('id').executeTakeFirstOrThrow()
  const step = { action: 'delist', by: 'platform', at: here.clock.now } as const
  const outcomes = await whileLocked(db, {
    lock: sql`select from listing for no key update`,
    action: () =>
      Promise.all(
        tenTimes(() => inTx(here.app, (tx) => transition(tx, listingTransitions, id, step))),
      ),
  })
  equal(outcomes.filter(Boolean).length, 1)
  const delistings = db.selectFrom('event').select('id').where('subject_id', '=', id)
  equal((await delistings.where('act', '=', 'delist').execute()).length, 1)
})

test('a purchase that is cancelled while its payment waits is refunded, not settled', async (t) => {
  const { here, db, ren, order, copy } = await shop(t)
  const reply = await ren.call(purchaseSerial, order(500))
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  const buyer = { by: 'buyer', account: ren.account_id } as const
  const time = () => here.clock.now

  await whileLocked(db, {
    lock: copy(),
    action: () => lookAt(here.app.jobCtx('test'), { checkout_id: reply.id }),
    change: async (tx) => {
      await sql`select from purchase for no key update nowait`.execute(tx)
      await release(tx, reply.purchase_id, { action: 'cancel', ...buyer }, time)
    },
  })

  await here.app.runDueJobs()
  deepEqual(await stateOf(here, reply), {
    status: 'refunded',
    captured: 500,
    refunded: 500,
    sold: false,
  })
})

test('a cancel waits for the lock of its copy', async (t) => {
  const { db, ren, film, order, copy } = await shop(t)
  await ren.call(purchaseSerial, order(500))
  const canceled = await whileLocked(db, {
    lock: copy(),
    action: () => ren.call(cancelPurchase, { kid: film.kid, serial_number: 1 }),
    change: (tx) => sql`select from purchase for no key update nowait`.execute(tx),
  })
  equal(canceled.status, 'canceled')
})

test('a late payment that two jobs refund at once goes back once', async (t) => {
  const { here, db, ren, order } = await shop(t)
  const reply = await ren.call(purchaseSerial, order(500))
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  const buyer = { by: 'buyer', account: ren.account_id } as const
  const time = () => here.clock.now
  await inTx(here.app, (tx) => release(tx, reply.purchase_id, { action: 'cancel', ...buyer }, time))
  const job = () => refund(here.app.jobCtx('test'), { id: reply.purchase_id })

  await lookAt(here.app.jobCtx('test'), { checkout_id: reply.id })
  await whileLocked(db, {
    lock: sql`select from purchase for no key update`,
    action: () => Promise.all([job(), job(), job()]),
    waiters: 3,
  })

  const end = await stateOf(here, reply)
  deepEqual(end, { status: 'refunded', captured: 500, refunded: 500, sold: false })
  equal((await db.selectFrom('event').where('act', '=', 'refund').select('id').execute()).length, 1)
})

test('a payment of another amount buys nothing and is left to the reconciliation', async (t) => {
  const { here, db, ren, order } = await shop(t)
  const reply = await ren.call(purchaseSerial, order(500))
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  const { card } = here.integrations
  const { getCheckout } = card
  card.getCheckout = async (id) => ({ ...(await getCheckout(id)), amount: 499 })

  await rejects(lookAt(here.app.jobCtx('test'), { checkout_id: reply.id }), { code: 'bug' })

  card.getCheckout = getCheckout
  const purchase = db.selectFrom('purchase').select('status').where('id', '=', reply.purchase_id)
  deepEqual(await purchase.execute(), [{ status: 'reserved' }])
})

test('an event that is delivered five times is processed once', async (t) => {
  const { here, ren, order } = await shop(t)
  const reply = await ren.call(purchaseSerial, order(500))
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  const { card } = here.integrations
  const { getCheckout } = card
  let looks = 0
  card.getCheckout = (id) => (looks++, getCheckout(id))
  const { events } = await controlProvider(here, {})
  const completed = events.find(({ type }) => type === 'checkout.session.completed')!.id

  await controlProvider(here, { do: 'deliver', events: Array.from({ length: 5 }, () => completed) })
  await here.app.runDueJobs()

  equal(looks, 1)
})

test('ten records of one copy at once are a chain of ten', async (t) => {
  const { here, db, film } = await shop(t)
  const change = {
    asset_token_id: film.tokens.get(2)!,
    kid: film.kid,
    number: 2,
    kind: 'download' as const,
    from: null,
    to: null,
    subject_id: film.kid,
  }
  await Promise.all(tenTimes(() => inTx(here.app, (tx) => record(tx, [change], here.clock.now))))
  const head = await db
    .selectFrom('provenance_head')
    .select('n')
    .where('asset_token_id', '=', change.asset_token_id)
    .executeTakeFirstOrThrow()
  equal(head.n, 11)
})

test('locks are taken in one order, whatever order the rows lie in', async (t) => {
  const { here, db, film } = await shop(t, { copies: 30 })
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const ids = people.map(({ account_id }) => account_id)
  const tokens = [...film.tokens.values()]
  const lying = (order: string[]) => order.length > 1 && order[0] === order.toSorted()[0]
  if (lying(ids)) ids.shift()
  if (lying(tokens)) tokens.shift()
  const accounts = await db
    .selectFrom('ledger_account')
    .select('id')
    .where('account_id', 'in', ids)
    .orderBy('account_id')
    .orderBy('kind')
    .execute()
  // Sorted by id, the rows have another order than by account and kind.
  await sql`cluster ledger_account using ledger_account_pkey`.execute(db)

  const all = (
    table: string,
    key: string,
    sorted: (string | number)[],
    action: (tx: Tx) => unknown,
  ) => locksInOrder(db, { table, key, ids: sorted }, () => inTx(here.app, async (tx) => action(tx)))
  await all('account', 'id', ids.toSorted(), (tx) => lockPeople(tx, ids))
  await all('serial', 'asset_token_id', tokens.toSorted(), (tx) =>
    lockSerials(tx, tokens, () => here.clock.now),
  )
  const ledger = accounts.map(({ id }) => id)
  await all('ledger_account', 'id', ledger, (tx) => lockBalances(tx, ids))
})
