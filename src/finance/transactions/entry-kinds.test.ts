import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { endsPayouts, registersBank } from '../../../test/banks.ts'
import { books } from '../../../test/ledger.ts'
import type { Somebody } from '../../../test/people.ts'
import { travel, testApp, type TestApp } from '../../../test/test-app.ts'
import type { PersonKind } from '#src/ledger/ledger.ts'
import { cancelPayout, requestPayout } from '#src/finance/payout/payout.shared.ts'
import { listPointDetails } from './history.shared.ts'

test('MN-02 MN-10 a payout is one entry, with its outcome in kind and amount', async (t) => {
  const here = await testApp(t)
  const ren = await here.person('Ren', { balance: 10_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await registersBank(here, ren)
  for (const end of ['failed', 'canceled', 'failed_and_charged', 'processed'] as const) {
    if (end === 'processed') await travel(here, '2030-02-01T00:00:00Z') // one a month
    const { id } = await ren.call(requestPayout, { amount: 1_000 })
    const { items } = await ren.call(listPointDetails, { limit: 1 })
    deepEqual([items[0]!.kind, items[0]!.amount, items[0]!.fee], ['payout', -1_200, 200])
    if (end === 'canceled') await ren.call(cancelPayout, { id })
    else await endsPayouts(sora, [id], end)
  }
  const { items } = await ren.call(listPointDetails, {})

  deepEqual(
    items.map(({ kind, amount, fee }) => [kind, amount, fee]),
    [
      ['payout', -1_200, 200],
      ['payout_failed', -200, 200],
      ['payout_canceled', 0, 0],
      ['payout_failed', 0, 0],
      ['opening', 10_000, 0],
    ],
  )
  equal((await ren.call(listPointDetails, { kind: 'payout_failed' })).total, 2)
  equal(
    items.reduce((all, { amount }) => all + amount, 0),
    await ren.balance(),
  )
})

test('MN-02 a rental, a distribution and a coupon are one entry each once their money has moved', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 1_000 })
  const ren = await here.person('Ren', { balance: 200, points: 100 })
  await rents(here, ren, mika)
  await distributes(here, mika)
  await getsPoints(here, ren)
  const load = async (who: Somebody) =>
    (await who.call(listPointDetails, {})).items
      .filter(({ kind }) => kind !== 'opening')
      .map((row) => [
        row.kind,
        row.sales_change,
        row.points_change,
        row.card_amount,
        row.balance_used,
      ])

  deepEqual(await load(ren), [
    ['coupon', 0, 80, 0, 0],
    ['rental', -150, -100, 50, 250],
  ])
  deepEqual(await load(mika), [
    ['distribution', -220, 0, 0, 0],
    ['distribution', -110, 0, 0, 0],
    ['rental', 270, 0, 0, 0],
  ])
})

/** Posts a rental of 300 yen: 100 points, 150 yen of earnings, 50 yen by card; the fee is a tenth. */
function rents(here: TestApp, renter: Somebody, owner: Somebody) {
  const of = { subject_id: randomUUID() }
  const own = (kind: PersonKind) => ({ account_id: renter.account_id, kind })
  const earned = { account_id: owner.account_id, kind: 'sales' } as const
  const hold = own('hold')
  return books(
    here,
    [renter, owner],
    [
      { ...of, debit: own('points'), credit: hold, amount: 100, reason: 'hold' },
      { ...of, debit: own('sales'), credit: hold, amount: 150, reason: 'hold' },
      { ...of, debit: { kind: 'card' }, credit: hold, amount: 50, reason: 'card' },
      { ...of, debit: hold, credit: earned, amount: 270, reason: 'rental' },
      { ...of, debit: hold, credit: { kind: 'fees' }, amount: 30, reason: 'fee' },
    ],
  )
}

/** Posts two distributions: one paid directly, and one whose fee was held first. */
function distributes(here: TestApp, { account_id }: Somebody) {
  const [once, held] = [{ subject_id: randomUUID() }, { subject_id: randomUUID() }]
  const [sales, hold] = [
    { account_id, kind: 'sales' },
    { account_id, kind: 'hold' },
  ] as const
  const fees = { credit: { kind: 'fees' }, reason: 'distribution_fee' } as const
  return books(
    here,
    [{ account_id }],
    [
      { ...once, ...fees, debit: sales, amount: 110 },
      { ...held, debit: sales, credit: hold, amount: 220, reason: 'hold' },
      { ...held, ...fees, debit: hold, amount: 220 },
    ],
  )
}

/** Posts 80 points from a coupon. */
function getsPoints(here: TestApp, { account_id }: Somebody) {
  const points = { account_id, kind: 'points' } as const
  const given = { debit: { kind: 'points_issued' }, credit: points, amount: 80 } as const
  return books(here, [{ account_id }], [{ ...given, reason: 'coupon', subject_id: randomUUID() }])
}
