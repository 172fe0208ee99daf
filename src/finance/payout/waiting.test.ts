import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { registersBank } from '../../../test/banks.ts'
import { inOrder, whileWaiting } from '../../../test/waiting.ts'
import { travel, testApp } from '../../../test/test-app.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { lockBalances, post } from '#src/ledger/ledger.ts'
import { cancelPayout, getPayoutTerms, requestPayout, updatePayouts } from './payout.shared.ts'
import { endAll } from './update.ts'

async function app(t: TestContext) {
  const here = await testApp(t, { role: 'web', now: new Date('2030-01-10T03:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH', balance: 5_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await registersBank(here, mika)
  const { account_id } = mika
  const ledger = sql`
    select from ledger_account where account_id = ${account_id} order by id for no key update`
  /** So many yen of Mika's earnings go elsewhere. */
  const spend = (amount: number) => async (tx: Tx) => {
    const of = { amount, reason: 'expire', subject_id: account_id }
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

test('MN-08 money that leaves while I wait cannot be paid out', async (t) => {
  const { db, mika, ledger, spend, has } = await app(t)
  const action = () => mika.call(requestPayout, { amount: 4_000 })
  const answer = await whileWaiting(db, { at: ledger, action, change: spend(2_000) })
  equal(answer.error?.code, 'balance_not_enough')
  deepEqual(await has(), [3_000, 0, 0])
})

test('MN-09 a payout that goes to the bank while I wait to cancel it is not mine to cancel', async (t) => {
  const { here, db, mika, payouts, has } = await app(t)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  const answer = await whileWaiting(db, {
    at: payouts,
    action: () => mika.call(cancelPayout, { id }),
    change: (tx) =>
      sql`update payout set exported_at = ${here.clock.now.toISOString()}::timestamptz`.execute(tx),
  })
  equal(answer.error?.code, 'status_already_updated')
  deepEqual(await has(), [3_800, 0, 1_200])
})

test('MN-11 an update whose job runs twice at once keeps the answer of the first', async (t) => {
  const { here, db, mika, sora, payouts, has } = await app(t)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  const asked = { ids: [id], status: 'failed' as const, reason: 'so the bank' }
  const { job_id } = await sora.call(updatePayouts, asked)
  const job = () => endAll(here.app.jobCtx('test'), { id: job_id })

  await whileWaiting(db, { at: payouts, action: () => Promise.all([job(), job(), job()]) })
  await job()

  const { outcomes } = await db
    .selectFrom('payout_update')
    .select('outcomes')
    .where('id', '=', job_id)
    .executeTakeFirstOrThrow()
  deepEqual(outcomes, [{ id, outcome: 'updated', code: null }])
  deepEqual(await has(), [5_000, 0, 0])
})

test('MN-12 earnings that are spent while their conversion waits do not become points', async (t) => {
  const { here, db, ledger, spend, has } = await app(t)
  await travel(here, '2031-01-10T03:00:00Z')
  await whileWaiting(db, {
    at: ledger,
    action: () => here.run('payout.end_lots'),
    change: spend(2_000),
  })
  deepEqual(await has(), [0, 3_000, 0])
})

test('MN-08 the form says that there is a payout this month, before one asks', async (t) => {
  const { mika } = await app(t)
  equal((await mika.call(getPayoutTerms, {})).refused, null)
  await mika.call(requestPayout, { amount: 1_000 })
  equal((await mika.call(getPayoutTerms, {})).refused, 'payout_once_a_month')
})

test('MN-11 payouts that are ended together are locked in one order, however they are named', async (t) => {
  const { here, db, mika, sora } = await app(t)
  const ids: string[] = []
  for (const month of ['01', '02', '03', '04', '05', '06']) {
    await travel(here, `2030-${month}-10T03:00:00Z`)
    const { id } = await mika.call(requestPayout, { amount: 1_000 })
    const asked = { ids: [id], status: 'failed' as const, reason: 'so the bank' }
    await sora.call(updatePayouts, asked)
    await here.app.workOff()
    ids.push(id)
  }
  const lying = await sql<{ id: string }>`select id from payout order by ctid`.execute(db)
  const sorted = ids.toSorted()
  const listed = lying.rows[0]!.id === sorted[0] ? sorted.slice(1) : sorted
  const { job_id } = await sora.call(updatePayouts, {
    ids: listed,
    status: 'failed',
    reason: 'all',
  })
  const rows = { table: 'payout', key: 'id', ids: listed }
  await inOrder(db, rows, () => endAll(here.app.jobCtx('test'), { id: job_id }))
})
