import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#core/database/db.ts'
import { builtPages } from '#src/app.ts'
import { deleteAccount } from '#src/finance/account/deletion.shared.ts'
import { changeMail } from '#src/finance/bank-account/change-mail.shared.ts'
import { mails } from '#src/mails.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import {
  getSchedule,
  getUnsubscription,
  listMailChoices,
  listNotifications,
  putMailChoice,
  putSchedule,
  unsubscribe,
} from '#src/platform/notifications/notification.shared.ts'
import { isMailTopic } from '#src/platform/notifications/preferences.ts'
import { deletionCode } from '../../../test/deletions.ts'
import { lentForFree } from '../../../test/free-rentals.ts'
import type { Person } from '../../../test/people.ts'
import { tenTimes, type TestApp, testApp, travelTo } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'

const TUESDAY = '2030-01-01T03:00:00Z' // noon in Japan
const BERLIN = { time_zone: 'Europe/Berlin', digest_hour: 8, quiet_from: null, quiet_until: null }

async function openFixtures(t: TestContext) {
  const now = new Date(TUESDAY)
  const here = await testApp(t, { role: 'web', pages: await builtPages(), now })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  return { here, mika, ren }
}

/** Offers a person a copy of a new title for free. */
async function offerTo(here: TestApp, mika: Person, { name }: Person) {
  const film = await createTitle(here, mika, { copies: 1 })
  await lentForFree(mika, film, [1], { allowed_asset_renters: [name] })
  await here.run('free_rental.look_after')
  await here.app.runDueJobs()
}

/** Lets the next minute's job gather mails at a time. */
async function gatherAt(here: TestApp, at: string) {
  await travelTo(here, at)
  await here.run('digest.gather')
  await here.app.runDueJobs()
}

/** The subjects of the mails about offers, alone or gathered. */
async function subjectsTo(here: TestApp, { email }: Person) {
  const inbox = await here.inbox(email)
  return inbox.map(({ subject }) => subject).filter((one) => /for free|for you/.test(one))
}

const gathered = (ren: Person, pace: 'daily' | 'weekly' | 'at_once' = 'daily') =>
  ren.call(putMailChoice, { topic: 'offers', pace })

test('NT-05 mails on a topic are gathered in one a day, at the hour of the person’s time zone', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  const aoi = await here.person('Aoi')
  await ren.call(putMailChoice, { topic: 'offers', pace: 'daily', time_zone: 'Europe/Berlin' })
  for (const who of [ren, ren, aoi]) await offerTo(here, mika, who)
  equal((await ren.call(listNotifications, {})).total, 2) // in the app both are told at once
  equal((await subjectsTo(here, aoi)).length, 1)
  await gatherAt(here, '2030-01-01T06:59:00Z')
  deepEqual(await subjectsTo(here, ren), [])
  await gatherAt(here, '2030-01-01T07:00:00Z') // 8:00 in Berlin
  deepEqual(await subjectsTo(here, ren), ['2 notifications for you'])
  const [mail] = await here.inbox(ren.email)
  equal(mail!.text.match(/^Rent “.+” for free/gm)?.length, 2)
  equal(mail!.text.match(new RegExp(`^${here.url}/free_rentals/`, 'gm'))?.length, 2)
  await gatherAt(here, '2030-01-02T07:00:00Z')
  equal((await subjectsTo(here, ren)).length, 1) // nothing new, no mail
  equal((await subjectsTo(here, aoi)).length, 1)
})

test('NT-05 gathered mails are in the person’s language, weekly ones come on Monday', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  await gathered(ren, 'weekly')
  await offerTo(here, mika, ren)
  await here.app.db.updateTable('account').set({ lang: 'ja' }).where('id', '=', ren.account_id).execute() // oxfmt-ignore
  await gatherAt(here, '2030-01-06T22:59:00Z')
  deepEqual(await here.inbox(ren.email), [])
  await gatherAt(here, '2030-01-06T23:00:00Z') // Monday, 8:00 in Japan
  const [mail, ...others] = await here.inbox(ren.email)
  deepEqual([mail!.subject, others], ['お知らせが1件あります', []])
  match(mail!.text, /^Rent “.+” for free/m) // a line keeps the language in which it was told
})

