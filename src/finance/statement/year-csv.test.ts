import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import type { Side, Transfer } from '#src/ledger/ledger.ts'
import { endPayouts, registerBank } from '../../../test/bank-accounts.ts'
import { postTransfers } from '../../../test/ledger.ts'
import type { Person } from '../../../test/people.ts'
import { createTitle } from '../../../test/titles.ts'
import { travelTo, testApp, type TestApp } from '../../../test/test-app.ts'
import { putPayee } from '#src/finance/payout/payee.shared.ts'
import { cancelPayout, requestPayout } from '#src/finance/payout/payout.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { yearAddress } from './statement.shared.ts'

/** Fetches a year's file and returns its columns and rows. */
async function yearOf(here: TestApp, who: Person, year: string) {
  const response = await fetch(here.url + yearAddress(year), {
    headers: { authorization: `Bearer ${who.token}` },
  })
  equal(response.status, 200)
  const bytes = Buffer.from(await response.arrayBuffer())
  equal(bytes.subarray(0, 3).toString('hex'), 'efbbbf') // byte order mark, by which Excel recognises UTF-8
  const [columns, ...rows] = bytes
    .subarray(3)
    .toString()
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return { columns: columns!, rows, head: response.headers.get('content-disposition') }
}

const SALES_CHANGE = 10
const POINTS_CHANGE = 11
const SALES = 12
const POINTS = 13
const balancesIn = (row: string[]) => [Number(row[SALES]), Number(row[POINTS])]

test('MN-01 the movements in the files of all years add up to the balance', async (t) => {
  const here = await testApp(t, { now: new Date('2027-12-01T00:00:00Z') })
  const ren = await here.person('Ren', { balance: 1_000_000, points: 1_000_000 })
  const moves = await movesAtRandom(here, ren, 3_500)
  await travelTo(here, '2030-03-01T00:00:00Z')
  let [sales, points] = [0, 0]
  let seen = 0
  for (const year of ['2027', '2028', '2029', '2030']) {
    const { rows } = await yearOf(here, ren, year)
    deepEqual(
      balancesIn(rows[0]!),
      [sales, points],
      `${year} opens with the closing balance of the year before`,
    )
    for (const row of rows.slice(1, -1)) {
      sales += Number(row[SALES_CHANGE])
      points += Number(row[POINTS_CHANGE])
      deepEqual(balancesIn(row), [sales, points])
      ok(row[0]!.startsWith(`${year}-`), row[0])
      seen++
    }
    deepEqual(balancesIn(rows.at(-1)!), [sales, points])
  }
  equal(seen, moves + 2) // plus the two opening balances
  const balance = await ren.call(getBalance, {})
  deepEqual([sales, points], [balance.sales_balance, balance.points])
})

/** Posts about `count` random movements of one person's balances over two years. */
async function movesAtRandom(here: TestApp, { account_id }: Person, count: number) {
  const [sales, points]: Side[] = [
    { account_id, kind: 'sales' },
    { account_id, kind: 'points' },
  ]
  const app = (kind: 'card' | 'points_issued'): Side => ({ kind })
  const kinds: Pick<Transfer, 'debit' | 'credit' | 'reason'>[] = [
    { debit: sales!, credit: points!, reason: 'convert' },
    { debit: points!, credit: app('points_issued'), reason: 'expire' },
    { debit: app('points_issued'), credit: points!, reason: 'coupon' },
    { debit: app('card'), credit: sales!, reason: 'royalty' },
    { debit: app('card'), credit: sales!, reason: 'fee_return' },
  ]
  const begin = Date.parse('2028-01-01T00:00:00+09:00')
  // Half of them are in January, which then needs several pages; two are at a start of month and year.
  const days = Array.from({ length: 58 }, (_, i) => (i % 2 ? 31 : 731))
  const times = days.map((most) => begin + randomInt(most) * 86_400_000 + randomInt(86_400_000))
  times.push(begin + 31 * 86_400_000, begin + 366 * 86_400_000)
  for (const at of times.toSorted((a, b) => a - b)) {
    const transfers = Array.from({ length: Math.ceil(count / times.length) }, () => ({
      ...kinds[randomInt(kinds.length)]!,
      amount: 1 + randomInt(500),
      subject_id: randomUUID(),
    }))
    await postTransfers(here, [{ account_id }], transfers, new Date(at))
  }
  return Math.ceil(count / times.length) * times.length
}

