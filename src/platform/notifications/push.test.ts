import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { builtPages } from '#src/app.ts'
import { logOut, SESSION_IDLE_DAYS } from '#src/accounts/account/account.shared.ts'
import { putSuspension } from '#src/admin/users/suspension.shared.ts'
import { deleteAccount } from '#src/finance/account/deletion.shared.ts'
import { changeMail } from '#src/finance/bank-account/change-mail.shared.ts'
import { openPush } from '#src/integrations/push/push.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { newVapidKeys } from '#src/vapid.ts'
import { deletionCode } from '../../../test/deletions.ts'
import type { Person } from '../../../test/people.ts'
import { type BrowserSubscription, openPushService } from '../../../test/push-service.ts'
import { tenTimes, type TestApp, testApp, travelTo } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { listNotifications, putSchedule, readNotifications } from './notification.shared.ts'
import { PUSH_IDLE_DAYS } from './push-job.ts'
import {
  addPushSubscription,
  listPushChoices,
  listPushSubscriptions,
  putPushChoice,
  removePushSubscription,
} from './push.shared.ts'

const PRICE = 300
const message = { text: '{}', topic: 'topic', isUrgent: false }
const QUIET = { time_zone: 'Asia/Tokyo', digest_hour: 8, quiet_from: 9, quiet_until: 11 }

