import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { endPayouts, registerBank } from '../../../test/bank-accounts.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { payAt } from '../../../test/card-purchase.ts'
import { codesOf, pointCoupons } from '../../../test/coupons.ts'
import { draft, waitForStatus } from '../../../test/distributions.ts'
import type { Person } from '../../../test/people.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { createTitle } from '../../../test/titles.ts'
import { accept, offer, openToTrade, traderTitle } from '../../../test/trades.ts'
import { waitUntil, travelTo, testApp, type TestApp } from '../../../test/test-app.ts'
import { cancelPayout, requestPayout } from '#src/finance/payout/payout.shared.ts'
import { occupyCoupon } from '#src/sales/coupon/coupon.shared.ts'
import { payDistribution } from '#src/sales/distribution/distribution.shared.ts'
import { getRental, rentSerial } from '#src/sales/rental/rental.shared.ts'
import { getPointDetail, listPointDetails, listTransactions } from './history.shared.ts'

test('MN-02 MN-10 a payout is one entry, with its outcome in kind and amount', async (t) => {
  const here = await testApp(t)
  const ren = await here.person('Ren', { balance: 10_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await registerBank(here, ren)
  for (const end of ['failed', 'canceled', 'failed_and_charged', 'processed'] as const) {
    if (end === 'processed') await travelTo(here, '2030-02-01T00:00:00Z') // one a month
    const { id } = await ren.call(requestPayout, { amount: 1_000 })
    const { items } = await ren.call(listPointDetails, { limit: 1 })
    deepEqual([items[0]!.kind, items[0]!.amount, items[0]!.fee], ['payout', -1_200, 200])
    if (end === 'canceled') await ren.call(cancelPayout, { id })
    else await endPayouts(sora, [id], end)
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
  const load = async (who: Person) =>
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
    ['distribution', -150, 0, 70, 150],
    ['distribution', -110, 0, 0, 110],
    ['rental', 270, 0, 0, 0],
  ])
})

test('MN-02 MN-17 a trade without yen is an entry for both, with the copy that each got', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 500 })
  const aoi = await here.person('Aoi')
  const { held, kid } = await traderTitle(here, mika, [ren, aoi])
  await openToTrade(here, held(2))
  equal((await offer(held(1), held(2))).error, undefined)
  equal((await accept(held(1), held(2))).error, undefined)

  const entriesOf = async (
    who: Person,
    list: typeof listPointDetails | typeof listTransactions,
    query = {},
  ) =>
    (await who.call(list, query)).items.map(({ kind, amount, kid: of, number, counterpart }) => [
      kind,
      amount,
      of,
      number,
      counterpart,
    ])
  const got = [['trade', 0, kid, 2, 'Aoi']]
  deepEqual(await entriesOf(ren, listPointDetails, { kind: 'trade' }), got)
  deepEqual(await entriesOf(ren, listTransactions, { type: 'trade' }), got)
  deepEqual(await entriesOf(aoi, listTransactions), [['trade', 0, kid, 1, 'Ren']])
  deepEqual(await entriesOf(mika, listTransactions), [])
  const kinds = (await entriesOf(ren, listPointDetails)).map(([kind]) => kind)
  deepEqual(new Set(kinds), new Set(['opening', 'trade']))
  const { items, total } = await ren.call(listPointDetails, { kind: 'trade', limit: 1 })
  const [entry] = items
  deepEqual([total, entry!.shares], [1, null])
  deepEqual(await ren.call(getPointDetail, { id: entry!.id }), entry)
  equal((await mika.call(getPointDetail, { id: entry!.id })).error?.code, 'not_found')
  equal((await ren.call(listTransactions, { type: 'trade', month: '2029-12' })).total, 0)
})

/** Rents a copy for 300 yen: 100 points, 150 yen of earnings, 50 yen by card; the fee is a tenth. */
async function rents(here: TestApp, renter: Person, owner: Person) {
  const film = await rentalTitle(here, owner, { copies: 1, rent_price: 300, days: 3 })
  const { url, rental_id } = await renter.call(rentSerial, film.rent(1, 250))
  await payAt(url, CARDS.pays)
  const { status } = await waitUntil(
    () => renter.call(getRental, { id: rental_id }),
    (rental) => rental.status === 'active',
  )
  equal(status, 'active')
}

/** Pays the fees of two distributions: one from balance, and one in part by card. */
async function distributes(here: TestApp, mika: Person) {
  const film = await createTitle(here, mika, { copies: 3 })
  const [one, two] = [await draft(mika, film, [1]), await draft(mika, film, [2, 3])]
  await mika.call(payDistribution, { id: one.id, balance_to_use: 110 })
  await waitForStatus(mika, one.id, 'done')
  const { url } = await mika.call(payDistribution, { id: two.id, balance_to_use: 150 })
  await payAt(url!, CARDS.pays)
  await waitForStatus(mika, two.id, 'done')
}

/** Enters a coupon that gives 80 points. */
async function getsPoints(here: TestApp, who: Person) {
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const [code] = await codesOf(sora, (await pointCoupons(sora, 80)).id)
  equal((await who.call(occupyCoupon, { id: code! })).status, 'used')
}
