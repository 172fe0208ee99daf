import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { payAt } from '../../../test/card-purchase.ts'
import { postTransfers } from '../../../test/ledger.ts'
import type { Person } from '../../../test/people.ts'
import { listForSale, createTitle } from '../../../test/titles.ts'
import { waitUntil, testApp, type TestApp } from '../../../test/test-app.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { getPointDetail, listPointDetails, listTransactions } from './history.shared.ts'

/** Sets up two sales: No. 1 from Mika to Ren, paid from balance, then to Aoi, paid partly by card. */
async function twoSales(here: TestApp) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000, points: 300 })
  const aoi = await here.person('Aoi', { balance: 400 })
  const film = await createTitle(here, mika, { copies: 2, price: 1_000 })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  const token = film.tokens.get(1)!
  await listForSale(here, ren, [token], 2_000)
  const again = { ...film.order(1, 400), owner_account_id: ren.account_id, asset_sale_price: 2_000 }
  const { url } = await aoi.call(purchaseSerial, again)
  await payAt(url, '4242424242424242')
  await waitUntil(
    () => aoi.call(listPointDetails, { kind: 'buy' }),
    ({ total }) => total === 1,
  )
  return { mika, ren, aoi, film }
}

test('MN-01 the entries of a person add up to their balance', async (t) => {
  const here = await testApp(t)
  const { mika, ren, aoi, film } = await twoSales(here)
  await aoi.call(purchaseSerial, film.order(2, 0)) // held but not paid: no entry
  await endSome(here, ren)

  for (const somebody of [mika, ren, aoi]) {
    const { items } = await somebody.call(listPointDetails, { limit: 100 })
    const sum = (of: 'sales_change' | 'points_change' | 'amount') =>
      items.reduce((all, row) => all + row[of], 0)
    const { sales_balance, points, total } = await somebody.call(getBalance, {})
    deepEqual(
      { sales_balance: sum('sales_change'), points: sum('points_change'), total: sum('amount') },
      { sales_balance, points, total },
      somebody.name,
    )
  }
})

/** Converts 700 yen of earnings to points and lets 200 of them expire. */
function endSome(here: TestApp, somebody: Person) {
  const { account_id } = somebody
  const [sales, points] = [
    { account_id, kind: 'sales' },
    { account_id, kind: 'points' },
  ] as const
  const of = { subject_id: account_id }
  return postTransfers(
    here,
    [somebody],
    [
      { ...of, debit: sales, credit: points, amount: 700, reason: 'convert' },
      { ...of, debit: points, credit: { kind: 'points_issued' }, amount: 200, reason: 'expire' },
    ],
  )
}

test('MN-02 entries show their kind, changes and counterpart, newest first', async (t) => {
  const here = await testApp(t)
  const { mika, ren, aoi } = await twoSales(here)
  await endSome(here, ren)
  const load = async (who: Person) =>
    (await who.call(listPointDetails, {})).items.map((row) => [
      row.kind,
      row.sales_change,
      row.points_change,
      row.card_amount,
      row.balance_used,
      row.number,
      row.counterpart,
    ])

  deepEqual(await load(ren), [
    ['expiry', 0, -200, 0, 0, null, null],
    ['conversion', -700, 700, 0, 0, null, null],
    ['sale', 1_700, 0, 0, 0, 1, 'Aoi'],
    ['buy', -700, -300, 0, 1_000, 1, 'Mika'],
    ['opening', 0, 300, 0, 0, null, null],
    ['opening', 5_000, 0, 0, 0, null, null],
  ])
  deepEqual(await load(aoi), [
    ['buy', -400, 0, 1_600, 400, 1, 'Ren'],
    ['opening', 400, 0, 0, 0, null, null],
  ])
  deepEqual(await load(mika), [
    ['royalty', 200, 0, 0, 0, 1, null],
    ['sale', 900, 0, 0, 0, 1, 'Ren'],
  ])
})

