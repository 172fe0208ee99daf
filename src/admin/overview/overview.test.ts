import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { jstDay } from '#core/clock.ts'
import { requestPayout } from '#src/finance/payout/payout.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { registerBank } from '../../../test/bank-accounts.ts'
import { openDispute, PRICE, soldByCard, waitForDispute } from '../../../test/disputes.ts'
import { travelTo } from '../../../test/test-app.ts'
import { getOverview } from './overview.shared.ts'

const DAYS = 30

test('RT-36 administrators see what waits for them, and the sales of each day in Japan', async (t) => {
  const { here, mika, film, intent } = await soldByCard(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const look = async () => {
    const { error, ...overview } = await sora.call(getOverview, {})
    equal(error, undefined)
    return overview
  }
  const before = await look()
  equal(before.sales.length, DAYS)
  const today = jstDay(here.clock.now)
  deepEqual(before.sales.at(-1), { day: today, count: 1, amount: PRICE })
  deepEqual(before.sales.slice(0, -1).filter(({ count }) => count > 0), []) // oxfmt-ignore
  const none = { count: 0, amount: 0 }
  deepEqual([before.payouts, before.disputes, before.failed_uploads], [none, none, 0])

  await waitForDispute(here, await openDispute(here, intent), 'open')
  await here.app.db
    .insertInto('upload')
    .values({
      account_id: mika.account_id,
      kid: film.kid,
      created_at: here.clock.now.toISOString(),
      status: 'failed',
      failure: 'media_broken',
      total_copies: 3,
    })
    .execute()
  await travelTo(here, new Date(here.clock.now.getTime() + 86_400_000))
  const aoi = await here.person('Aoi', { balance: 50_000 })
  const order = { ...film.order(2, PRICE), asset_sale_price: PRICE }
  equal((await aoi.call(purchaseForFree, order)).status, 'settled')
  await registerBank(here, aoi)
  equal((await aoi.call(requestPayout, { amount: 1_000 })).error, undefined)

  const after = await look()
  deepEqual(after.sales.slice(-2), [
    { day: today, count: 1, amount: PRICE },
    { day: jstDay(here.clock.now), count: 1, amount: PRICE },
  ])
  deepEqual(after.payouts, { count: 1, amount: 1_000 })
  deepEqual(after.disputes, { count: 1, amount: PRICE })
  equal(after.failed_uploads, 1)
})
