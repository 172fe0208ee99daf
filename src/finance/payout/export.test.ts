import { deepEqual, equal, match } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { requestOf } from '#core/http/endpoint.ts'
import { endPayouts, registerBank } from '../../../test/bank-accounts.ts'
import type { Person } from '../../../test/people.ts'
import { waitUntil, travelTo, type TestApp, testApp } from '../../../test/test-app.ts'
import {
  cancelPayout,
  checkUpdate,
  exportPayouts,
  getPayout,
  readBankResults,
  requestPayout,
} from './payout.shared.ts'
import { rewrapPayouts } from './bank-snapshot.ts'

const RESULT_AT = 113 // byte of a data record in which the bank writes its result digit
const REFERENCE_AT = 91 // its ten digits in a data record
const LINE = 122

async function app(t: TestContext) {
  const here = await testApp(t, { now: new Date('2030-01-10T03:00:00Z') })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const mika = await here.person('Mika', { role: 'ORH', balance: 50_000 })
  const ren = await here.person('Ren', { balance: 50_000 })
  const ids = []
  for (const [i, who] of [mika, ren].entries()) {
    await registerBank(here, who, { holder: 'オカダ', account_number: `123456${i}` })
    ids.push((await who.call(requestPayout, { amount: 2_000 + i })).id)
  }
  return { here, sora, mika, ren, ids }
}