test('MN-02 CO-05 the history begins on 12 April 2023 in Japan', async (t) => {
  const here = await testApp(t, { now: new Date('2023-04-11T14:59:59.999Z') })
  const ren = await here.person('Ren', { balance: 1_000 })
  equal((await ren.call(listPointDetails, {})).total, 0)
  equal((await ren.call(listPointDetails, { month: '2023-04' })).total, 0)

  here.clock.now = new Date('2023-04-11T15:00:00Z')
  await endSome(here, ren)
  const { items, total } = await ren.call(listPointDetails, { month: '2023-04' })
  deepEqual(
    { total, kinds: items.map(({ kind }) => kind) },
    { total: 2, kinds: ['expiry', 'conversion'] },
  )
})

test('MN-03 buyer, seller and creator each see the shares and the tax of a deal', async (t) => {
  const here = await testApp(t)
  const { mika, ren, aoi } = await twoSales(here)
  const shares = { price: 2_000, platform_fee: 100, royalty: 200, net: 1_700, tax: 181 }
  for (const [somebody, kind] of [
    [aoi, 'buy'],
    [ren, 'sale'],
    [mika, 'royalty'],
  ] as const) {
    const [row] = (await somebody.call(listPointDetails, { kind })).items
    const detail = await somebody.call(getPointDetail, { id: row!.id })
    deepEqual({ kind: detail.kind, shares: detail.shares }, { kind, shares })
  }
})

test('RO-04 an administrator cannot see another person’s entries', async (t) => {
  const here = await testApp(t)
  const { ren } = await twoSales(here)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  equal((await sora.call(listPointDetails, {})).total, 0)
  equal((await sora.call(listTransactions, {})).total, 0)
  const { items } = await ren.call(listPointDetails, {})
  ok(items.length > 0)
  for (const { id } of items)
    equal((await sora.call(getPointDetail, { id })).error?.code, 'not_found')
})

test('MN-17 a person filters their deals by type and by month in Japan, page by page', async (t) => {
  const here = await testApp(t, { now: new Date('2030-01-31T14:59:00Z') })
  const { ren, film } = await twoSales(here)
  here.clock.now = new Date('2030-01-31T15:00:00Z') // February in Japan
  await ren.call(purchaseForFree, film.order(2, 1_000))
  const kinds = async (query: object) => {
    const { items, total } = await ren.call(listTransactions, query)
    return { kinds: items.map(({ kind }) => kind), total }
  }

  deepEqual(await kinds({}), { kinds: ['buy', 'sale', 'buy'], total: 3 })
  deepEqual(await kinds({ limit: 1, offset: 1 }), { kinds: ['sale'], total: 3 })
  deepEqual(await kinds({ type: 'sale' }), { kinds: ['sale'], total: 1 })
  deepEqual(await kinds({ month: '2030-01' }), { kinds: ['sale', 'buy'], total: 2 })
  deepEqual(await kinds({ month: '2030-02' }), { kinds: ['buy'], total: 1 })
  deepEqual(await kinds({ month: '2029-12' }), { kinds: [], total: 0 })
  equal((await ren.call(listTransactions, { month: '2030-13' })).error?.code, 'input_invalid')
})

test('MN-01 a long history is counted in steps of a thousand entries, and can be read to its end', async (t) => {
  const here = await testApp(t)
  const ren = await here.person('Ren', { balance: 1_001 })
  const { account_id } = ren
  const one = {
    amount: 1,
    reason: 'convert',
    subject_id: account_id,
    debit: { account_id, kind: 'sales' },
    credit: { account_id, kind: 'points' },
  } as const
  await postTransfers(
    here,
    [ren],
    Array.from({ length: 1_001 }, () => one),
  )
  const load = async (offset: number) => {
    const { items, total, total_is_capped } = await ren.call(listPointDetails, { offset })
    return { rows: items.length, last: items.at(-1)?.kind, total, total_is_capped }
  }

  const capped = { rows: 16, last: 'conversion', total: 1_000, total_is_capped: true }
  deepEqual(await load(0), capped)
  deepEqual(await load(976), capped)
  deepEqual(await load(992), { rows: 10, last: 'opening', total: 1_002, total_is_capped: false })
})
