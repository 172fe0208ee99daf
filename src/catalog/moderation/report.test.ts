import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { builtPages } from '#src/app.ts'
import { listNotifications } from '#src/platform/notifications/notification.shared.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { tenTimes, testApp } from '../../../test/test-app.ts'
import { createTitle, type Title } from '../../../test/titles.ts'
import { createReport } from './report.shared.ts'

async function openFixtures(t: TestContext) {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 2, title: 'Tide Table' })
  const about = { of: 'title', id: film.kid, reason: 'rights', text: 'This is my film.' } as const
  const cases = () => here.app.db.selectFrom('moderation_case').selectAll().execute()
  const reports = () => here.app.db.selectFrom('moderation_report').selectAll().execute()
  return { here, mika, ren, film, about, cases, reports }
}

test('MO-01 reports of one title join one case, and each reporter gets its number once', async (t) => {
  const { here, ren, about, cases, reports } = await openFixtures(t)
  const aoi = await here.person('Aoi')
  const answers = await Promise.all([
    ...tenTimes(() => ren.call(createReport, about)),
    aoi.call(createReport, { ...about, reason: 'minors' }),
    here.call(createReport, { ...about, email: 'Guest@example.test' }),
  ])
  const [opened, ...others] = await cases()
  deepEqual(others, [])
  deepEqual(new Set(answers.map(({ number }) => number)), new Set([opened!.number]))
  equal((await reports()).length, 3)
  equal(opened!.due_at, addSeconds(here.clock.now, DAY_SECONDS).toISOString()) // what cannot wait
  await here.app.runDueJobs()
  await here.app.runDueJobs()
  for (const to of [ren.email, aoi.email, 'guest@example.test']) {
    const mails = (await here.inbox(to)).filter(({ subject }) => /report/.test(subject))
    equal(mails.length, 1, to)
    match(mails[0]!.subject, new RegExp(`${opened!.number}`))
    match(mails[0]!.text, /Tide Table/)
  }
  const { items } = await ren.call(listNotifications, {})
  deepEqual(items.map(({ path }) => path), [`/asset/${about.id}`]) // oxfmt-ignore
})

test('MO-01 brands are reported, too, and a case of a title is not that of its brand', async (t) => {
  const { here, film, ren, about, cases } = await openFixtures(t)
  const { brand_id } = await here.app.db
    .selectFrom('asset')
    .select('brand_id')
    .where('kid', '=', film.kid)
    .executeTakeFirstOrThrow()
  const ofTitle = await ren.call(createReport, about)
  const ofBrand = await ren.call(createReport, { ...about, of: 'brand', id: brand_id! })
  ok(ofTitle.number !== ofBrand.number)
  deepEqual(new Set((await cases()).map((one) => one.brand_id)), new Set([brand_id, null]))
})

test('MO-01 what nobody sees cannot be reported', async (t) => {
  const { mika, film, ren, about, reports } = await openFixtures(t)
  const code = async (id: string) => (await ren.call(createReport, { ...about, id })).error?.code
  equal(await code(crypto.randomUUID()), 'not_found')
  equal((await mika.call(withdrawAsset, { kid: film.kid })).error, undefined)
  equal(await code(film.kid), 'not_found')
  deepEqual(await reports(), [])
})

test('MO-02 a day’s reports are limited for each person, network and address', async (t) => {
  const { here, mika, ren, about, reports } = await openFixtures(t)
  const titles: Title[] = []
  for (let i = 0; i < 21; i++) titles.push(await createTitle(here, mika, { copies: 1 }))
  const send = (call: typeof here.call, n: number, email?: string) =>
    call(createReport, { ...about, id: titles[n]!.kid, ...(email && { email }) })
  const codes = async (call: typeof here.call) => {
    const all = await Promise.all(titles.map((_, i) => send(call, i)))
    return all.map(({ error }) => error?.code).filter(Boolean)
  }
  deepEqual(await codes(ren.call), ['too_many_reports'])

  const address = 'victim@example.test'
  for (const n of [0, 1, 2]) equal((await send(here.call, n, address)).error, undefined)
  equal((await send(here.call, 3, address)).error?.code, 'too_many_reports')
  equal((await codes(here.call)).length, 4) // three were used

  here.clock.now = addSeconds(here.clock.now, DAY_SECONDS + 1)
  equal((await send(here.call, 0)).error, undefined)
  here.clock.now = addSeconds(here.clock.now, 3 * DAY_SECONDS)
  await here.run('moderation.forget_networks')
  deepEqual(new Set((await reports()).map(({ asked_from }) => asked_from)), new Set([null]))
})
