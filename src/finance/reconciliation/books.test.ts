import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Db } from '#core/database/db.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import {
  controlProvider,
  payAt,
  payUnknownPurchase,
  silenceProvider,
  stateOf,
} from '../../../test/card-purchase.ts'
import { captureLog } from '../../../test/log-capture.ts'
import { createTitle } from '../../../test/titles.ts'
import { waitUntil, type TestApp, testApp } from '../../../test/test-app.ts'
import { CardDown } from '#src/integrations/card.ts'
import { purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { newestCheck, payoutsAreHeld } from './checks.ts'
import { reconcile } from './reconcile.ts'

const OPERATOR = 'operator@example.test'

async function opened(t: TestContext, role: 'web' | 'all' = 'web') {
  const here = await testApp(t, { role })
  const value = JSON.stringify({ operator: { email: OPERATOR } })
  await here.app.db.insertInto('setting').values({ value, reason: 'test' }).execute()
  return { ...here, errors: captureLog(t, '"level":"error"') }
}

/** Runs a job an hour later. Returns whether payouts are held and how many mails the operator has. */
async function outcomeOf(here: TestApp, name: string) {
  here.clock.now = addSeconds(here.clock.now, 3_600)
  await here.run(name)
  await here.app.runDueJobs()
  const mails = await here.inbox(OPERATOR)
  return { held: await payoutsAreHeld(here.app.db), mails: mails.length }
}

/** Changes rows that triggers protect, as a person with direct database access could. */
async function tamper(db: Db, change: ReturnType<typeof sql>) {
  await sql`alter table ledger_transfer disable trigger ledger_transfer_append_only`.execute(db)
  await change.execute(db)
  await sql`alter table ledger_transfer enable trigger ledger_transfer_append_only`.execute(db)
}

const faults = {
  'a balance is off by one yen': {
    inject: sql`update ledger_account set balance = balance + 1 where balance = 1000`,
    repair: sql`update ledger_account set balance = balance - 1 where balance = 1001`,
  },
  'the amount of a transfer was changed': {
    inject: sql`update ledger_transfer set amount = 999 where amount = 1000`,
    repair: sql`update ledger_transfer set amount = 1000 where amount = 999`,
  },
}
for (const [fault, { inject, repair }] of Object.entries(faults))
  test(`${fault}: the operator is mailed once, and payouts wait until it is repaired`, async (t) => {
    const here = await opened(t)
    await here.person('Ren', { balance: 1_000 })
    deepEqual(await outcomeOf(here, 'books.check'), { held: false, mails: 0 })

    await tamper(here.app.db, inject)

    deepEqual(await outcomeOf(here, 'books.check'), { held: true, mails: 1 })
    deepEqual(await outcomeOf(here, 'books.check'), { held: true, mails: 1 })
    const [mail] = await here.inbox(OPERATOR)
    match(mail!.text, /Check failed: a stored balance is the sum of its transfers/)
    equal(here.errors.length, 2)
    match(here.errors[0]!, /"the books differ","subject":"a stored balance is the sum.*","count":1/)

    await tamper(here.app.db, repair)
    deepEqual(await outcomeOf(here, 'books.check'), { held: false, mails: 1 })
  })

test('the books are checked every hour, however often the job runs', async (t) => {
  const here = await opened(t)
  const begin = here.clock.now
  const checked = async (minutes: number) => {
    here.clock.now = addSeconds(begin, minutes * 60)
    await here.run('books.check')
    return (Date.parse((await newestCheck(here.app.db, 'self'))!.checked_at) - +begin) / 60_000
  }
  deepEqual([await checked(0), await checked(10), await checked(40)], [0, 0, 0])
  equal(await checked(60), 60)
})

test('a second fault is mailed separately while the first one lasts', async (t) => {
  const here = await opened(t)
  await here.person('Ren', { balance: 1_000 })
  await here.person('Aoi', { balance: 5_000 })
  await tamper(here.app.db, faults['a balance is off by one yen'].inject)
  equal((await outcomeOf(here, 'books.check')).mails, 1)
  const second = sql`update ledger_account set balance = balance + 1 where balance = 5000`
  await second.execute(here.app.db)

  equal((await outcomeOf(here, 'books.check')).mails, 2)

  const texts = (await here.inbox(OPERATOR)).map(({ text }) => text.match(/\{"id":\d+\}/g))
  deepEqual(new Set(texts.map((ids) => ids?.length)), new Set([1]))
  equal(new Set(texts.flat()).size, 2)
  await sql`update ledger_account set balance = balance - 1 where balance in (1001, 5001)`.execute(
    here.app.db,
  )
})

test('a payment whose webhook was lost still settles the purchase', async (t) => {
  const here = await opened(t, 'all')
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 500 })
  const film = await createTitle(here, mika, { copies: 3, price: 2_400 })
  const reply = await ren.call(purchaseSerial, film.order(2, 500))
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  equal((await stateOf(here, reply)).status, 'reserved')

  here.clock.now = addSeconds(here.clock.now, 300)
  await here.run('books.look_for_payments')

  const end = await waitUntil(
    () => stateOf(here, reply),
    ({ sold }) => sold,
  )
  deepEqual(end, { status: 'settled', captured: 1_900, refunded: 0, sold: true })
  here.clock.now = addSeconds(here.clock.now, 7_200)
  await here.run('books.reconcile')
  deepEqual((await newestCheck(here.app.db, 'card'))!.differences, [])
})