async function openFixtures(t: TestContext) {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  const service = await openPushService(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const aoi = await here.person('Aoi', { balance: 5_000 })
  const film = await createTitle(here, mika, { copies: 9, price: PRICE })
  await here.app.runDueJobs()
  let number = 0
  /** Lets a person buy the next copy, of which they are told. */
  const buy = async (who: Person) => {
    await who.call(purchaseForFree, film.order(++number, PRICE))
    await here.app.runDueJobs()
  }
  /** Lets a person's browser show notifications. */
  const subscribed = async (who: Person) => {
    const browser = service.subscribe()
    const { error, id } = await who.call(addPushSubscription, browser.subscription)
    equal(error, undefined)
    return { ...browser, id }
  }
  return { here, service, mika, ren, aoi, film, buy, subscribed }
}

const rowsOf = ({ app }: TestApp) => app.db.selectFrom('push_subscription').selectAll().execute()

/** Runs what waits in the queue, as if it were due. */
async function runWaiting({ app }: TestApp) {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
  await app.runDueJobs()
}

test('NT-07 a browser gets the line of the bell and its path, encrypted for it alone', async (t) => {
  const { service, ren, film, buy, subscribed } = await openFixtures(t)
  const browser = await subscribed(ren)
  await buy(ren)
  const [notification] = (await ren.call(listNotifications, {})).items
  const [pushed, ...others] = browser.got
  deepEqual(others, [])
  deepEqual(pushed!.payload, { line: notification!.subject, path: `/asset/${film.kid}?no=1` })
  const { headers, claims, publicKey } = pushed!
  deepEqual([headers['content-encoding'], headers.ttl, headers.urgency], ['aes128gcm', '86400', 'normal']) // oxfmt-ignore
  match(String(headers.topic), /^[\w-]{32}$/)
  equal(claims.aud, service.origin)
  match(claims.sub, /^(mailto|https):/)
  ok(claims.exp * 1_000 < Date.now() + 86_400_000) // RFC 8292: a day at most
  equal(publicKey, (await ren.call(listPushSubscriptions, {})).public_key)
})

test('NT-07 nobody else’s browser is told, and each browser once, also by ten jobs at once', async (t) => {
  const { here, ren, aoi, subscribed, film } = await openFixtures(t)
  const [browser, other] = [await subscribed(ren), await subscribed(aoi)]
  await ren.call(purchaseForFree, film.order(1, PRICE))
  await Promise.all(tenTimes(() => here.app.runDueJobs()))
  await runWaiting(here)
  deepEqual([browser.got.length, other.got.length], [1, 0])
})

test('NT-07 a sign-out ends the browser’s subscription, and nothing that waits reaches it', async (t) => {
  const { here, service, ren, subscribed, buy } = await openFixtures(t)
  const browser = await subscribed(ren)
  service.answer(503)
  await buy(ren)
  await ren.call(logOut, {})
  equal((await rowsOf(here)).length, 0)
  service.answer(201)
  await runWaiting(here)
  equal(browser.got.length, 0)
})

test('NT-07 a browser that the next person uses tells nothing of the person before', async (t) => {
  const { here, ren, aoi, subscribed, buy } = await openFixtures(t)
  const browser = await subscribed(ren)
  await aoi.call(addPushSubscription, browser.subscription)
  await buy(ren)
  equal(browser.got.length, 0)
  await buy(aoi)
  equal(browser.got.length, 1)
  deepEqual(
    (await rowsOf(here)).map(({ account_id }) => account_id),
    [aoi.account_id],
  )
})

test('NT-07 whoever knows only the address of a browser does not take it from its person', async (t) => {
  const { here, service, ren, aoi, subscribed, buy } = await openFixtures(t)
  const { subscription, got } = await subscribed(ren)
  const { endpoint } = subscription
  const stolen = { ...service.subscribe().subscription, endpoint }
  const answers = await Promise.all(tenTimes(() => aoi.call(addPushSubscription, stolen)))
  deepEqual(new Set(answers.map(({ error }) => error?.code)), new Set(['push_endpoint_refused']))
  deepEqual((await rowsOf(here)).map(({ auth }) => auth), [subscription.auth]) // oxfmt-ignore
  await buy(ren)
  equal(got.length, 1)
  const renewed = service.subscribe().subscription
  equal((await ren.call(addPushSubscription, renewed)).error, undefined)
  equal((await aoi.call(addPushSubscription, stolen)).error, undefined) // nobody's any more
})

test('NT-07 an idle session and a suspended account get nothing', async (t) => {
  const { here, ren, aoi, subscribed } = await openFixtures(t)
  equal(PUSH_IDLE_DAYS, SESSION_IDLE_DAYS)
  const [browser, other] = [await subscribed(ren), await subscribed(aoi)]
  const { db } = here.app
  const seen_at = addSeconds(here.clock.now, -PUSH_IDLE_DAYS * 86_400).toISOString()
  for (const who of [ren, aoi])
    await inTx(here.app, (tx) => enqueueMails(tx, changeMail, [about(who, here.clock.now)]))
  await db.updateTable('session').set({ seen_at }).where('account_id', '=', ren.account_id).execute() // oxfmt-ignore
  await here.app.runDueJobs()
  deepEqual([browser.got.length, other.got.length], [0, 1])
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const id = aoi.account_id
  await sora.call(putSuspension, { id, suspended: true, reason: 'Copied films.' })
  deepEqual(
    (await rowsOf(here)).map(({ account_id }) => account_id),
    [ren.account_id],
  )
})

test('NT-07 a deleted account has no browsers and no choices', async (t) => {
  const { here, service } = await openFixtures(t)
  const kei = await here.person('Kei')
  await kei.call(addPushSubscription, service.subscribe().subscription)
  await kei.call(putPushChoice, { topic: 'sales', wants_push: false })
  const code = await deletionCode(here, kei)
  equal((await kei.call(deleteAccount, { copies: 0, code })).error, undefined)
  equal((await rowsOf(here)).length, 0)
  deepEqual(await here.app.db.selectFrom('push_choice').selectAll().execute(), [])
})

test('NT-07 a browser that is gone is forgotten, one that is busy is tried again', async (t) => {
  const { here, service, ren, subscribed, buy } = await openFixtures(t)
  const browser = await subscribed(ren)
  service.answer(503)
  await buy(ren)
  equal((await rowsOf(here)).length, 1)
  service.answer(201)
  await runWaiting(here)
  equal(browser.got.length, 1)
  service.answer(410)
  await buy(ren)
  equal((await rowsOf(here)).length, 0)
})

test('NT-07 what was read in the app meanwhile, or is a day old, is not shown', async (t) => {
  const { here, service, ren, subscribed, buy } = await openFixtures(t)
  const browser = await subscribed(ren)
  service.answer(503)
  await buy(ren)
  await ren.call(readNotifications, {})
  await buy(ren)
  service.answer(201)
  await travelTo(here, addSeconds(here.clock.now, 86_400))
  await runWaiting(here)
  equal(browser.got.length, 0)
})

test('NT-08 people choose by topic what their browsers show', async (t) => {
  const { here, ren, subscribed, buy } = await openFixtures(t)
  const browser = await subscribed(ren)
  await ren.call(putPushChoice, { topic: 'purchases', wants_push: false })
  await buy(ren)
  equal(browser.got.length, 0)
  equal((await ren.call(listNotifications, {})).total, 1)
  await inTx(here.app, (tx) => enqueueMails(tx, changeMail, [about(ren, here.clock.now)]))
  await here.app.runDueJobs()
  deepEqual(browser.got.map(({ payload }) => payload.path), ['/account/security']) // oxfmt-ignore
  const { items } = await ren.call(listPushChoices, {})
  deepEqual(items.filter(({ wants_push }) => !wants_push).map(({ topic }) => topic), ['purchases']) // oxfmt-ignore
})

test('NT-06 in quiet hours browsers show security at once and the rest when they end', async (t) => {
  const { here, ren, subscribed, buy } = await openFixtures(t)
  const browser = await subscribed(ren)
  await ren.call(putSchedule, QUIET) // it is nine in Japan
  await buy(ren)
  await inTx(here.app, (tx) => enqueueMails(tx, changeMail, [about(ren, here.clock.now)]))
  await here.app.runDueJobs()
  const paths = () => browser.got.map(({ payload, headers }) => [payload.path, headers.urgency])
  deepEqual(paths(), [['/account/security', 'high']])
  await travelTo(here, '2030-01-01T02:00:00Z')
  await runWaiting(here)
  deepEqual(paths().at(1)?.[1], 'normal')
  equal(browser.got.length, 2)
})

test('NT-09 browsers are listed and ended by their own person only', async (t) => {
  const { here, ren, aoi, subscribed } = await openFixtures(t)
  const { id, subscription } = await subscribed(ren)
  const again = await Promise.all(tenTimes(() => ren.call(addPushSubscription, subscription)))
  deepEqual(new Set(again.map((one) => one.id)), new Set([id]))
  const { items } = await ren.call(listPushSubscriptions, {})
  deepEqual(items.map((one) => [one.id, one.is_current]), [[id, true]]) // oxfmt-ignore
  equal((await aoi.call(listPushSubscriptions, {})).items.length, 0)
  const refused: { error?: { code: string } } = await aoi.call(removePushSubscription, { id })
  equal(refused.error?.code, 'not_found')
  await ren.call(removePushSubscription, { id })
  equal((await rowsOf(here)).length, 0)
})

test('NT-09 outside development only the browsers’ own push services are written to', async () => {
  const vapid = { ...newVapidKeys(), subject: 'mailto:post@renban.test' }
  const push = openPush({ ...vapid, toAnyHost: false })
  const browserKeys = { p256dh: newVapidKeys().publicKey, auth: 'AAAAAAAAAAAAAAAAAAAAAA' }
  const open = [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
  ]
  deepEqual(open.filter(push.accepts), open)
  const refused = [
    'http://fcm.googleapis.com/send',
    'https://fcm.googleapis.com:8443/send',
    'https://a:b@fcm.googleapis.com/send',
    'https://fcm.googleapis.com.evil.example/send',
    'https://evil.example/fcm.googleapis.com',
    'https://xpush.apple.com.evil.example/',
    'https://127.0.0.1/send',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://[::1]/send',
    'ftp://fcm.googleapis.com/send',
    'https://notify.windows.com/w',
    'x',
  ]
  deepEqual(refused.filter(push.accepts), [])
  for (const endpoint of refused)
    equal(await push.send({ endpoint, ...browserKeys }, message), 'gone', endpoint)
})

test('NT-09 a subscription needs an address of a push service and a key of the curve', async (t) => {
  const { here, service, ren } = await openFixtures(t)
  const { subscription } = service.subscribe()
  const add = async (some: Partial<BrowserSubscription>) =>
    (await ren.call(addPushSubscription, { ...subscription, ...some })).error?.code
  equal(await add({ endpoint: 'ftp://example.test/x' }), 'push_endpoint_refused')
  equal(await add({ endpoint: 'https://a:b@example.test/x' }), 'push_endpoint_refused')
  equal(await add({ p256dh: `B${'A'.repeat(86)}` }), 'input_invalid')
  equal(await add({ auth: 'short' }), 'input_invalid')
  equal((await rowsOf(here)).length, 0)
  here.integrations.push = undefined
  equal(await add({}), 'push_endpoint_refused')
  equal((await ren.call(listPushSubscriptions, {})).public_key, null)
})

const about = ({ account_id, email }: Person, at: Date) => ({
  account_id,
  email,
  changed_at: at.toISOString(),
})
