import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { endPayouts, registerBank } from '../../../test/bank-accounts.ts'
import { postTransfers } from '../../../test/ledger.ts'
import { captureLog } from '../../../test/log-capture.ts'
import type { Person } from '../../../test/people.ts'
import { listForSale, type Title, createTitle } from '../../../test/titles.ts'
import { travelTo, testApp, type TestApp } from '../../../test/test-app.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import type { PersonKind } from '#src/ledger/ledger.ts'
import { putPayee } from '#src/finance/payout/payee.shared.ts'
import { requestPayout } from '#src/finance/payout/payout.shared.ts'
import {
  cancelPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { getStatement, type Line, listStatements } from './statement.shared.ts'

const JANUARY = '2030-01-10T00:00:00Z'
const FEBRUARY = '2030-01-31T15:00:00Z' // in Japan

/** Sets up January: Mika sells No. 1 to Ren, who resells it to Aoi. */
async function january(here: TestApp) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000, points: 300 })
  const aoi = await here.person('Aoi', { balance: 2_400 })
  const film = await createTitle(here, mika, { copies: 3, price: 1_000 })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  await listForSale(here, ren, [film.tokens.get(1)!], 2_000)
  const again = { ...film.order(1, 2_000), owner_account_id: ren.account_id }
  await aoi.call(purchaseForFree, { ...again, asset_sale_price: 2_000 })
  return { mika, ren, aoi, film }
}

const rowOf = ({ kind, number, counterpart, price, fee, royalty, ...line }: Line) => [
  kind,
  number,
  counterpart,
  price,
  fee,
  royalty,
  line.sales_change,
  line.points_change,
]

test('MN-01 MN-03 a month’s statement leads from the opening to the closing balance, deal by deal', async (t) => {
  const here = await testApp(t, { now: new Date(JANUARY) })
  const { mika, ren, aoi, film } = await january(here)
  const { purchase_id } = await ren.call(purchaseSerial, film.order(2, 400)) // held, not paid
  ok(purchase_id)
  const now = await ren.call(getStatement, { month: '2030-01' })
  deepEqual([now.is_over, now.until], [false, here.clock.now.toISOString()])

  deepEqual(now.lines.map(rowOf), [
    ['opening', null, null, 0, 0, 0, 5_000, 0],
    ['opening', null, null, 0, 0, 0, 0, 300],
    ['buy', 1, 'Mika', 1_000, 0, 0, -700, -300],
    ['sale', 1, 'Aoi', 2_000, 100, 200, 1_700, 0],
    ['hold', 2, 'Mika', 0, 0, 0, -400, 0],
  ])
  deepEqual(now.opening, { sales: 0, points: 0 })
  deepEqual(now.closing, { sales: 5_600, points: 0 })
  deepEqual((await mika.call(getStatement, { month: '2030-01' })).lines.map(rowOf), [
    ['sale', 1, 'Ren', 1_000, 100, 0, 900, 0],
    ['royalty', 1, null, 2_000, 0, 0, 200, 0],
  ])
  deepEqual((await aoi.call(getStatement, { month: '2030-01' })).lines.map(rowOf), [
    ['opening', null, null, 0, 0, 0, 2_400, 0],
    ['buy', 1, 'Ren', 2_000, 0, 0, -2_000, 0],
  ])

  await travelTo(here, FEBRUARY)
  await ren.call(cancelPurchase, { kid: film.kid, serial_number: 2 })
  const january_again = await ren.call(getStatement, { month: '2030-01' })
  deepEqual([january_again.is_over, january_again.until], [true, '2030-01-31T15:00:00.000Z'])
  deepEqual(january_again.lines, now.lines)
  const next = await ren.call(getStatement, { month: '2030-02' })
  deepEqual(next.opening, now.closing)
  deepEqual(next.lines.map(rowOf), [['hold', 2, 'Mika', 0, 0, 0, 400, 0]])
  equal(next.closing.sales, (await ren.call(getBalance, {})).sales_balance)
})

test('a hold of one month that is settled in the next stays a hold in the first statement', async (t) => {
  const here = await testApp(t, { now: new Date(JANUARY) })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 500 })
  const own = (kind: PersonKind) => ({ account_id: ren.account_id, kind })
  const deal = { amount: 400, subject_id: randomUUID() }
  const sales = { account_id: mika.account_id, kind: 'sales' } as const
  await postTransfers(
    here,
    [ren],
    [{ ...deal, debit: own('sales'), credit: own('hold'), reason: 'hold' }],
  )
  const before = await ren.call(getStatement, { month: '2030-01' })

  await travelTo(here, FEBRUARY)
  await postTransfers(
    here,
    [ren, mika],
    [{ ...deal, debit: own('hold'), credit: sales, reason: 'sale' }],
  )
  const { lines } = await ren.call(getStatement, { month: '2030-01' })
  deepEqual(lines, before.lines)
  deepEqual(
    lines.map(({ kind }) => kind),
    ['opening', 'hold'],
  )
  equal((await ren.call(getStatement, { month: '2030-02' })).error?.code, 'not_found')
  const [sale] = (await mika.call(getStatement, { month: '2030-02' })).lines
  deepEqual([sale!.kind, sale!.sales_change], ['sale', 400])
})

