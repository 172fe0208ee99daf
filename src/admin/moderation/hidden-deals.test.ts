import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { differencesIn } from '#src/finance/reconciliation/invariants.ts'
import { giftMail } from '#src/catalog/gift/gift-mail.shared.ts'
import { listOwnedAssets } from '#src/catalog/asset/asset.shared.ts'
import { loanMail } from '#src/catalog/loan/loan-mail.shared.ts'
import { setHidden } from '#src/catalog/asset/asset-lifecycle.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { claimCoupon, occupyCarried, occupyCoupon } from '#src/sales/coupon/coupon.shared.ts'
import { getDraw, randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { invitationMail } from '#src/sales/distribution/distribution-mail.shared.ts'
import { getOffer } from '#src/sales/distribution/distribution.shared.ts'
import { freeRentalMail } from '#src/sales/free-rental/free-rental-mail.shared.ts'
import { getFreeRental } from '#src/sales/free-rental/free-rental.shared.ts'
import { listGifts } from '#src/sales/gift/gift.shared.ts'
import { endLoan } from '#src/sales/loan/loan.shared.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { codesOf, couponFixtures, numberCoupons } from '../../../test/coupons.ts'
import {
  claim as claimCopy,
  distribute,
  distributionFixtures,
  draft,
} from '../../../test/distributions.ts'
import { freeRentalFixtures, lentForFree } from '../../../test/free-rentals.ts'
import { claim, give, giveOne } from '../../../test/gifts.ts'
import { borrow, lend, lent, loanFixtures } from '../../../test/loans.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { tenTimes, travelTo, type TestApp, waitUntil } from '../../../test/test-app.ts'
import { peopleWithTitle } from '../../../test/titles.ts'
import { decideCase, listCases } from './moderation.shared.ts'

/** Reports a title or a brand. Returns the function that decides about it. */
async function report(here: TestApp, id: string, of: 'title' | 'brand' = 'title') {
  const judge = await here.person(`Judge_${of}`, { role: 'ADMIN' })
  const eve = await here.person(`Eve_${of}`)
  await eve.call(createReport, { of, id, reason: 'rights', text: 'It is mine.' })
  const found = (await judge.call(listCases, {})).items.find(({ status }) => status === 'open')
  return async (decision: 'hide' | 'restore') => {
    const about = { id: found!.id, decision, reason: 'test' }
    equal((await judge.call(decideCase, about)).error, undefined)
  }
}

/** Hides a title or a brand after a report. Returns the function that shows it again. */
async function hide(here: TestApp, id: string, of?: 'title' | 'brand') {
  const decide = await report(here, id, of)
  await decide('hide')
  return () => decide('restore')
}

test('MO-05 a gift of a hidden title stays with its giver until the title is shown again', async (t) => {
  const { here, mika, ren, aoi, film } = await peopleWithTitle(t)
  await claim(ren, await giveOne(mika, film, 1))
  const waiting = await giveOne(mika, film, 2)
  const restore = await hide(here, film.kid)
  equal((await claim(aoi, waiting)).error?.code, 'gift_closed')
  equal((await give(ren, film, [1])).error?.code, 'title_hidden')
  equal((await ren.call(listOwnedAssets, {})).total, 1)
  await restore()
  equal((await claim(aoi, waiting)).error, undefined)
  equal((await give(ren, film, [1])).error, undefined)
})

test('MO-05 a loan of a hidden title runs to its end, and no other begins', async (t) => {
  const { here, mika, ren, aoi, yuki, film } = await loanFixtures(t)
  const running = await lent(ren, film, 1)
  equal((await borrow(aoi, running)).error, undefined)
  const waiting = await lent(mika, film, 2)
  const restore = await hide(here, film.kid)
  equal((await borrow(yuki, waiting)).error?.code, 'loan_closed')
  equal((await lend(mika, film, 3)).error?.code, 'title_hidden')
  equal((await aoi.call(endLoan, { id: running.id })).error, undefined)
  await restore()
  equal((await borrow(yuki, waiting)).error, undefined)
})

test('MO-05 copies of a hidden title are drawn no more, and those that were drawn stay', async (t) => {
  const { here, make, kids } = await brandFixtures(t, 2)
  const ren = await here.person('Ren', { balance: 5_000 })
  const { encrypted_id: id } = await make('Winter Set', kids)
  const draw = (number_of_purchases: number) =>
    ren.call(randomlyPurchase, {
      group_id: id,
      number_of_purchases,
      balance_to_use: 500 * number_of_purchases,
    })
  equal((await draw(1)).error, undefined)
  const before = (await here.call(getDraw, { id })).remaining
  const owned = await ren.call(listOwnedAssets, {})
  const restore = await hide(here, kids[0]!)
  const { remaining, lots } = await here.call(getDraw, { id })
  deepEqual(lots.map(({ kid }) => kid), [kids[1]]) // oxfmt-ignore
  equal((await draw(remaining + 1)).error?.code, 'not_enough_copies')
  equal((await ren.call(listOwnedAssets, {})).total, owned.total)
  await restore()
  equal((await here.call(getDraw, { id })).remaining, before)
})

test('MO-05 a free distribution of a hidden title waits, and claimed copies stay with their people', async (t) => {
  const { here, mika, ren, aoi, film } = await distributionFixtures(t)
  const id = await distribute(mika, film)
  equal((await claimCopy(ren, id)).error, undefined)
  const restore = await hide(here, film.kid)
  for (const who of [here, aoi]) equal((await who.call(getOffer, { id })).error?.code, 'not_found')
  equal((await ren.call(getOffer, { id })).reason, 'distribution_closed') // Ren owns a copy
  const claimed = { ...film.order(2, 0), asset_sale_price: 0 }
  equal((await aoi.call(purchaseForFree, claimed)).error?.code, 'not_for_sale')
  equal((await draft(mika, film, [2])).error?.code, 'title_hidden')
  equal((await ren.call(listOwnedAssets, {})).total, 1)
  await restore()
  equal((await claimCopy(aoi, id)).error, undefined)
})

const HIDDEN = { code: 'title_hidden', params: {} }

test('MO-05 a coupon of a hidden title keeps its number until the title is shown again', async (t) => {
  const { here, mika, ren, aoi, film, statusOf } = await couponFixtures(t)
  const coupons = await numberCoupons(mika, film, [7])
  const festival = await numberCoupons(mika, film, [8], { festival: true })
  const [code] = await codesOf(mika, coupons.id)
  const [scanned] = await codesOf(mika, festival.id)
  const { brand_id } = await here.app.db
    .selectFrom('asset')
    .select('brand_id')
    .where('kid', '=', film.kid)
    .executeTakeFirstOrThrow()
  const shown = await hide(here, brand_id!, 'brand')
  const waits = await ren.call(occupyCoupon, { id: code! })
  deepEqual([waits.status, waits.hindered_by], ['occupied', HIDDEN])
  await shown()
  const restore = await hide(here, film.kid)
  await here.call(claimCoupon, { id: scanned!, email: aoi.email })
  const claimed = (await aoi.call(occupyCarried, {})).coupon
  deepEqual([claimed?.status, claimed?.hindered_by], ['occupied', HIDDEN])
  deepEqual((await ren.call(occupyCoupon, { id: code! })).hindered_by, HIDDEN)
  deepEqual(await differencesIn(here.app.db), [])

  await restore()
  for (const [who, id, number] of [
    [ren, code, 7],
    [aoi, scanned, 8],
  ] as const) {
    // oxfmt-ignore
    equal(await statusOf(who, number), 'reserved_for_you')
    const taken = await who.call(occupyCoupon, { id: id! })
    deepEqual([taken.status, taken.hindered_by], ['used', null])
    equal((await who.call(listOwnedAssets, {})).total, 1)
  }
})

test('MO-05 of a hiding and ten coupons at once, each coupon that is used gives its number', async (t) => {
  const { here, mika, film } = await couponFixtures(t)
  const numbers = tenTimes((i) => i + 1)
  const codes = await codesOf(mika, (await numberCoupons(mika, film, numbers)).id)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const redeem = () => people.map((who, i) => who.call(occupyCoupon, { id: codes[i]! }))
  const decide = await report(here, film.kid)

  const [, ...taken] = await Promise.all([decide('hide'), ...redeem()])

  for (const { status, hindered_by } of taken)
    deepEqual(hindered_by, status === 'used' ? null : HIDDEN)
  const counts = people.map(async (who) => (await who.call(listOwnedAssets, {})).total)
  const given = taken.map(({ status }) => (status === 'used' ? 1 : 0))
  deepEqual(await Promise.all(counts), given)
  deepEqual(await differencesIn(here.app.db), [])
  await decide('restore')
  for (const { status } of await Promise.all(redeem())) equal(status, 'used')
})

test('MO-05 a coupon whose title is hidden while it waits for the copy gives nothing yet', async (t) => {
  const { here, mika, ren, film } = await couponFixtures(t)
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [7])).id)
  const waits = await whileLocked(here.app.db, {
    lock: sql`select from serial where asset_token_id = ${film.tokens.get(7)!} for no key update`,
    action: () => ren.call(occupyCoupon, { id: code! }),
    change: (tx) => setHidden(tx, film.kid, here.clock.now),
  })
  deepEqual([waits.status, waits.hindered_by], ['occupied', HIDDEN])
  equal((await ren.call(listOwnedAssets, {})).total, 0)
})

