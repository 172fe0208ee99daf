import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { getDistribution, payDistribution } from '#src/sales/distribution/distribution.shared.ts'
import {
  cancelPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { payAt } from '../../../test/card-purchase.ts'
import { distributionFixtures, draft } from '../../../test/distributions.ts'
import { tenTimes, testApp, travelTo, waitUntil } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { listUnusedPoints } from './unused-points.shared.ts'

test('MN-18 unused points are reported once for the end of 31 March and of 30 September', async (t) => {
  const here = await testApp(t, { role: 'web', now: new Date('2030-03-01T00:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const aoi = await here.person('Aoi', { points: 500 })
  const ren = await here.person('Ren', { points: 300, balance: 400 })
  const [dear, cheap] = [
    await createTitle(here, mika, { copies: 1, price: 1_000 }),
    await createTitle(here, mika, { copies: 1, price: 200 }),
  ]
  const reports = async () => {
    await Promise.all(tenTimes(() => here.run('points.report')))
    const { items } = await sora.call(listUnusedPoints, {})
    return items.map(({ day, unused, issued, used, expired }) => ({ [day]: [unused, issued, used, expired] })) // oxfmt-ignore
  }
  equal((await ren.call(purchaseForFree, cheap.order(1, 200))).error, undefined)
  await travelTo(here, '2030-03-31T14:59:59Z')
  equal((await aoi.call(purchaseSerial, dear.order(1, 500))).error, undefined) // holds all her points
  deepEqual(await reports(), [])

  await travelTo(here, '2030-03-31T15:59:59Z') // transfers of the day may still be on their way
  deepEqual(await reports(), [])
  await travelTo(here, '2030-03-31T16:00:00Z')
  const spring = { '2030-03-31': [600, 800, 200, 0] }
  deepEqual(await reports(), [spring])

  await travelTo(here, '2030-04-02T00:00:00Z')
  await aoi.call(cancelPurchase, { kid: dear.kid, serial_number: 1 })
  await travelTo(here, '2030-09-30T14:00:00Z')
  await here.run('payout.end_lots')
  await travelTo(here, '2031-04-01T00:00:00Z')
  // All 600 expired; 580 of sales balance became points, which are still unused half a year later.
  const rest = [{ '2031-03-31': [580, 0, 0, 0] }, { '2030-09-30': [580, 580, 0, 600] }]
  deepEqual(await reports(), [...rest, spring])
})

test('MN-18 points that come back with the fee of a distribution are unused again', async (t) => {
  const { here, mika, film } = await distributionFixtures(t, { points: 100 })
  const { id } = await draft(mika, film, [1, 2, 3])
  const { url } = await mika.call(payDistribution, { id, balance_to_use: 100 })
  await here.app.db // as the dispute of its payment would do
    .updateTable('listing')
    .set({ status: 'delisted' })
    .where('asset_token_id', '=', film.tokens.get(3)!)
    .execute()
  await payAt(url!, CARDS.pays)
  await waitUntil(
    () => mika.call(getDistribution, { id }),
    ({ refund }) => refund === 'done',
  )
  here.clock.now = new Date('2030-04-01T00:00:00Z')
  await here.run('points.report')
  const { unused, issued, used } = await here.app.db
    .selectFrom('unused_points')
    .selectAll()
    .executeTakeFirstOrThrow()
  deepEqual([unused, issued, used], [100, 100, 0])
})
