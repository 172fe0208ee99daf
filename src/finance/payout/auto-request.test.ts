import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { registerBank } from '../../../test/bank-accounts.ts'
import type { Person } from '../../../test/people.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { travelTo, testApp } from '../../../test/test-app.ts'
import { requestFor } from './auto-request-jobs.ts'
import {
  cancelPayout,
  getPayoutTerms,
  listPayouts,
  putAuto,
  requestPayout,
} from './payout.shared.ts'

const NINE = '2030-01-31T00:00:00Z' // 9:00 in Japan on the last day of its month
const MIDNIGHT = '2030-01-31T15:00:00Z'

async function app(t: TestContext) {
  const here = await testApp(t, { role: 'web', now: new Date('2030-01-10T03:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH', balance: 50_000 })
  /** Runs the hourly job `times` times at once, and the jobs that it enqueues. */
  const runHourly = async (times = 1) => {
    await Promise.all(Array.from({ length: times }, () => here.run('payout.request_monthly')))
    await here.app.runDueJobs()
  }
  const payouts = async (who: Person) =>
    (await who.call(listPayouts, {})).items.map(({ month, amount, status }) =>
      [month, amount, status].join(' '),
    )
  return { here, mika, runHourly, payouts }
}

test('the automatic request asks for the whole balance at each month’s end, once a month', async (t) => {
  const { here, mika, runHourly, payouts } = await app(t)
  await registerBank(here, mika)
  const asleep = await here.person('Asleep', { balance: 50_000 })
  await registerBank(here, asleep)
  deepEqual(await mika.call(putAuto, { enabled: true }), { enabled: true, next_on: '2030-01-31' })

  await travelTo(here, new Date(Date.parse(NINE) - 1))
  await runHourly()
  deepEqual(await payouts(mika), [], 'not before 9:00')
  await travelTo(here, NINE)
  await runHourly(5)
  deepEqual(await payouts(mika), ['2030-01 49800 reserved'])
  const { auto } = await mika.call(getPayoutTerms, {})
  deepEqual(auto, { enabled: true, next_on: '2030-02-28' })
  for (const at of ['2030-01-31T14:59:59.999Z', MIDNIGHT, '2030-02-28T14:00:00Z']) {
    await travelTo(here, at)
    await runHourly(2)
  }
  deepEqual(await payouts(mika), ['2030-01 49800 reserved'], 'nothing was left for February')
  deepEqual(await payouts(asleep), [])
  const subjects = (await here.inbox(mika.email)).map(({ subject }) => subject)
  equal(subjects.filter((subject) => subject.startsWith('Payout of ¥49,800')).length, 1)
  equal(subjects.filter((subject) => subject.includes('was not requested')).length, 0)
})

test('an automatic payout that I cancel is not requested again before the next month', async (t) => {
  const { here, mika, runHourly, payouts } = await app(t)
  await registerBank(here, mika)
  await mika.call(putAuto, { enabled: true })
  await travelTo(here, NINE)
  await runHourly()
  const { items } = await mika.call(listPayouts, {})
  equal((await mika.call(cancelPayout, { id: items[0]!.id })).status, 'canceled')
  await mika.call(putAuto, { enabled: false })
  await mika.call(putAuto, { enabled: true })

  await travelTo(here, '2030-01-31T02:00:00Z')
  await runHourly()
  deepEqual(await payouts(mika), ['2030-01 49800 canceled'])
  await travelTo(here, '2030-02-28T01:00:00Z')
  await runHourly()
  deepEqual(await payouts(mika), ['2030-02 49800 reserved', '2030-01 49800 canceled'])
  await mika.call(putAuto, { enabled: false })
  await travelTo(here, '2030-03-31T01:00:00Z')
  await runHourly()
  equal((await payouts(mika)).length, 2, 'switched off, it asks for nothing')
})

test('manual and automatic requests together make one payout a month, even at the same time', async (t) => {
  const { here, mika, runHourly, payouts } = await app(t)
  await registerBank(here, mika)
  await mika.call(putAuto, { enabled: true })
  const { account_id } = mika
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  equal((await mika.call(getPayoutTerms, {})).auto.next_on, '2030-02-28')
  await travelTo(here, NINE)
  await runHourly()
  deepEqual(await payouts(mika), ['2030-01 1000 reserved'])
  await mika.call(cancelPayout, { id })
  await runHourly()
  deepEqual(
    await payouts(mika),
    ['2030-01 1000 canceled'],
    'a cancelled payout is not requested again',
  )

  for (const day of ['2030-02-28', '2030-03-31', '2030-04-30', '2030-05-31', '2030-06-30']) {
    await travelTo(here, `${day}T01:00:00Z`)
    const month = day.slice(0, 7)
    const requestNow = () =>
      requestFor(here.app.jobCtx('payout.request_one'), { account_id, month })
    const manual = mika.call(requestPayout, { amount: 1_000 })
    await Promise.all([
      requestNow(),
      requestNow(),
      manual,
      requestNow(),
      requestNow(),
      requestNow(),
    ])
    const { items } = await mika.call(listPayouts, { month })
    equal(items.length, 1, day)
    await mika.call(cancelPayout, { id: items[0]!.id })
    await requestNow()
    equal((await mika.call(listPayouts, { month })).total, 1, 'and none after it')
  }
})

test('the second of two jobs waits and finds the month done', async (t) => {
  const { here, mika, payouts } = await app(t)
  await registerBank(here, mika)
  await mika.call(putAuto, { enabled: true })
  await travelTo(here, NINE)
  const request = { account_id: mika.account_id, month: '2030-01' }
  await whileLocked(here.app.db, {
    lock: sql`select from payout_auto for no key update`,
    action: () => requestFor(here.app.jobCtx('payout.request_one'), request),
    change: (tx) => sql`update payout_auto set done_month = '2030-01'`.execute(tx),
  })
  deepEqual(await payouts(mika), [])
})

test('a missing bank account is mailed once a month, and too little balance never', async (t) => {
  const { here, mika, runHourly, payouts } = await app(t)
  const ren = await here.person('Ren', { balance: 1_199 })
  await here.app.db
    .updateTable('account')
    .set({ lang: 'ja' })
    .where('id', '=', mika.account_id)
    .execute()
  await registerBank(here, ren)
  for (const who of [mika, ren]) await who.call(putAuto, { enabled: true })
  for (const at of [NINE, '2030-01-31T01:00:00Z', '2030-02-28T03:00:00Z']) {
    await travelTo(here, at)
    await runHourly(2)
  }
  const mails = (await here.inbox(mika.email)).filter(({ code }) => code === null)
  deepEqual(
    mails.map(({ subject }) => subject),
    ['2030年2月の自動出金を申請できませんでした', '2030年1月の自動出金を申請できませんでした'],
  )
  for (const { text } of mails) match(text, /先に振込先口座を登録してください。/)
  deepEqual(
    (await here.inbox(ren.email)).filter(({ subject }) => subject.includes('not requested')),
    [],
  )

  await registerBank(here, mika)
  await runHourly()
  deepEqual(await payouts(mika), ['2030-02 49800 reserved'], 'there is still time that day')
})

test('no automatic request is tried for a balance that is too small for a payout', async (t) => {
  const { here, mika, payouts } = await app(t)
  const poor = await here.person('Poor', { balance: 1_199 })
  const just = await here.person('Just', { balance: 1_200 })
  const bankless = await here.person('Bankless', { balance: 0 })
  for (const who of [mika, poor, just]) await registerBank(here, who)
  for (const who of [mika, poor, just, bankless]) await who.call(putAuto, { enabled: true })
  const { id } = await mika.call(requestPayout, { amount: 49_800 }) // nothing is left
  await travelTo(here, NINE)
  await here.run('payout.request_monthly')
  const { rows } = await sql<{ account_id: string }>`
    select payload ->> 'account_id' as account_id from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = task_id
    where identifier = 'payout.request_one'`.execute(here.app.db)
  const asked = rows.map(({ account_id }) => account_id)
  deepEqual(
    [mika, poor, just, bankless].map((who) => asked.includes(who.account_id)),
    [true, false, true, true],
  )
  await here.app.runDueJobs()
  equal((await mika.call(cancelPayout, { id })).status, 'canceled')
  await here.run('payout.request_monthly')
  await here.app.runDueJobs()
  deepEqual(await payouts(mika), ['2030-01 49800 canceled'], 'the month is done')
})

test('the mail about a refused automatic request names its days, even if sent after midnight', async (t) => {
  const { here, mika } = await app(t)
  await mika.call(putAuto, { enabled: true })
  await travelTo(here, '2030-01-31T14:59:00Z')
  await here.run('payout.request_monthly')
  const request = { account_id: mika.account_id, month: '2030-01' }
  await requestFor(here.app.jobCtx('payout.request_one'), request)
  await travelTo(here, '2030-01-31T15:05:00Z')
  await here.app.runDueJobs()
  const [mail] = await here.inbox(mika.email)
  equal(mail!.subject, 'Your automatic payout for January 2030 was not requested')
  match(mail!.text, /until the end of 31 January 2030, Japan time/)
  match(mail!.text, /the next request is on 28 February 2030\./)
})

test('an automatic request that waits for a lock past its month requests nothing', async (t) => {
  const { here, mika, payouts } = await app(t)
  await registerBank(here, mika)
  await mika.call(putAuto, { enabled: true })
  await travelTo(here, NINE)
  const month = '2030-01'
  await whileLocked(here.app.db, {
    lock: sql`select from account where id = ${mika.account_id} for update`,
    action: () =>
      requestFor(here.app.jobCtx('payout.request_one'), { account_id: mika.account_id, month }),
    change: async () => void (here.clock.now = new Date(MIDNIGHT)),
  })
  deepEqual(await payouts(mika), [])
})

test('an automatic request that waits past its month requests nothing', async (t) => {
  const { here, mika, payouts } = await app(t)
  await registerBank(here, mika)
  await mika.call(putAuto, { enabled: true })
  await travelTo(here, NINE)
  await here.run('payout.request_monthly')
  await travelTo(here, MIDNIGHT)
  await here.app.runDueJobs()
  deepEqual(await payouts(mika), [])
})
