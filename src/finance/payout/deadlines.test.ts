import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#core/database/db.ts'
import { putSuspension } from '#src/admin/users/suspension.shared.ts'
import { saveCheck } from '#src/finance/reconciliation/checks.ts'
import { listPointDetails } from '#src/finance/transactions/history.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import {
  cancelPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { endPayouts, registerBank } from '../../../test/bank-accounts.ts'
import { createTitle } from '../../../test/titles.ts'
import { tenTimes, type TestApp, waitUntil, travelTo, testApp } from '../../../test/test-app.ts'
import { warn } from './deadlines.ts'
import { cancelUnsent } from './payout-money.ts'
import { cancelPayout, getPayoutTerms, listPayouts, requestPayout } from './payout.shared.ts'

// A sale on 10 January in Japan can be paid out until the end of 9 July there.
const SOLD = new Date('2030-01-10T03:00:00Z')
const DEADLINE = new Date('2030-07-09T14:59:59.999Z')
const afterDeadline = (ms: number) => new Date(DEADLINE.getTime() + ms)

async function app(t: TestContext) {
  const here = await testApp(t, { now: SOLD })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 100_000 })
  const film = await createTitle(here, mika, { copies: 9, price: 1_000 })
  const buys = async (number: number) =>
    equal((await ren.call(purchaseForFree, film.order(number, 1_000))).error, undefined)
  const has = async () => {
    const { sales_balance, points } = await mika.call(getBalance, {})
    return [sales_balance, points]
  }
  const endsAfter = async (at: string | Date) => {
    await travelTo(here, at)
    await here.run('payout.end_lots')
    return has()
  }
  const payBy = async () => (await mika.call(getPayoutTerms, {})).lots.map(({ pay_by }) => pay_by)
  return { here, mika, buys, has, endsAfter, payBy }
}

test('MN-12 earnings become points one millisecond after the end of their 180th day', async (t) => {
  const { here, mika, buys, has } = await app(t)
  await buys(1)
  await travelTo(here, '2030-03-01T03:00:00Z')
  await buys(2)
  const { lots } = await mika.call(getPayoutTerms, {})
  deepEqual(lots, [
    { amount: 900, pay_by: DEADLINE.toISOString() },
    { amount: 900, pay_by: '2030-08-28T14:59:59.999Z' },
  ])

  await travelTo(here, DEADLINE)
  await here.run('payout.end_lots')
  deepEqual(await has(), [1_800, 0])

  await travelTo(here, afterDeadline(1))
  for (let i = 0; i < 5; i++) await here.run('payout.end_lots')
  deepEqual(await has(), [900, 900])
  const { items } = await mika.call(listPointDetails, { kind: 'conversion' })
  deepEqual(
    items.map(({ sales_change, points_change, at }) => [sales_change, points_change, at]),
    [[-900, 900, afterDeadline(1).toISOString()]],
  )
})

test('MN-12 points whose deadline passes while they are held expire after their release', async (t) => {
  const { here, mika } = await app(t)
  const aoi = await here.person('Aoi', { points: 500 })
  const film = await createTitle(here, mika, { copies: 1, price: 1_000 })
  const has = async () => {
    const { points, reserved_for_purchase } = await aoi.call(getBalance, {})
    return [points, reserved_for_purchase]
  }
  await travelTo(here, DEADLINE)
  equal((await aoi.call(purchaseSerial, film.order(1, 500))).error, undefined)
  await travelTo(here, afterDeadline(1))
  await here.run('payout.end_lots')
  deepEqual(await has(), [0, 500]) // points held for a purchase do not expire
  await aoi.call(cancelPurchase, { kid: film.kid, serial_number: 1 })
  deepEqual(await has(), [500, 0])
  await here.run('payout.end_lots')
  deepEqual(await has(), [0, 0])
})

test('MN-12 five runs at once, years late, convert earnings once, and points expire 180 days later', async (t) => {
  const { here, buys, has } = await app(t)
  await buys(1)
  await buys(2)
  await travelTo(here, '2033-01-01T00:00:00Z')
  await Promise.all(Array.from({ length: 5 }, () => here.run('payout.end_lots')))
  deepEqual(await has(), [0, 1_800])

  await travelTo(here, '2033-06-30T14:59:59.999Z') // the end of the 180th day in Japan
  await here.run('payout.end_lots')
  deepEqual(await has(), [0, 1_800])
  await travelTo(here, '2033-06-30T15:00:00Z')
  await Promise.all(Array.from({ length: 5 }, () => here.run('payout.end_lots')))
  deepEqual(await has(), [0, 0])
})