/** Sends the mails that are due, also those that wait for an hour. */
async function sendMails(here: TestApp) {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(here.app.db)
  await here.app.runDueJobs()
  await here.app.runDueJobs()
  const running = sql`select from graphile_worker._private_jobs where locked_at is not null`
  await waitUntil(
    () => running.execute(here.app.db),
    ({ rows }) => rows.length === 0, // the app's own worker may have taken some
  )
}

const subjectsTo = async ({ inbox }: TestApp, to: string) =>
  (await inbox(to)).map(({ subject }) => subject)

/** Sends what is due until so many mails have come. */
const mailed = (here: TestApp, to: string, count: number) =>
  waitUntil(
    async () => {
      await sendMails(here)
      return subjectsTo(here, to)
    },
    ({ length }) => length === count,
  )

/** Advances the clock so far that what begins then is due. */
const timeAfter = (here: TestApp, seconds: number) =>
  addSeconds(here.clock.now, seconds).toISOString()

test('MO-05 a gift for a later day is delivered and mailed only once its title is shown again', async (t) => {
  const { here, mika, film } = await peopleWithTitle(t)
  const email = 'kei@example.test'
  const deliver_at = timeAfter(here, DAY_SECONDS)
  await giveOne(mika, film, 1, { emails: [email], deliver_at })
  const restore = await hide(here, film.kid)
  await travelTo(here, addSeconds(new Date(deliver_at), 1))
  await here.run('gift.look_after')
  await sendMails(here)
  const statuses = async () => (await mika.call(listGifts, {})).items.map(({ status }) => status)
  deepEqual(await statuses(), ['scheduled'])
  deepEqual(await subjectsTo(here, email), [])
  await restore()
  await here.run('gift.look_after')
  deepEqual(await statuses(), ['open'])
  equal((await mailed(here, email, 1)).length, 1)
})

