import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#core/database/db.ts'
import { builtPages } from '#src/app.ts'
import { setProfileHidden } from '#src/accounts/account/account.ts'
import { putMailChoice, putSchedule } from '#src/platform/notifications/notification.shared.ts'
import { addPushSubscription } from '#src/platform/notifications/push.shared.ts'
import { withdrawTradeOffer } from '#src/sales/trade/trade.shared.ts'
import { openPushService } from '../../../test/push-service.ts'
import { testApp, travelTo } from '../../../test/test-app.ts'
import { offer, openToTrade, traderTitle } from '../../../test/trades.ts'

const NOON = '2030-01-01T03:00:00Z' // in Japan
const QUIET = { time_zone: 'Asia/Tokyo', digest_hour: 8, quiet_from: 11, quiet_until: 14 }

/** Yvaine and Ren are about to offer trades to Aoi, and Yvaine is hidden afterwards. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { role: 'web', pages: await builtPages(), now: new Date(NOON) })
  const mika = await here.person('Mika', { role: 'ORH' })
  const eve = await here.person('Yvaine')
  const ren = await here.person('Ren')
  const aoi = await here.person('Aoi')
  const film = await traderTitle(here, mika, [eve, ren, aoi, aoi], { title: 'Tide Table' })
  await openToTrade(here, film.held(3), film.held(4))
  const makeOffers = async () => {
    equal((await offer(film.held(1), film.held(3))).error, undefined)
    const { id } = await offer(film.held(2), film.held(4))
    await here.app.runDueJobs()
    return { withdraw: () => ren.call(withdrawTradeOffer, { id }) }
  }
  const hide = () => inTx(here.app, (tx) => setProfileHidden(tx, eve.account_id, here.clock.now))
  return { here, aoi, makeOffers, hide }
}

test('MO-09 a gathered mail that waited neither names who was hidden since, nor what is over', async (t) => {
  const { here, aoi, makeOffers, hide } = await openFixtures(t)
  await aoi.call(putMailChoice, { topic: 'offers', pace: 'daily' })
  const { withdraw } = await makeOffers()
  deepEqual(await here.inbox(aoi.email), [])
  await hide()
  equal((await withdraw()).error, undefined)
  await travelTo(here, '2030-01-01T23:00:00Z')
  await here.run('digest.gather')
  await here.app.runDueJobs()
  const [mail, ...others] = await here.inbox(aoi.email)
  deepEqual([mail!.subject, others], ['1 notification for you', []])
  match(mail!.text, /collector-[0-9a-f]{10}.* offers a trade for No\. 3 of “Tide Table”/)
  ok(!/Yvaine|Ren\b/.test(mail!.text))
})

test('MO-09 a push that waited for the end of quiet hours neither names who was hidden since, nor what is over', async (t) => {
  const { here, aoi, makeOffers, hide } = await openFixtures(t)
  const service = await openPushService(t)
  await aoi.call(putSchedule, QUIET)
  const { subscription, got } = service.subscribe()
  equal((await aoi.call(addPushSubscription, subscription)).error, undefined)
  const { withdraw } = await makeOffers()
  equal(got.length, 0)
  await hide()
  equal((await withdraw()).error, undefined)
  await travelTo(here, '2030-01-01T05:00:00Z')
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(here.app.db)
  await here.app.runDueJobs()
  const lines = got.map(({ payload }) => payload.line)
  equal(lines.length, 1)
  match(lines[0]!, /collector-[0-9a-f]{10}.* offers a trade/)
})