test('NT-05 ten jobs at once send one gathered mail to each person', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  const aoi = await here.person('Aoi')
  for (const who of [ren, aoi]) await gathered(who)
  for (const who of [ren, ren, ren, aoi]) await offerTo(here, mika, who)
  await travelTo(here, '2030-01-01T23:00:00Z')
  await Promise.all(tenTimes(() => here.run('digest.gather')))
  equal(await mailsWaiting(here), 2)
  await Promise.all(tenTimes(() => here.app.runDueJobs()))
  deepEqual(await subjectsTo(here, ren), ['3 notifications for you'])
  deepEqual(await subjectsTo(here, aoi), ['1 notification for you'])
  equal(await digestsOf(here), 2)
})

test('NT-05 a repeated job neither holds a mail again nor sends it alone', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  await gathered(ren)
  await offerTo(here, mika, ren)
  await gatherAt(here, '2030-01-01T23:00:00Z')
  await gathered(ren, 'at_once')
  const [line] = await here.app.db.selectFrom('digest_line').selectAll().execute()
  const about = { account_id: ren.account_id, digest_id: line!.digest_id! }
  const [, id, person] = /^free_rental\.(.+)\.(\d+)$/.exec(line!.message_id) ?? []
  const { freeRentalMail } = await import('#src/sales/free-rental/free-rental-mail.shared.ts')
  const { digestMail } = await import('./digest-mail.shared.ts')
  await inTx(here.app, async (tx) => {
    await enqueueMails(tx, freeRentalMail, [{ id: id!, person: Number(person) }])
    await enqueueMails(tx, digestMail, [about])
  })
  await here.app.runDueJobs()
  await gatherAt(here, '2030-01-02T23:00:00Z')
  equal((await subjectsTo(here, ren)).length, 1)
})

test('NT-05 what waits follows a new choice: at once, at another hour, or not at all', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  await gathered(ren)
  await offerTo(here, mika, ren)
  await ren.call(putSchedule, { ...BERLIN, digest_hour: 20 })
  await gatherAt(here, '2030-01-01T18:59:00Z')
  deepEqual(await subjectsTo(here, ren), [])
  await gatherAt(here, '2030-01-01T19:00:00Z')
  deepEqual(await subjectsTo(here, ren), ['1 notification for you'])
  await offerTo(here, mika, ren)
  await gathered(ren, 'at_once')
  await gatherAt(here, '2030-01-01T19:01:00Z')
  equal((await subjectsTo(here, ren)).length, 2)
  await gathered(ren)
  await offerTo(here, mika, ren)
  await ren.call(putMailChoice, { topic: 'offers', wants_mail: false })
  await gatherAt(here, '2030-01-09T00:00:00Z')
  equal((await subjectsTo(here, ren)).length, 2)
})

test('NT-05 one click in a gathered mail stops all that are gathered, and no others', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  await gathered(ren)
  await offerTo(here, mika, ren)
  await gatherAt(here, '2030-01-01T23:00:00Z')
  const [mail] = await here.inbox(ren.email)
  const token = mail!.unsubscribe!.split('/').at(-1)!
  deepEqual(await here.call(getUnsubscription, { token }), { topic: 'digest', wants_mail: true })
  await here.call(unsubscribe, { token })
  const { items } = await ren.call(listMailChoices, {})
  deepEqual(
    items.map(({ topic, wants_mail }) => [topic, wants_mail]),
    [
      ['offers', false],
      ['titles', true],
      ['following', true],
      ['searches', true],
      ['rentals', true],
      ['sales', false],
    ],
  )
  equal((await here.call(getUnsubscription, { token })).wants_mail, false)
})

test('NT-05 a person who deletes their account gets no gathered mail', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  await gathered(ren)
  await offerTo(here, mika, ren)
  await travelTo(here, '2030-01-01T23:00:00Z')
  const code = await deletionCode(here, ren)
  await here.run('digest.gather')
  equal((await ren.call(deleteAccount, { copies: 0, code })).error, undefined)
  await here.app.runDueJobs()
  deepEqual(await subjectsTo(here, ren), [])
  for (const table of ['digest_line', 'notification_schedule', 'mail_choice'] as const)
    deepEqual(await here.app.db.selectFrom(table).selectAll().execute(), [], table)
})

