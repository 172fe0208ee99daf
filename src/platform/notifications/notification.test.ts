import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { builtPages } from '#src/app.ts'
import { changeMail } from '#src/finance/bank-account/change-mail.shared.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { orderMail } from '#src/sales/deal/order-mail.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { lentForFree } from '../../../test/free-rentals.ts'
import type { Person } from '../../../test/people.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { tenTimes, type TestApp, testApp } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import {
  countUnread,
  getUnsubscription,
  listMailChoices,
  listNotifications,
  putMailChoice,
  readNotifications,
} from './notification.shared.ts'

const PRICE = 300
const MINUTE_SECONDS = 60

/** Opens a test app whose jobs run when a test says so, with Mika's title on sale. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 2_000 })
  const aoi = await here.person('Aoi')
  const film = await createTitle(here, mika, { copies: 5, price: PRICE })
  await here.app.runDueJobs()
  return { here, mika, ren, aoi, film }
}

const told = async ({ call }: Person) => (await call(listNotifications, {})).items

/** Lets the next minute's job tell sellers of their sales. */
async function tellSellers(here: TestApp) {
  here.clock.now = addSeconds(here.clock.now, 2 * MINUTE_SECONDS)
  await here.run('sale.tell_sellers')
  await here.app.runDueJobs()
}

/** Offers Ren a copy of a new title for free, and returns the mails about such offers. */
async function offerToRen({ here, mika, ren }: Awaited<ReturnType<typeof openFixtures>>) {
  const film = await createTitle(here, mika, { copies: 1 })
  await lentForFree(mika, film, [1], { allowed_asset_renters: [ren.name] })
  await here.run('free_rental.look_after')
  await here.app.runDueJobs()
  const mails = await here.inbox(ren.email)
  return mails.filter(({ subject }) => subject.endsWith('for free'))
}

test('NT-01 a buyer is told in the app and by mail, once, in the language of the order', async (t) => {
  const { here, ren, aoi, film } = await openFixtures(t)
  await ren.call(purchaseForFree, { ...film.order(2, PRICE), lang: 'ja' })
  await here.app.runDueJobs()
  const [notification, ...others] = await told(ren)
  deepEqual(others, [])
  const { subject, lang, path, read_at } = notification!
  match(subject, /No\. 2/)
  deepEqual([lang, path, read_at], ['ja', `/asset/${film.kid}?no=2`, null])
  equal((await here.inbox(ren.email))[0]!.subject, subject)
  deepEqual(await told(aoi), [])

  const { id } = (await here.app.db.selectFrom('purchase').select('id').executeTakeFirst())!
  await here.app.db.deleteFrom('mail').execute() // as if the process had died before recording it
  await inTx(here.app, (tx) => enqueueMails(tx, orderMail, [{ id }]))
  await here.app.runDueJobs()
  equal((await told(ren)).length, 1)
})

test('NT-02 a seller is told of what they sold and rented out, together and once', async (t) => {
  const { here, mika, ren, aoi, film } = await openFixtures(t)
  await ren.call(purchaseForFree, film.order(2, PRICE))
  await tellSellers(here)
  const [one] = await told(mika)
  match(one!.subject, /^No\. 2 of “.+” was sold: ¥270 for you$/)
  equal(one!.path, '/account/points')
  const kei = await here.person('Kei', { role: 'ORH' })
  const other = await createTitle(here, kei, { copies: 1, price: PRICE })
  await ren.call(purchaseForFree, other.order(1, PRICE))
  const rented = await rentalTitle(here, mika, { copies: 1, rent_price: PRICE })
  await ren.call(purchaseForFree, film.order(3, PRICE))
  await ren.call(rentForFree, rented.rent(1, PRICE))
  await Promise.all(tenTimes(() => tellSellers(here)))
  const [two, ...before] = await told(mika)
  equal((await told(kei)).length, 1)
  equal(two!.subject, '2 copies sold or rented out: ¥540 for you')
  equal(before.length, 1)
  deepEqual(await told(aoi), [])
  const mails = (await here.inbox(mika.email)).filter(({ subject }) => / for you$/.test(subject))
  deepEqual(mails, []) // until the seller wants some
  await mika.call(putMailChoice, { topic: 'sales', wants_mail: true })
  await ren.call(purchaseForFree, film.order(4, PRICE))
  await tellSellers(here)
  const [mail] = await here.inbox(mika.email)
  match(mail!.subject, /^No\. 4 .* for you$/)
})