test('a movement belongs to the year of its time in Japan, to the millisecond', async (t) => {
  const here = await testApp(t, { now: new Date('2029-12-31T14:59:59.999Z') })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 3_000 })
  const film = await createTitle(here, mika, { copies: 2, price: 1_000 })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  await travelTo(here, '2029-12-31T15:00:00Z')
  await ren.call(purchaseForFree, film.order(2, 1_000))
  const rowsOf = async (year: string) =>
    (await yearOf(here, mika, year)).rows.map((row) => [row[0], row[1], ...row.slice(3, 14)].join())

  deepEqual(await rowsOf('2029'), [
    '2029-01-01 00:00:00,Opening balance,,,,,,,,,,0,0',
    '2029-12-31 23:59:59,Sale,1,Ren,1000,100,,90,,900,0,900,0',
    '2029-12-31 23:59:59,Closing balance,,,,,,,,,,900,0',
  ])
  deepEqual(await rowsOf('2030'), [
    '2030-01-01 00:00:00,Opening balance,,,,,,,,,,900,0',
    '2030-01-01 00:00:00,Sale,2,Ren,1000,100,,90,,900,0,1800,0',
    '2030-01-01 00:00:00,Closing balance,,,,,,,,,,1800,0',
  ])
  const bought = (await yearOf(here, ren, '2029')).rows[2]!
  deepEqual(
    [bought[1], bought[4], bought[SALES_CHANGE], bought[SALES]],
    ['Purchase', 'Mika', '-1000', '2000'],
  )
})

test('MN-10 the year’s file takes back the tax of payouts that failed or were cancelled', async (t) => {
  const here = await testApp(t, { now: new Date('2030-01-10T00:00:00Z') })
  const ren = await here.person('Ren', { balance: 10_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await registerBank(here, ren)
  const payee = { account_id: ren.account_id, withholding: 'domestic_individual' } as const
  await sora.call(putPayee, { ...payee, reason: 'a natural person' })
  const request = async (amount: number) => (await ren.call(requestPayout, { amount })).id
  await endPayouts(sora, [await request(1_000)], 'failed')
  await ren.call(cancelPayout, { id: await request(2_000) })
  await endPayouts(sora, [await request(3_000)], 'processed')
  const { rows } = await yearOf(here, ren, '2030')
  deepEqual(
    // Counted from the end, since “Payout, fee included” has a comma.
    rows.slice(2, -1).map((row) => [row[1], row.at(-10), row.at(-7), row.at(-6)]),
    [
      ['"Payout', '200', '102', '-1200'],
      ['Payout returned', '', '-102', '1200'],
      ['"Payout', '200', '204', '-2200'],
      ['Payout returned', '', '-204', '2200'],
      ['"Payout', '200', '306', '-3200'],
    ],
  )
})

test('a year’s file is named after the year, and years without history have no file', async (t) => {
  const here = await testApp(t)
  const ren = await here.person('Ren', { balance: 3_000 })
  const file = await yearOf(here, ren, '2030')
  equal(file.head, 'attachment; filename="renban-2030.csv"')
  equal(file.columns.length, file.rows[1]!.length)
  equal((await yearOf(here, ren, '2023')).rows[0]![0], '2023-04-12 00:00:00')
  for (const [year, status] of [
    ['2022', 404],
    ['2031', 404],
    ['203', 422],
  ] as const) {
    const headers = { authorization: `Bearer ${ren.token}` }
    equal((await fetch(here.url + yearAddress(year), { headers })).status, status)
  }
})
