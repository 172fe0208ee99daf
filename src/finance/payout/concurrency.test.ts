import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { inTx, type Tx } from '#core/database/db.ts'
import { registerBank } from '../../../test/bank-accounts.ts'
import { locksInOrder, whileLocked } from '../../../test/row-locks.ts'
import { type TestApp, travelTo, testApp } from '../../../test/test-app.ts'
import type { Person } from '../../../test/people.ts'
import { requestOf } from '#core/http/endpoint.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { lockBalances, post } from '#src/ledger/ledger.ts'
import { cancelUnsent } from './payout-money.ts'
import {
  cancelPayout,
  exportPayouts,
  getPayout,
  getPayoutTerms,
  readBankResults,
  requestPayout,
  updatePayouts,
} from './payout.shared.ts'
import { runUpdate } from './update.ts'

const RESULT_AT = 113 // byte of a data record in which the bank writes its result digit
const LINE = 122

async function app(t: TestContext) {
  const here = await testApp(t, { role: 'web', now: new Date('2030-01-10T03:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH', balance: 5_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await registerBank(here, mika)
  const { account_id } = mika
  const ledger = sql`
    select from ledger_account where account_id = ${account_id}
    order by account_id, kind for no key update`
  /** Takes `amount` yen from Mika's earnings. */
  const spend = (amount: number) => async (tx: Tx) => {
    const of = { amount, reason: 'expire', subject_id: account_id } as const
    const sides = { debit: { account_id, kind: 'sales' }, credit: { kind: 'opening' } } as const
    await post(tx, await lockBalances(tx, [account_id]), [{ ...of, ...sides }], here.clock.now)
  }
  const has = async () => {
    const { sales_balance, points, reserved_for_payout } = await mika.call(getBalance, {})
    return [sales_balance, points, reserved_for_payout]
  }
  const payouts = sql`select from payout order by id for no key update`
  return { here, db: here.app.db, mika, sora, ledger, payouts, spend, has }
}

/** Inserts the update by which an administrator enters that a payout failed. */
const insertUpdate = (tx: Tx, { id, by, at }: { id: string; by: string; at: Date }) =>
  sql`insert into payout_update (id, asked_by, ids, ending, reason, created_at)
    values (gen_random_uuid(), ${by}, array[${id}]::uuid[], 'failed', 'no such account', ${at.toISOString()})
  `.execute(tx)

/** Returns the bank's file of January. */
async function bankFileOf(here: TestApp, { token }: Person): Promise<Buffer> {
  const { url } = requestOf(exportPayouts, { format: 'zengin', month: '2030-01' })
  const answer = await fetch(here.url + url, { headers: { authorization: `Bearer ${token}` } })
  return Buffer.from(await answer.arrayBuffer())
}

test('MN-08 a request that waits for a lock sees the balance spent meanwhile', async (t) => {
  const { db, mika, ledger, spend, has } = await app(t)
  const action = () => mika.call(requestPayout, { amount: 4_000 })
  const answer = await whileLocked(db, { lock: ledger, action, change: spend(2_000) })
  equal(answer.error?.code, 'balance_not_enough')
  deepEqual(await has(), [3_000, 0, 0])
})

test('MN-09 a payout sent to the bank while its cancellation waits cannot be cancelled', async (t) => {
  const { here, db, mika, payouts, has } = await app(t)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  const answer = await whileLocked(db, {
    lock: payouts,
    action: () => mika.call(cancelPayout, { id }),
    change: (tx) =>
      sql`update payout set exported_at = ${here.clock.now.toISOString()}::timestamptz`.execute(tx),
  })
  equal(answer.error?.code, 'status_already_updated')
  deepEqual(await has(), [3_800, 0, 1_200])
})

test('MN-11 a payout whose end is entered while the bank’s file is made is not in the file', async (t) => {
  const { here, db, mika, sora, payouts, has } = await app(t)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  await travelTo(here, '2030-02-10T03:00:00Z')
  const answer = await whileLocked(db, {
    lock: payouts,
    action: () => sora.call(exportPayouts, { format: 'zengin', month: '2030-01' }),
    change: (tx) => insertUpdate(tx, { id, by: sora.account_id, at: here.clock.now }),
  })
  equal(answer.error?.code, 'nothing_to_send')
  deepEqual(await has(), [3_800, 0, 1_200])
})

test('MN-09 MN-11 an end that is entered waits for whoever sends or cancels its payout', async (t) => {
  const { here, db, mika, sora, payouts } = await app(t)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  const update = { ids: [id], status: 'processed' as const, reason: 'sent by hand' }
  const action = () => sora.call(updatePayouts, update)
  const { error, job_id } = await whileLocked(db, { lock: payouts, action })
  equal(error, undefined)
  equal((await mika.call(cancelPayout, { id })).error?.code, 'status_already_updated')
  await runUpdate(here.app.jobCtx('test'), { id: job_id })
  equal((await mika.call(getPayout, { id })).status, 'processed')
})

test('MN-09 a payout whose end is entered while its cancellation waits is not cancelled', async (t) => {
  const { here, db, mika, sora, payouts, has } = await app(t)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  const answer = await whileLocked(db, {
    lock: payouts,
    action: () => mika.call(cancelPayout, { id }),
    change: (tx) => insertUpdate(tx, { id, by: sora.account_id, at: here.clock.now }),
  })
  equal(answer.error?.code, 'status_already_updated')
  deepEqual(await has(), [3_800, 0, 1_200])
})

test('MN-11 results of a bank lock all of their payouts in id order', async (t) => {
  const { here, db, mika, sora } = await app(t)
  const ren = await here.person('Ren', { balance: 5_000 })
  await registerBank(here, ren)
  const ids = [mika, ren].map(async (who) => (await who.call(requestPayout, { amount: 1_000 })).id)
  const sorted = (await Promise.all(ids)).toSorted((one, other) => (one < other ? -1 : 1))
  await travelTo(here, '2030-02-10T03:00:00Z')
  const file = await bankFileOf(here, sora)
  const references = await db
    .selectFrom('payout')
    .select(['id', 'reference'])
    .orderBy('reference')
    .execute()
  for (const [i, { id }] of references.entries())
    // the first by id failed, the other was paid
    file[(i + 1) * LINE + RESULT_AT] = (id === sorted[0] ? '2' : '0').charCodeAt(0)
  const results = { file: file.toString('base64'), reason: 'results of February' }
  const rows = { table: 'payout', key: 'id', ids: sorted }
  await locksInOrder(db, rows, () => sora.call(readBankResults, results))
})

test('SU-03 an account suspended while a payout’s end is entered keeps the payout', async (t) => {
  const { here, db, mika, sora, payouts, has } = await app(t)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  await whileLocked(db, {
    lock: payouts,
    action: () =>
      inTx(here.app.jobCtx('test'), (tx) => cancelUnsent(tx, [mika.account_id], here.clock.now)),
    change: (tx) => insertUpdate(tx, { id, by: sora.account_id, at: here.clock.now }),
  })
  deepEqual(await has(), [3_800, 0, 1_200])
})

test('MN-11 an update whose job runs twice at once keeps the outcome of the first run', async (t) => {
  const { here, db, mika, sora, payouts, has } = await app(t)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  const update = { ids: [id], status: 'failed' as const, reason: 'rejected by the bank' }
  const { job_id } = await sora.call(updatePayouts, update)
  const job = () => runUpdate(here.app.jobCtx('test'), { id: job_id })

  await whileLocked(db, { lock: payouts, action: () => Promise.all([job(), job(), job()]) })
  await job()

  const { outcomes } = await db
    .selectFrom('payout_update')
    .select('outcomes')
    .where('id', '=', job_id)
    .executeTakeFirstOrThrow()
  deepEqual(outcomes, [{ id, outcome: 'updated', code: null }])
  deepEqual(await has(), [5_000, 0, 0])
})

test('MN-12 earnings spent while their conversion waits do not become points', async (t) => {
  const { here, db, ledger, spend, has } = await app(t)
  await travelTo(here, '2031-01-10T03:00:00Z')
  await whileLocked(db, {
    lock: ledger,
    action: () => here.run('payout.end_lots'),
    change: spend(2_000),
  })
  deepEqual(await has(), [0, 3_000, 0])
})

test('MN-08 the form reports this month’s payout before the person requests another', async (t) => {
  const { mika } = await app(t)
  equal((await mika.call(getPayoutTerms, {})).refused, null)
  await mika.call(requestPayout, { amount: 1_000 })
  equal((await mika.call(getPayoutTerms, {})).refused, 'payout_once_a_month')
})

test('MN-11 an update locks its payouts in id order, whatever order the request lists them in', async (t) => {
  const { here, db, mika, sora } = await app(t)
  const ids: string[] = []
  for (const month of ['01', '02', '03', '04', '05', '06']) {
    await travelTo(here, `2030-${month}-10T03:00:00Z`)
    const { id } = await mika.call(requestPayout, { amount: 1_000 })
    const update = { ids: [id], status: 'failed' as const, reason: 'rejected by the bank' }
    await sora.call(updatePayouts, update)
    await here.app.runDueJobs()
    ids.push(id)
  }
  const stored = await sql<{ id: string }>`select id from payout order by ctid`.execute(db)
  const sorted = ids.toSorted()
  const listed = stored.rows[0]!.id === sorted[0] ? sorted.slice(1) : sorted
  const { job_id } = await sora.call(updatePayouts, {
    ids: listed,
    status: 'failed',
    reason: 'all',
  })
  const rows = { table: 'payout', key: 'id', ids: listed }
  await locksInOrder(db, rows, () => runUpdate(here.app.jobCtx('test'), { id: job_id }))
})