test('MN-12 a seller is warned by mail 30, 7 and 1 days before a deadline, once each', async (t) => {
  const { here, mika, buys } = await app(t)
  await here.app.db
    .updateTable('account')
    .set({ lang: 'ja' })
    .where('id', '=', mika.account_id)
    .execute()
  await registerBank(here, mika)
  for (const number of [1, 2]) await buys(number)
  const warned = async (at: string) => {
    await travelTo(here, at)
    for (let i = 0; i < 3; i++) await here.run('payout.warn_of_deadlines')
    const rows = await here.app.db
      .selectFrom('lot_notice')
      .select('days')
      .where('account_id', '=', mika.account_id)
      .where('kind', '=', 'sales')
      .orderBy('days', 'desc')
      .execute()
    return rows.map(({ days }) => days)
  }

  deepEqual(await warned('2030-06-08T14:59:59.999Z'), []) // 30 days and a millisecond
  deepEqual(await warned('2030-06-08T15:00:00Z'), [30])
  deepEqual(await warned('2030-07-01T15:00:00Z'), [30, 7])
  deepEqual(await warned('2030-07-07T15:00:00Z'), [30, 7, 1])

  const inbox = async () =>
    (await here.inbox(mika.email)).filter(({ text }) => text.includes('/payout'))
  const mails = await waitUntil(inbox, ({ length }) => length === 3)
  equal(mails.length, 3)
  for (const { subject } of mails) match(subject, /^売上残高.*¥1,600.*7月9日/) // less the fee
})

test('MN-12 a seller whose balance cannot be paid out is warned, but not told to request a payout', async (t) => {
  const { here, mika, buys } = await app(t)
  await registerBank(here, mika)
  await buys(1)
  await travelTo(here, '2030-06-08T15:00:00Z')
  await here.run('payout.warn_of_deadlines')
  const inbox = async () =>
    (await here.inbox(mika.email)).filter(({ text }) => text.includes('/payout'))
  const [mail] = await waitUntil(inbox, ({ length }) => length > 0)
  equal(mail!.subject, '¥900 of your sales balance becomes points after 9 July 2030')
  match(mail!.text, /You cannot request a payout at the moment/)
  ok(!mail!.text.includes('Request a payout'))
})

/** Returns how many statements a run of the warnings sends. */
async function statementsOf({ app: { db, jobCtx } }: TestApp) {
  let sent = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      sent++
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  await warn({ ...jobCtx('payout.warn_of_deadlines'), db: counted })
  return sent
}

test('MN-12 the hourly warnings read only people whose deadline is near, and repeat nothing', async (t) => {
  const { here, buys } = await app(t)
  await here.run('payout.warn_of_deadlines')
  const none = await statementsOf(here)
  await Promise.all(tenTimes((i) => here.person(`P${i}`, { balance: 500, points: 500 })))
  await buys(1)
  equal(await statementsOf(here), none)
  await travelTo(here, '2030-06-08T15:00:00Z')
  const first = await statementsOf(here)
  const again = await statementsOf(here)
  ok(again < first - 20, `${first} statements at first, ${again} an hour later`)
})