test('MO-05 a gift whose title stays hidden until its end expires without a mail to its recipient', async (t) => {
  const { here, mika, film } = await peopleWithTitle(t)
  const email = 'kei@example.test'
  await giveOne(mika, film, 1, { emails: [email], deliver_at: timeAfter(here, DAY_SECONDS) })
  await hide(here, film.kid)
  await travelTo(here, addSeconds(here.clock.now, 400 * DAY_SECONDS))
  await here.run('gift.look_after')
  await here.run('gift.look_after')
  await sendMails(here)
  deepEqual((await mika.call(listGifts, {})).items[0]!.status, 'expired')
  deepEqual(await subjectsTo(here, email), [])
})

test('MO-05 a free rental of a hidden title opens and invites once the title is shown again', async (t) => {
  const { here, mika, film } = await freeRentalFixtures(t)
  const starts_at = timeAfter(here, DAY_SECONDS)
  const people = ['kei@example.test']
  const { id } = await lentForFree(mika, film, [1], { allowed_asset_renters: people, starts_at })
  const restore = await hide(here, film.kid)
  await travelTo(here, addSeconds(new Date(starts_at), 1))
  await here.run('free_rental.look_after')
  equal((await mika.call(getFreeRental, { id })).status, 'scheduled')
  await sendMails(here)
  deepEqual(await subjectsTo(here, people[0]!), [])
  await restore()
  await here.run('free_rental.look_after')
  equal((await mika.call(getFreeRental, { id })).status, 'open')
  equal((await mailed(here, people[0]!, 1)).length, 1)
})