test('the comparison finds a payment for a released copy and refunds it', async (t) => {
  const here = await opened(t, 'all')
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 3, price: 2_400 })
  const reply = await ren.call(purchaseSerial, film.order(2, 0))
  await controlProvider(here, { do: 'pause' })
  const answer = await silenceProvider(here, 'expire')
  here.clock.now = addSeconds(here.clock.now, 1_600)
  await here.run('purchase.expire_holds')
  await payAt(reply.url, CARDS.pays)
  equal((await stateOf(here, reply)).status, 'expired')
  await answer()
  here.clock.now = addSeconds(here.clock.now, 7_200)

  await here.run('books.reconcile')

  // The worker may have refunded it and compared again by now.
  const checks = await here.app.db
    .selectFrom('books_check')
    .select('differences')
    .where('kind', '=', 'card')
    .execute()
  ok(checks.some(({ differences }) => (differences as unknown[]).length > 0))
  const end = await waitUntil(
    () => stateOf(here, reply),
    ({ status }) => status === 'refunded',
  )
  deepEqual(end, { status: 'refunded', captured: 2_400, refunded: 2_400, sold: false })
  here.clock.now = addSeconds(here.clock.now, 3_600)
  await here.run('books.reconcile')
  equal(await payoutsAreHeld(here.app.db), false)
})

test('a payment without a posting is reported, and so is a posting without a payment', async (t) => {
  const here = await opened(t)
  const paid = await payUnknownPurchase(here)
  const unpaid = randomUUID()
  await sql`
    insert into ledger_transfer (debit, credit, amount, reason, subject_id, at)
    select card.id, opening.id, 700, 'card', ${unpaid}::uuid, ${here.clock.now.toISOString()}::timestamptz
    from ledger_account card, ledger_account opening
    where card.kind = 'card' and opening.kind = 'opening'
  `.execute(here.app.db)
  here.clock.now = addSeconds(here.clock.now, 7_200)

  deepEqual(await outcomeOf(here, 'books.reconcile'), { held: true, mails: 1 })

  const { differences } = (await newestCheck(here.app.db, 'card'))!
  const rows = new Map(differences[0]!.rows.map((row) => [row.subject_id, row]))
  const none = { postings: 0, captured: 0, posted: 0, checkouts: [] }
  deepEqual(rows.get(paid.reference), {
    ...none,
    subject_id: paid.reference,
    checkouts: [paid.id],
    captured: 1_400,
  })
  deepEqual(rows.get(unpaid), { ...none, subject_id: unpaid, postings: 1, posted: 700 })
  equal(rows.size, 2)
})

test('the books are compared daily, or hourly while they differ, without a gap', async (t) => {
  const here = await opened(t)
  const day = addSeconds(here.clock.now, 0)
  const checked = async (hours: number) => {
    here.clock.now = addSeconds(day, hours * 3_600)
    await here.run('books.reconcile')
    const { rows } = await sql<{ from: string; hours: number }>`
      select extract(epoch from period_from - ${day.toISOString()}::timestamptz)::int / 3600 as from,
        extract(epoch from checked_at - ${day.toISOString()}::timestamptz)::int / 3600 as hours
      from books_check order by id desc limit 1
    `.execute(here.app.db)
    return rows[0]!
  }
  equal((await checked(1)).hours, 1)
  equal((await checked(23)).hours, 1)
  deepEqual(await checked(25), { hours: 25, from: -24 })
  await payUnknownPurchase(here)
  deepEqual(await checked(49), { hours: 49, from: 0 })
  equal(await payoutsAreHeld(here.app.db), true)
  equal((await checked(49.5)).hours, 49)
  deepEqual(await checked(50), { hours: 50, from: 0 })
  deepEqual(await checked(300), { hours: 300, from: 0 })
  equal(await payoutsAreHeld(here.app.db), true)
})

test('the books can be compared at once, and a comparison without the provider fails', async (t) => {
  const here = await opened(t)
  const ctx = () => here.app.jobCtx('books.reconcile', {})
  await reconcile(ctx(), {})
  const first = await newestCheck(here.app.db, 'card')
  await reconcile(ctx(), { at_once: true })
  const second = await newestCheck(here.app.db, 'card')
  ok(second!.id > first!.id)
  here.integrations.card.listCheckouts = () => {
    throw new CardDown('silent')
  }
  await rejects(reconcile(ctx(), { at_once: true }), { name: 'CardDown' })
  equal((await newestCheck(here.app.db, 'card'))!.id, second!.id)
})