test('NT-02 a sale whose transaction takes long is told later, not never', async (t) => {
  const { here, mika, ren, film } = await openFixtures(t)
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const running = inTx(here.app, async (tx) => {
    await sql`select 1`.execute(tx)
    begun.resolve()
    await promise
  })
  await begun.promise
  await sleep(1_500)
  await ren.call(purchaseForFree, film.order(2, PRICE)) // dated before a commit may be seen
  here.clock.now = addSeconds(here.clock.now, MINUTE_SECONDS + 1)
  await here.run('sale.tell_sellers')
  await here.app.runDueJobs()
  deepEqual(await told(mika), [])
  resolve()
  await running
  await here.run('sale.tell_sellers')
  await here.app.runDueJobs()
  equal((await told(mika)).length, 1)
})

test('NT-03 notifications are read one by one or all, and only by their own person', async (t) => {
  const { here, ren, aoi, film } = await openFixtures(t)
  for (const number of [1, 2, 3]) await ren.call(purchaseForFree, film.order(number, PRICE))
  await here.app.runDueJobs()
  const ids = (await told(ren)).map(({ id }) => id)
  equal((await aoi.call(readNotifications, { ids })).unread, 0)
  equal((await ren.call(countUnread, {})).unread, 3)
  const replies = await Promise.all(tenTimes(() => ren.call(readNotifications, { ids: [ids[0]!] })))
  deepEqual(new Set(replies.map(({ unread }) => unread)), new Set([2]))
  equal((await ren.call(readNotifications, {})).unread, 0)
  const { items, total, unread } = await ren.call(listNotifications, { limit: 2 })
  deepEqual([items.length, total, unread], [2, 3, 0])
})

test('NT-04 mails on a topic are switched off by one click of a mail program, and nothing else is', async (t) => {
  const fixtures = await openFixtures(t)
  const { here, ren } = fixtures
  const [mail] = await offerToRen(fixtures)
  const address = mail!.unsubscribe!
  match(address, new RegExp(`^${here.url}/unsubscribe/`))
  match(mail!.text, /Stop emails like this/)
  const token = address.split('/').at(-1)!
  equal((await fetch(address)).status, 200) // a visit alone changes nothing
  equal((await here.call(getUnsubscription, { token })).wants_mail, true)
  equal((await here.call(getUnsubscription, { token: `${token}0` })).error?.code, 'not_found')
  const other = token.replace('offers', 'sales')
  equal((await here.call(getUnsubscription, { token: other })).error?.code, 'not_found')

  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  equal((await fetch(address, { method: 'POST', body })).status, 200)
  deepEqual((await ren.call(listMailChoices, {})).items, [
    { topic: 'offers', wants_mail: false, pace: 'at_once' },
    { topic: 'titles', wants_mail: true, pace: 'at_once' },
    { topic: 'following', wants_mail: true, pace: 'at_once' },
    { topic: 'searches', wants_mail: true, pace: 'at_once' },
    { topic: 'rentals', wants_mail: true, pace: 'at_once' },
    { topic: 'sales', wants_mail: false, pace: 'at_once' },
  ])
  equal((await offerToRen(fixtures)).length, 1)
  equal((await told(ren)).length, 2) // in the app both are told
  const changed_at = here.clock.now.toISOString()
  const about = { account_id: ren.account_id, email: ren.email, changed_at }
  await inTx(here.app, (tx) => enqueueMails(tx, changeMail, [about]))
  await here.app.runDueJobs()
  const [security] = await here.inbox(ren.email)
  deepEqual([security!.subject, security!.unsubscribe], ['Your bank account was changed', null])
})

test('NT-01 notifications are kept for 180 days', async (t) => {
  const { here, ren, film } = await openFixtures(t)
  await ren.call(purchaseForFree, film.order(1, PRICE))
  await here.app.runDueJobs()
  const begin = here.clock.now
  const countAfter = async (days: number) => {
    here.clock.now = addSeconds(begin, days * DAY_SECONDS + 1)
    await here.run('notification.purge')
    const rows = await here.app.db.selectFrom('notification').select('id').execute()
    return rows.length
  }
  deepEqual([await countAfter(179), await countAfter(180)], [1, 0])
})