test('MO-05 mails that were queued before a title was hidden wait until it is shown again', async (t) => {
  const { here, mika, film } = await peopleWithTitle(t)
  const email = 'kei@example.test'
  const gift = await giveOne(mika, film, 1)
  const lentOne = await lent(mika, film, 2)
  const free = await lentForFree(mika, film, [3], { allowed_asset_renters: ['other@example.test'] })
  const given = await distribute(mika, film, [4], {
    allowed_asset_acquirers: ['third@example.test'],
  })
  const { db } = here.app
  const invited = db.selectFrom('mail').where('recipient', 'in', ['other@example.test', 'third@example.test']) // oxfmt-ignore
  await sendMails(here)
  await waitUntil(
    () => invited.select('message_id').execute(),
    ({ length }) => length === 2, // recorded, or they would count as sent below
  )
  const restore = await hide(here, film.kid)
  await db.updateTable('gift').set({ email }).where('id', '=', gift.id).execute()
  await db.updateTable('loan').set({ email }).where('id', '=', lentOne.id).execute()
  const [first, second] = await db.selectFrom('allowlist_person').select('id').where('email', 'in', ['other@example.test', 'third@example.test']).orderBy('email').execute() // oxfmt-ignore
  await db.deleteFrom('mail').execute()
  await db.updateTable('allowlist_person').set({ email }).where('id', 'in', [first!.id, second!.id]).execute() // oxfmt-ignore
  await enqueueMails(db, giftMail, [{ id: gift.id, news: 'given' }])
  await enqueueMails(db, loanMail, [{ id: lentOne.id, news: 'lent' }])
  await enqueueMails(db, freeRentalMail, [{ id: free.id, person: first!.id }])
  await enqueueMails(db, invitationMail, [{ id: given, person: second!.id }])
  await sendMails(here)
  deepEqual(await subjectsTo(here, email), [])
  await restore()
  equal((await mailed(here, email, 4)).length, 4)
  await sendMails(here)
  equal((await subjectsTo(here, email)).length, 4, 'each once')
})

test('MO-05 a mail waits for a hidden title for 30 days', async (t) => {
  const { here, mika, film } = await peopleWithTitle(t)
  const email = 'third@example.test'
  const given = await distribute(mika, film, [4], { allowed_asset_acquirers: [email] })
  equal((await mailed(here, email, 1)).length, 1)
  const { db } = here.app
  const restore = await hide(here, film.kid)
  await db.deleteFrom('mail').execute() // as if it had not been sent
  const person = await db.selectFrom('allowlist_person').select('id').where('email', '=', email).executeTakeFirstOrThrow() // oxfmt-ignore
  await enqueueMails(db, invitationMail, [{ id: given, person: person.id }])
  const waiting = async () => {
    await sendMails(here)
    const jobs = sql`select from graphile_worker.jobs where task_identifier = 'mail.send'`
    return (await jobs.execute(db)).rows.length
  }
  const hiddenAt = here.clock.now
  equal(await waiting(), 1)
  await travelTo(here, addSeconds(hiddenAt, 30 * DAY_SECONDS))
  equal(await waiting(), 1)
  await travelTo(here, addSeconds(hiddenAt, 30 * DAY_SECONDS + 1))
  equal(await waiting(), 0)
  await restore()
  equal(await waiting(), 0)
  equal((await subjectsTo(here, email)).length, 1)
})