test('NT-06 in quiet hours mails wait until they end, the app tells at once, security does not wait', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  await ren.call(putSchedule, { ...BERLIN, quiet_from: 22, quiet_until: 7 })
  await travelTo(here, '2030-01-01T21:30:00Z') // 22:30 in Berlin
  await offerTo(here, mika, ren)
  equal((await ren.call(listNotifications, {})).total, 1)
  deepEqual(await subjectsTo(here, ren), [])
  const about = { account_id: ren.account_id, email: ren.email, changed_at: TUESDAY }
  await inTx(here.app, (tx) => enqueueMails(tx, changeMail, [about]))
  await here.app.runDueJobs()
  deepEqual((await here.inbox(ren.email)).map(({ subject }) => subject), ['Your bank account was changed']) // oxfmt-ignore
  deepEqual(await waitingUntil(here), ['2030-01-02T06:00:00.000Z'])
  await runWaiting(here, '2030-01-02T05:59:00Z') // early, as another server's clock may be
  deepEqual(await subjectsTo(here, ren), [])
  await runWaiting(here, '2030-01-02T06:00:00Z')
  equal((await subjectsTo(here, ren)).length, 1)
  await runWaiting(here, '2030-01-02T06:01:00Z')
  equal((await subjectsTo(here, ren)).length, 1)
})

test('NT-06 quiet hours of midday, of one person, in their time zone only', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  const aoi = await here.person('Aoi')
  await ren.call(putSchedule, { ...BERLIN, quiet_from: 12, quiet_until: 14 })
  await offerTo(here, mika, ren) // 4:00 in Berlin, noon in Japan
  equal((await subjectsTo(here, ren)).length, 1)
  await travelTo(here, '2030-01-01T11:00:00Z')
  for (const who of [ren, aoi]) await offerTo(here, mika, who)
  deepEqual([(await subjectsTo(here, ren)).length, (await subjectsTo(here, aoi)).length], [1, 1])
})

test('NT-06 a schedule needs a time zone that exists and hours that differ', async (t) => {
  const { here, ren } = await openFixtures(t)
  deepEqual(await ren.call(getSchedule, {}), { ...BERLIN, time_zone: null })
  const change = async (some: object) => (await ren.call(putSchedule, { ...BERLIN, ...some })).error
  for (const some of [
    { time_zone: 'Europe/Atlantis' },
    { time_zone: '+09:00' },
    { digest_hour: 24 },
    { quiet_from: 7 },
    { quiet_from: 7, quiet_until: 7 },
  ])
    equal((await change(some))?.code, 'input_invalid', JSON.stringify(some))
  equal(await change({ quiet_from: 0, quiet_until: 23 }), undefined)
  await ren.call(putMailChoice, { topic: 'titles', pace: 'daily', time_zone: 'Asia/Seoul' })
  equal((await ren.call(getSchedule, {})).time_zone, 'Europe/Berlin')
  equal((await here.app.db.selectFrom('notification_schedule').selectAll().execute()).length, 1)
})

test('NT-06 a time zone has one spelling, whatever the letters of a request', async (t) => {
  const { here, ren } = await openFixtures(t)
  const aoi = await here.person('Aoi')
  const { time_zone } = await ren.call(putSchedule, { ...BERLIN, time_zone: 'asia/TOKYO' })
  equal(time_zone, 'Asia/Tokyo')
  equal((await ren.call(getSchedule, {})).time_zone, 'Asia/Tokyo')
  await aoi.call(putMailChoice, { topic: 'titles', pace: 'daily', time_zone: 'asia/SEOUL' })
  equal((await aoi.call(getSchedule, {})).time_zone, 'Asia/Seoul')
})

test('NT-05 every mail that can be gathered leads to a page', async () => {
  const { serverTexts } = await (await builtPages())()
  for (const { name, topic, samples } of mails) {
    if (topic === undefined || topic === 'digest' || !isMailTopic(topic)) continue
    for (const facts of Object.values(samples)) {
      const { path } = await serverTexts.mail(name, { lang: 'en', publicUrl: '', facts })
      match(String(path), /^\//, name)
    }
  }
})

async function digestsOf({ app }: TestApp) {
  const sent = await app.db.selectFrom('mail').select('message_id').where('template', '=', 'digest').execute() // oxfmt-ignore
  return sent.length
}

async function mailsWaiting({ app }: TestApp) {
  const { rows } = await sql`
    select from graphile_worker._private_jobs where payload ->> 'mail' = 'digest'`.execute(app.db)
  return rows.length
}

async function waitingUntil({ app }: TestApp) {
  const { rows } = await sql<{ run_at: string }>`
    select run_at from graphile_worker._private_jobs where key like 'quiet %'`.execute(app.db)
  return rows.map(({ run_at }) => new Date(run_at).toISOString())
}

/** Runs what waits in the queue, as if it were due. */
async function runWaiting(here: TestApp, at: string) {
  await travelTo(here, at)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(here.app.db)
  await here.app.runDueJobs()
}