test('MN-10 each step of a payout appears in its own month, and its fee is invoiced when charged', async (t) => {
  const here = await testApp(t, { now: new Date(JANUARY) })
  const ren = await here.person('Ren', { balance: 10_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await registerBank(here, ren)
  const withholding = 'domestic_individual'
  await sora.call(putPayee, { account_id: ren.account_id, withholding, reason: 'a natural person' })
  const first = await ren.call(requestPayout, { amount: 1_000 })
  await endPayouts(sora, [first.id], 'failed')
  const second = await ren.call(requestPayout, { amount: 2_000 })
  const month = async (of: string) => {
    const { lines, invoice } = await ren.call(getStatement, { month: of })
    const moved = lines.map((line) => [line.kind, line.fee, line.withheld, line.sales_change])
    return { moved, fees: [invoice.payout_fee, invoice.total, invoice.tax] }
  }
  const expectedJanuary = {
    moved: [
      ['opening', 0, 0, 10_000],
      ['payout', 200, 102, -1_200],
      ['payout_return', 0, -102, 1_200],
      ['payout', 200, 204, -2_200],
    ],
    fees: [0, 0, 0],
  }
  deepEqual(await month('2030-01'), expectedJanuary)
  await travelTo(here, FEBRUARY)
  await endPayouts(sora, [second.id], 'failed_and_charged')

  deepEqual(await month('2030-01'), expectedJanuary)
  deepEqual(await month('2030-02'), {
    moved: [['payout_return', 0, -204, 2_000]],
    fees: [200, 200, 18],
  })
})

async function buysAll(buyer: Person, film: Title, price: number) {
  for (const number of film.tokens.keys()) {
    const answer = await buyer.call(purchaseForFree, film.order(number, price))
    equal(answer.error, undefined)
  }
}

test('MN-17 a person lists their own months with movements, newest first', async (t) => {
  const here = await testApp(t, { now: new Date('2029-12-31T14:59:59.999Z') })
  const { ren } = await january(here)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await travelTo(here, '2030-02-28T15:00:00Z')
  await here.run('payout.end_lots') // no deadline has passed yet
  const load = (limit?: number, offset?: number) => ren.call(listStatements, { limit, offset })

  deepEqual(await load(), {
    items: [{ month: '2029-12', is_over: true }],
    total: 1,
    years: ['2029'],
  })
  await travelTo(here, '2030-07-15T00:00:00Z')
  await here.run('payout.end_lots') // December's earnings become points after half a year
  const both = [
    { month: '2030-07', is_over: false },
    { month: '2029-12', is_over: true },
  ]
  deepEqual(await load(), { items: both, total: 2, years: ['2030', '2029'] })
  deepEqual((await load(1, 1)).items, [both[1]])
  deepEqual(await sora.call(listStatements, {}), { items: [], total: 0, years: [] })
  for (const month of ['2030-01', '2030-08', '2023-03', '2029-11'])
    equal((await ren.call(getStatement, { month })).error?.code, 'not_found', month)
  equal((await sora.call(getStatement, { month: '2029-12' })).error?.code, 'not_found')
})

test('a month of more than 200 deals is summed by title', async (t) => {
  const here = await testApp(t, { now: new Date(JANUARY) })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 2_500 })
  const films = [
    await createTitle(here, mika, { copies: 3, price: 500 }),
    await createTitle(here, mika, { copies: 2, price: 500 }),
  ]
  for (const film of films) await buysAll(ren, film, 500)
  const load = async () => {
    const { is_grouped, lines, closing } = await mika.call(getStatement, { month: '2030-01' })
    const rows = lines.map((line) => [
      line.kind,
      line.kid,
      line.number,
      line.count,
      line.price,
      line.fee,
      line.sales_change,
    ])
    return { is_grouped, lines: rows, sales: closing.sales }
  }
  await earns(here, mika, 195)
  const each = await load()
  deepEqual([each.is_grouped, each.lines.length, each.sales], [false, 200, 2_250 + 195])

  await earns(here, mika, 1)
  deepEqual(await load(), {
    is_grouped: true,
    lines: [
      ['sale', films[0]!.kid, null, 3, 1_500, 150, 1_350],
      ['sale', films[1]!.kid, null, 2, 1_000, 100, 900],
      ['royalty', null, null, 196, 196, 0, 196],
    ],
    sales: 2_250 + 196,
  })
})

/** Posts `count` royalties of one yen. */
async function earns(here: TestApp, { account_id }: Person, count: number) {
  const royalty = { debit: { kind: 'card' }, credit: { account_id, kind: 'sales' } } as const
  const transfers = Array.from({ length: count }, () => ({
    ...royalty,
    amount: 1,
    reason: 'royalty' as const,
    subject_id: randomUUID(),
  }))
  await postTransfers(here, [{ account_id }], transfers)
}

test('a statement that differs from the ledger is an internal error, which is logged', async (t) => {
  const here = await testApp(t, { now: new Date(JANUARY) })
  const { ren } = await january(here)
  const shift = (yen: number) =>
    sql`update ledger_account set balance = balance + ${yen}::int
      where kind = 'sales' and account_id = ${ren.account_id}`.execute(here.app.db)
  await shift(1)
  const lines = captureLog(t)
  const answer = await ren.call(getStatement, { month: '2030-01' })
  await shift(-1)

  equal(answer.error?.code, 'bug')
  match(lines.join(), /the statement of .* comes to .*6000.* the ledger to .*6001/)
})