test('MN-12 earnings of a cancelled payout keep their deadline; those of a failed one get 30 days', async (t) => {
  const { here, mika, buys, has } = await app(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  for (const number of [1, 2]) await buys(number)
  await registerBank(here, mika)
  await travelTo(here, '2030-06-30T03:00:00Z')
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  await travelTo(here, DEADLINE)
  equal((await mika.call(cancelPayout, { id })).error?.code, 'previous_month_not_cancellable')
  await endPayouts(sora, [id], 'failed')
  await travelTo(here, afterDeadline(1))
  const again = await mika.call(requestPayout, { amount: 1_000 })
  await here.run('payout.end_lots')
  deepEqual(await has(), [600, 0])
  await mika.call(cancelPayout, { id: again.id })

  // The payout that failed on 9 July in Japan extends its 1,200 of the 1,800 yen to the end of
  // 8 August. The cancellation on 10 July extends nothing.
  await travelTo(here, '2030-08-08T14:59:59.999Z')
  await here.run('payout.end_lots')
  deepEqual(await has(), [1_200, 600])
  await travelTo(here, '2030-08-08T15:00:00Z')
  await here.run('payout.end_lots')
  deepEqual(await has(), [0, 1_800])
})

/** Stores a check of the books that finds these sentences broken. */
const check = ({ app: { db } }: TestApp, at: string, ...sentences: string[]) =>
  inTx({ db }, (tx) =>
    saveCheck(tx, {
      kind: 'self',
      checked_at: at,
      period_from: null,
      period_to: null,
      differences: sentences.map((sentence) => ({ sentence, rows: [] })),
    }),
  )

test('MN-12 no earnings end while the books hold payouts, and thirty days are left afterwards', async (t) => {
  const { here, mika, buys, endsAfter, payBy } = await app(t)
  await buys(1)
  await registerBank(here, mika)
  await check(here, '2030-07-08T03:00:00Z', 'a sentence')
  await check(here, '2030-07-08T04:00:00Z', 'another sentence')
  deepEqual(await endsAfter('2030-07-09T14:00:00Z'), [900, 0])
  await here.run('payout.warn_of_deadlines')
  const notices = here.app.db.selectFrom('lot_notice').select('days').where('kind', '=', 'sales')
  deepEqual(await notices.execute(), []) // nobody knows the day yet
  deepEqual(await endsAfter('2030-09-20T03:00:00Z'), [900, 0])
  equal((await mika.call(requestPayout, { amount: 500 })).error?.code, 'payouts_held')
  await check(here, '2030-10-01T03:00:00Z')
  const [end, after] = ['2030-10-31T14:59:59.999Z', '2030-10-31T15:00:00Z']
  deepEqual(await endsAfter(end), [900, 0])
  deepEqual(await payBy(), [end])
  deepEqual(await endsAfter(after), [0, 900])
})

test('MN-12 a check that holds no payouts extends no deadline, and one of an hour extends it by a day', async (t) => {
  const { here, buys, endsAfter, payBy } = await app(t)
  await buys(1)
  await check(here, '2030-07-01T03:00:00Z', 'no payment by card is disputed')
  await check(here, '2030-07-02T03:00:00Z', 'every refund was taken by its card')
  deepEqual(await payBy(), [DEADLINE.toISOString()])
  await check(here, '2030-07-09T14:30:00Z', 'a sentence')
  deepEqual(await endsAfter('2030-07-09T15:00:00Z'), [900, 0])
  await check(here, '2030-07-09T15:30:00Z')
  deepEqual(await endsAfter('2030-07-11T14:59:59.999Z'), [900, 0])
  deepEqual(await payBy(), ['2030-07-11T14:59:59.999Z'])
  deepEqual(await endsAfter('2030-07-11T15:00:00Z'), [0, 900])
})

test('MN-12 no earnings end during maintenance; points do', async (t) => {
  const { here, buys, endsAfter } = await app(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const kei = await here.person('Kei', { points: 500 })
  await buys(1)
  const close = (version: number, maintenance: boolean) =>
    sora.call(changeSettings, { version, maintenance, reason: 'The database moves.' })
  await travelTo(here, '2030-07-08T03:00:00Z')
  const { version } = await close(0, true)
  await travelTo(here, '2030-07-20T03:00:00Z')
  await here.run('payout.end_lots')
  await close(version, false)
  await waitUntil(
    () => kei.call(getBalance, {}),
    ({ error }) => !error,
  )
  const { points } = await kei.call(getBalance, {})
  equal(points, 0)
  deepEqual(await endsAfter('2030-08-19T14:59:59.999Z'), [900, 0])
  deepEqual(await endsAfter('2030-08-19T15:00:00Z'), [0, 900])
})

test('MN-12 SU-03 earnings of a suspended person do not end, and thirty days are left afterwards', async (t) => {
  const { here, mika, buys } = await app(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const kei = await here.person('Kei', { balance: 700 })
  for (const number of [1, 2]) await buys(number)
  const suspend = (suspended: boolean) =>
    sora.call(putSuspension, { id: mika.account_id, suspended, reason: 'Copied films' })
  const balances = async () => {
    const { rows } = await sql<{ balance: number }>`
      select balance from ledger_account where kind in ('sales', 'points')
        and account_id = any(${[mika.account_id, kei.account_id]}::uuid[])
      order by account_id = ${kei.account_id}, kind desc`.execute(here.app.db)
    return rows.map(({ balance }) => balance)
  }
  const at = async (time: string) => {
    await travelTo(here, time)
    await here.run('payout.end_lots')
    return balances()
  }
  await travelTo(here, '2030-07-01T03:00:00Z')
  ok(!(await suspend(true)).error)
  deepEqual(await at('2030-09-01T03:00:00Z'), [1_800, 0, 0, 700]) // Kei’s end as ever
  ok(!(await suspend(false)).error)
  deepEqual(await at('2030-10-01T14:59:59.999Z'), [1_800, 0, 0, 700])
  deepEqual(await at('2030-10-01T15:00:00Z'), [0, 1_800, 0, 700])
})

test('MN-10 MN-12 a payout that the platform cancels leaves thirty days, and is not called failed', async (t) => {
  const { here, mika, buys, endsAfter, payBy } = await app(t)
  for (const number of [1, 2]) await buys(number)
  await registerBank(here, mika)
  await travelTo(here, '2030-07-09T03:00:00Z')
  ok(!(await mika.call(requestPayout, { amount: 1_000 })).error)
  await travelTo(here, '2030-07-20T03:00:00Z')
  await here.run('payout.end_lots') // the other 600 yen
  await inTx({ db: here.app.db }, (tx) => cancelUnsent(tx, [mika.account_id], here.clock.now))
  deepEqual(await payBy(), ['2030-08-19T14:59:59.999Z'])
  const { items } = await mika.call(listPayouts, {})
  deepEqual([items[0]!.status, items[0]!.error_messages], ['canceled', []])
  const entries = await mika.call(listPointDetails, { kind: 'payout_canceled' })
  equal(entries.total, 1)
  for (const kind of ['payout', 'payout_failed'] as const)
    equal((await mika.call(listPointDetails, { kind })).total, 0)
  deepEqual(await endsAfter('2030-08-19T14:59:59.999Z'), [1_200, 600])
  deepEqual(await endsAfter('2030-08-19T15:00:00Z'), [0, 1_800])
})
