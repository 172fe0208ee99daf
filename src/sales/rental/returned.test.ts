import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { builtPages } from '#src/app.ts'
import { START_WITHIN_SECONDS } from '#src/catalog/rental-period/rental-period.shared.ts'
import { overMail } from '#src/catalog/rental-period/returned-mail.shared.ts'
import { revoke } from '#src/catalog/rental-period/rental-period.ts'
import {
  listNotifications,
  putMailChoice,
} from '#src/platform/notifications/notification.shared.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { claim, giveOne, mailAbout } from '../../../test/gifts.ts'
import { borrow, lent, loanFixtures } from '../../../test/loans.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import type { Person } from '../../../test/people.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { tenTimes, testApp, travelTo } from '../../../test/test-app.ts'
import { rentForFree } from './rental.shared.ts'

const DAYS = 3
const BACK = /\b(?:is|are) back$/
const OVER = /^Your rental of “.+” has ended$/

/** Opens a test app with Mika's three copies for rent, whose jobs run when a test says so. */
async function rentedFixtures(t: TestContext, rental_clock?: 'first_play') {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi, kei] = [
    await here.person('Ren', { balance: 2_000 }),
    await here.person('Aoi', { balance: 2_000 }),
    await here.person('Kei'),
  ]
  const clock = rental_clock && { rental_clock }
  const film = await rentalTitle(here, mika, { copies: 3, days: DAYS, ...clock })
  const rent = (who: Person, number: number) => who.call(rentForFree, film.rent(number, 300))
  const pass = async (seconds: number) => {
    await travelTo(here, addSeconds(here.clock.now, seconds))
    await Promise.all(tenTimes(() => here.run('rental.end')))
    await here.app.runDueJobs()
  }
  return { here, mika, ren, aoi, kei, film, rent, pass }
}

const told = async ({ call }: Person, words: RegExp) =>
  (await call(listNotifications, {})).items
    .filter(({ subject }) => words.test(subject))
    .map(({ subject, path }) => [subject, path])

test('NT-10 owner and renter hear once that a rental is over, and nobody else does', async (t) => {
  const { here, mika, ren, aoi, kei, film, rent, pass } = await rentedFixtures(t)
  equal((await rent(ren, 2)).error, undefined)
  await pass(DAYS * DAY_SECONDS - 1)
  deepEqual([await told(mika, BACK), await told(ren, OVER)], [[], []])
  await pass(1)
  await pass(DAY_SECONDS)
  const [back, ...more] = await told(mika, BACK)
  match(back![0]!, /^No\. 2 of “/)
  deepEqual([back![1], more], [`/asset/${film.kid}?no=2`, []])
  deepEqual((await told(ren, OVER)).map(([, path]) => path), [`/asset/${film.kid}`]) // oxfmt-ignore
  for (const who of [aoi, kei]) deepEqual([await told(who, BACK), await told(who, OVER)], [[], []])
  deepEqual([await told(mika, OVER), await told(ren, BACK)], [[], []])
  const mails = await here.inbox(ren.email)
  equal(mails.filter(({ subject }) => OVER.test(subject)).length, 1)
  const ids = await here.app.db.selectFrom('rental').select('id').execute()
  await inTx(here.app, (tx) => enqueueMails(tx, overMail, ids))
  await here.app.runDueJobs()
  equal((await told(ren, OVER)).length, 1)
})

test('NT-10 an owner hears of several copies together, and not of one that is rented again', async (t) => {
  const { mika, ren, aoi, here, rent, pass } = await rentedFixtures(t)
  await rent(ren, 1)
  await rent(aoi, 2)
  await pass(DAYS * DAY_SECONDS)
  deepEqual(await told(mika, BACK), [['2 copies are back', '/asset']])
  await rent(ren, 1)
  here.clock.now = addSeconds(here.clock.now, DAYS * DAY_SECONDS)
  equal((await rent(aoi, 1)).error, undefined) // ends Ren's rental before the job does
  await here.app.runDueJobs()
  equal((await told(mika, BACK)).length, 1)
  deepEqual([(await told(ren, OVER)).length, (await told(aoi, OVER)).length], [2, 1])
  here.clock.now = addSeconds(here.clock.now, DAYS * DAY_SECONDS)
  equal((await rent(aoi, 2)).error, undefined)
  await here.run('rental.end')
  equal((await rent(aoi, 3)).error?.code, 'already_renting')
  await here.app.runDueJobs()
  equal((await told(aoi, OVER)).length, 1) // Aoi has rented the title again
})

test('NT-10 a copy that changed hands before the mail is written tells neither owner of it', async (t) => {
  const { here, mika, kei, film, rent, ren, pass } = await rentedFixtures(t)
  await rent(ren, 1)
  here.clock.now = addSeconds(here.clock.now, DAYS * DAY_SECONDS)
  await here.run('rental.end')
  await mika.call(delistSerials, { asset_token_ids: [film.tokens.get(1)!] })
  equal((await claim(kei, await giveOne(mika, film, 1))).error, undefined)
  await here.app.runDueJobs()
  await pass(1)
  for (const who of [mika, kei]) deepEqual(await told(who, BACK), [])
  equal((await told(ren, OVER)).length, 1)
})

test('NT-10 a renter hears that a rental ended which they never started', async (t) => {
  const { here, mika, ren, rent, pass } = await rentedFixtures(t, 'first_play')
  await rent(ren, 1)
  await pass(START_WITHIN_SECONDS)
  const mails = await here.inbox(ren.email)
  match(mails.find(({ subject }) => OVER.test(subject))!.text, /did not start No\. 1 of .+ in time/)
  equal((await told(mika, BACK)).length, 1)
})

test('NT-10 a rental whose payment was reversed is told of by the mail about that alone', async (t) => {
  const { here, mika, ren, rent, pass } = await rentedFixtures(t)
  const { rental_id } = await rent(ren, 1)
  await inTx(here.app, (tx) => revoke(tx, [rental_id], here.clock.now))
  await pass(DAYS * DAY_SECONDS)
  deepEqual([await told(mika, BACK), await told(ren, OVER)], [[], []])
})

test('NT-10 NT-04 owners choose mails about copies that are back, renters those about the end', async (t) => {
  const { here, mika, ren, rent, pass } = await rentedFixtures(t)
  await mika.call(putMailChoice, { topic: 'sales', wants_mail: true })
  await ren.call(putMailChoice, { topic: 'rentals', wants_mail: false })
  await rent(ren, 1)
  await pass(DAYS * DAY_SECONDS)
  const count = async (email: string, words: RegExp) =>
    (await here.inbox(email)).filter(({ subject }) => words.test(subject)).length
  deepEqual([await count(mika.email, BACK), await count(ren.email, OVER)], [1, 0])
  equal((await told(ren, OVER)).length, 1)
})

test('NT-10 a loan that runs out is told of by the mail about loans alone', async (t) => {
  const { here, ren, aoi, film } = await loanFixtures(t)
  const { ends_at } = await borrow(aoi, await lent(ren, film, 1))
  await travelTo(here, ends_at)
  await here.run('rental.end')
  await here.run('loan.look_after')
  await mailAbout(here, ren.email, BACK)
  deepEqual([(await told(ren, BACK)).length, await told(aoi, OVER)], [1, []])
})