async function file(here: TestApp, { token }: Person, format: 'csv' | 'zengin') {
  const { url } = requestOf(exportPayouts, { format, month: '2030-01' })
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(here.url + url, { headers })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('AP-15 without a month the table is of this one, and the bank file of the last that is over', async (t) => {
  const { here, sora } = await app(t)
  const named = async (format: 'csv' | 'zengin') => {
    const { url } = requestOf(exportPayouts, { format })
    const response = await fetch(here.url + url, {
      headers: { authorization: `Bearer ${sora.token}` },
    })
    return [
      response.status,
      /payouts-[\d-]+/.exec(response.headers.get('content-disposition') ?? '')?.[0],
    ]
  }
  deepEqual(await named('csv'), [200, 'payouts-2030-01'])
  equal((await named('zengin'))[0], 409, 'nobody asked for a payout in December')
  await travelTo(here, '2030-01-31T15:00:00Z')
  deepEqual(await named('csv'), [200, 'payouts-2030-02'])
  deepEqual(await named('zengin'), [200, 'payouts-2030-01'])
})

test('MN-11 AP-15 a month’s bank file is the same at each export, and its results end the payouts', async (t) => {
  const { here, sora, mika, ren, ids } = await app(t)
  equal((await file(here, sora, 'zengin')).status, 409, 'the month is not over')
  await travelTo(here, '2030-01-31T15:00:00Z')

  const { bytes } = await file(here, sora, 'zengin')
  equal(bytes.length, 5 * LINE)
  match(bytes.toString('latin1', 0, LINE), /^1210/)
  deepEqual((await file(here, sora, 'zengin')).bytes, bytes)
  equal((await mika.call(getPayout, { id: ids[0]! })).status, 'checking')
  const late = await mika.call(cancelPayout, { id: ids[0]! })
  equal(late.error?.code, 'previous_month_not_cancellable')

  const answer = Buffer.from(bytes)
  answer[LINE + RESULT_AT] = '0'.charCodeAt(0)
  answer[2 * LINE + RESULT_AT] = '2'.charCodeAt(0)
  const results = { file: answer.toString('base64'), reason: 'results of 5 February' }
  const { job_ids, count } = await sora.call(readBankResults, results)
  equal(count, 2)
  for (const job_id of job_ids) {
    const load = () => sora.call(checkUpdate, { job_id })
    equal(
      (await waitUntil(load, (update) => update.status === 'done')).items[0]!.outcome,
      'updated',
    )
  }
  const sales = async (who: Person) => (await who.call(getBalance, {})).sales_balance
  deepEqual([await sales(mika), await sales(ren)], [50_000 - 2_200, 50_000])
  const arrived = async (who: Person, id: string) => (await who.call(getPayout, { id })).arrived_on
  deepEqual(
    [await arrived(mika, ids[0]!), await arrived(ren, ids[1]!)],
    ['2030-02-06', null],
    'not the day of the results',
  )
  deepEqual((await file(here, sora, 'zengin')).bytes, bytes, 'the same after the results')
})

test('MN-11 a payout in the bank’s file is not ended by hand before its transfer date', async (t) => {
  const { here, sora, mika, ren, ids } = await app(t)
  await travelTo(here, '2030-02-01T03:00:00Z')
  const { bytes } = await file(here, sora, 'zengin')
  const money = async (who: Person) => {
    const { sales_balance, reserved_for_payout } = await who.call(getBalance, {})
    return [sales_balance, reserved_for_payout]
  }
  for (const [day, status] of [
    ['2030-02-02T03:00:00Z', 'failed'],
    ['2030-02-04T14:59:59Z', 'processed'],
  ] as const) {
    await travelTo(here, day)
    deepEqual(
      (await endPayouts(sora, ids, status)).items,
      ids.map((id) => ({ id, outcome: 'refused', code: 'transfer_not_due' })),
    )
  }
  deepEqual(await money(mika), [50_000 - 2_200, 2_200])
  equal((await mika.call(getPayout, { id: ids[0]! })).status, 'checking')
  deepEqual((await file(here, sora, 'zengin')).bytes, bytes)

  await travelTo(here, '2030-02-04T15:00:00Z') // 5 February in Japan
  equal((await endPayouts(sora, ids, 'failed')).items[1]!.outcome, 'updated')
  deepEqual(await money(ren), [50_000, 0])
})

test('MN-11 AP-15 a result file and an update by hand can name the payouts of a large month', async (t) => {
  const { here, sora } = await app(t)
  await travelTo(here, '2030-02-01T03:00:00Z')
  const { bytes } = await file(here, sora, 'zengin')
  bytes[LINE + RESULT_AT] = '0'.charCodeAt(0)
  const [header, line, end] = [0, 1, 4].map((at) =>
    bytes.toString('latin1', at * LINE, (at + 1) * LINE),
  )
  const lines = Array.from(
    { length: 60_000 },
    (_, i) => line!.slice(0, REFERENCE_AT) + (1e9 + i) + line!.slice(REFERENCE_AT + 10),
  )
  const trailer = `8060000${String(60_000 * 2_000).padStart(12, '0')}`.padEnd(120)
  const many = [header, ...lines, `${trailer}\r\n`, end].join('')
  const answer = Buffer.from(many, 'latin1').toString('base64')
  const read = await sora.call(readBankResults, { file: answer, reason: 'results' })
  deepEqual(read.error, { code: 'bank_file_invalid', params: { reason: 'unknown', line: 2 } })

  const nobodys = Array.from({ length: 60_000 }, () => crypto.randomUUID())
  const { items } = await endPayouts(sora, nobodys, 'failed')
  deepEqual([items.length, items[0]!.code], [60_000, 'not_found'])
})

test('EN-13 rewrapped with a new first key, payouts are exported without the old key', async (t) => {
  const { here, sora } = await app(t)
  await travelTo(here, '2030-02-01T00:00:00Z')
  const { bytes } = await file(here, sora, 'zengin')
  here.config.keyRing = `k9:${randomBytes(32).toString('base64')},${here.config.keyRing}`
  equal(await rewrapPayouts(here.app.db, here.config.keyRing), 2)
  equal(await rewrapPayouts(here.app.db, here.config.keyRing), 0)
  here.config.keyRing = here.config.keyRing.split(',')[0]!
  deepEqual((await file(here, sora, 'zengin')).bytes, bytes)
})

test('a link from another origin exports no bank file, a link from this origin does', async (t) => {
  const { here, sora } = await app(t)
  await travelTo(here, '2030-02-01T00:00:00Z')
  const follow = async (site: string) => {
    const { url } = requestOf(exportPayouts, { format: 'zengin', month: '2030-01' })
    const headers = { cookie: `session=${sora.token}`, 'sec-fetch-site': site }
    return (await fetch(here.url + url, { headers })).status
  }
  const sent = async () => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from payout_export) + (select count(exported_at) from payout) as n
    `.execute(here.app.db)
    return rows[0]!.n
  }
  for (const site of ['cross-site', 'same-site']) equal(await follow(site), 403, site)
  equal(await sent(), 0)
  equal(await follow('same-origin'), 200)
  equal(await sent(), 3)
  equal(await follow('none'), 200, 'a typed address')
})

test('the bank’s file has reserved payouts only', async (t) => {
  const { here, sora, mika, ids } = await app(t)
  equal((await mika.call(cancelPayout, { id: ids[0]! })).status, 'canceled')
  await travelTo(here, '2030-02-01T00:00:00Z')
  equal((await file(here, sora, 'zengin')).bytes.length, 4 * LINE)
})

test('a result file with a different amount, swapped amounts or missing bytes changes nothing', async (t) => {
  const { here, sora, mika, ids } = await app(t)
  await travelTo(here, '2030-02-01T00:00:00Z')
  const { bytes } = await file(here, sora, 'zengin')
  for (const line of [1, 2]) bytes[line * LINE + RESULT_AT] = '0'.charCodeAt(0)
  const other = Buffer.from(bytes.toString('latin1').replace('0000002000', '0000003000'), 'latin1')
  const swap: Record<string, string> = { '0000002000': '0000002001', '0000002001': '0000002000' }
  const swapped = Buffer.from(
    bytes.toString('latin1').replaceAll(/0000002000|0000002001/g, (amount) => swap[amount]!),
    'latin1',
  )
  for (const wrong of [other, swapped, bytes.subarray(0, -LINE), bytes.subarray(1)]) {
    const body = { file: wrong.toString('base64'), reason: 'results' }
    equal((await sora.call(readBankResults, body)).error?.code, 'bank_file_invalid')
  }
  equal((await mika.call(getPayout, { id: ids[0]! })).status, 'checking')
})

test('EN-13 only an administrator’s export shows full account numbers, and it is recorded', async (t) => {
  const { here, sora, mika } = await app(t)
  equal((await file(here, mika, 'csv')).status, 403)

  const { bytes } = await file(here, sora, 'csv')

  match(bytes.toString(), /1234560.*オカダ/)
  const rows = await here.app.db
    .selectFrom('payout_export')
    .select(['asked_by', 'month', 'format', 'count', 'sum'])
    .execute()
  deepEqual(rows, [
    { asked_by: sora.account_id, month: '2030-01', format: 'csv', count: 2, sum: 4_001 },
  ])
})

test('after a late export, people see the transfer date in the bank’s file', async (t) => {
  const { here, sora, mika, ids } = await app(t)
  const days = async () => {
    const { sent_on, expected_on } = await mika.call(getPayout, { id: ids[0]! })
    return [sent_on, expected_on]
  }
  deepEqual(await days(), ['2030-02-05', '2030-02-06'])

  await travelTo(here, '2030-02-20T03:00:00Z')
  equal((await file(here, sora, 'zengin')).status, 200)

  deepEqual(await days(), ['2030-02-21', '2030-02-22'])
})
