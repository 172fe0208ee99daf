import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { enqueue } from '#core/jobs.ts'
import { builtPages } from '#src/app.ts'
import { addPeople, createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { copyAsset } from '#src/catalog/serial/serial.shared.ts'
import {
  listNotifications,
  putMailChoice,
} from '#src/platform/notifications/notification.shared.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import type { Person } from '../../../test/people.ts'
import { tenTimes, type TestApp, testApp } from '../../../test/test-app.ts'
import { createTitle, type Title, type TitleOptions } from '../../../test/titles.ts'
import { addFavourite, followBrand } from './follow.shared.ts'
import { gatherNews, NEWS_WAIT_SECONDS } from './news.ts'

const PRICE = 300

/** Opens a test app whose jobs run when a test says so; Ren and Aoi follow the brand of Mika's title. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 2_000 })
  const aoi = await here.person('Aoi')
  const film = await createTitle(here, mika, { copies: 3, price: PRICE, title: 'Tide Table' })
  const { brand_id } = await here.app.db
    .selectFrom('asset')
    .select('brand_id')
    .where('kid', '=', film.kid)
    .executeTakeFirstOrThrow()
  const brand = { brand_id: brand_id! }
  for (const who of [mika, ren, aoi]) await who.call(followBrand, brand)
  return { here, mika, ren, aoi, film, brand }
}

/** Publishes a title of a brand, as an upload does. */
async function publish(here: TestApp, mika: Person, fields: TitleOptions): Promise<Title> {
  const title = await createTitle(here, mika, { copies: 2, ...fields })
  await inTx(here.app, (tx) => enqueue(tx, gatherNews, { kid: title.kid, n: 1 }))
  await here.app.runDueJobs()
  return title
}

/** Issues further copies of a title. */
async function issue(here: TestApp, mika: Person, { kid }: Title, copies_count: number) {
  const copies = {
    kid,
    copies_count,
    title: 'Tide Table',
    description: '',
    asset_type: 'video' as const,
  }
  equal((await mika.call(copyAsset, copies)).error, undefined)
  await here.app.runDueJobs()
}

/** Lets the news wait long enough, and tells them. */
async function tell(here: TestApp) {
  here.clock.now = addSeconds(here.clock.now, NEWS_WAIT_SECONDS + 1)
  await here.run('news.tell')
  await here.app.runDueJobs()
}

const told = async ({ call }: Person) => {
  const { items } = await call(listNotifications, {})
  return items.filter(({ subject }) => /^New from|more cop|of news/.test(subject))
}
const subjects = async (who: Person) => (await told(who)).map(({ subject }) => subject)

test('FO-02 followers of a brand are told of its new title once, its creator is not', async (t) => {
  const { here, mika, ren, aoi, brand } = await openFixtures(t)
  const title = await publish(here, mika, { ...brand, title: 'Blue Hour' })
  await inTx(here.app, (tx) => enqueue(tx, gatherNews, { kid: title.kid, n: 1 })) // a job may run twice
  await here.app.runDueJobs()
  here.clock.now = addSeconds(here.clock.now, NEWS_WAIT_SECONDS + 1)
  await Promise.all(tenTimes(() => here.run('news.tell')))
  await here.app.runDueJobs()
  await tell(here)
  for (const who of [ren, aoi]) {
    const [one, ...others] = await told(who)
    deepEqual(others, [])
    match(one!.subject, /^New from .+: “Blue Hour”$/)
    equal(one!.path, `/asset/${title.kid}`)
    deepEqual((await here.inbox(who.email)).map(({ subject }) => subject), [one!.subject]) // oxfmt-ignore
  }
  deepEqual(await told(mika), [])
  await publish(here, mika, { ...brand, title: 'Low Tide' })
  await tell(here)
  for (const who of [ren, aoi]) match((await subjects(who))[0]!, /^New from .+: “Low Tide”$/)
})

test('FO-02 a series of titles and a big further issue make one mail for each person', async (t) => {
  const { here, mika, ren, film, brand } = await openFixtures(t)
  await ren.call(addFavourite, { kid: film.kid })
  await ren.call(addFavourite, { kid: film.kid, number: 1 })
  for (const title of ['One', 'Two', 'Three']) await publish(here, mika, { ...brand, title })
  await issue(here, mika, film, 500)
  await here.run('news.tell') // they wait for more
  await here.app.runDueJobs()
  deepEqual(await told(ren), [])
  await tell(here)
  const [mail, ...others] = await here.inbox(ren.email)
  deepEqual(others, [])
  equal(mail!.subject, '4 pieces of news about what you follow')
  for (const line of ['“One”', '“Two”', '“Three”', '500 more copies of “Tide Table”'])
    equal(mail!.text.includes(line), true, line)
  deepEqual((await told(ren)).map(({ path }) => path), ['/account/following']) // oxfmt-ignore
})

test('FO-02 owners are told of a further issue by their own mail alone', async (t) => {
  const { here, mika, ren, aoi, film } = await openFixtures(t)
  for (const who of [ren, aoi]) await who.call(addFavourite, { kid: film.kid })
  await ren.call(purchaseForFree, film.order(1, PRICE))
  await issue(here, mika, film, 2)
  await tell(here)
  const expected = ['2 more copies of “Tide Table”']
  deepEqual([await subjects(ren), await subjects(aoi)], [expected, expected])
})

test('FO-02 nobody is told of a title that they may not see', async (t) => {
  const { here, mika, ren, aoi, brand } = await openFixtures(t)
  const { db } = here.app
  await db.updateTable('follow').set({ country: 'FR' }).where('account_id', '=', aoi.account_id).execute() // oxfmt-ignore
  await publish(here, mika, { ...brand, title: 'For Japan', only_japan_accessible: true })
  await tell(here)
  deepEqual([(await subjects(ren)).length, await subjects(aoi)], [1, []])

  const withdrawn = await publish(here, mika, { ...brand, title: 'Withdrawn' })
  equal((await mika.call(withdrawAsset, { kid: withdrawn.kid })).error, undefined)
  await tell(here)
  deepEqual([(await subjects(ren)).length, await subjects(aoi)], [1, []])

  const reserved = await publish(here, mika, { ...brand, title: 'Reserved' })
  const list = await mika.call(createAllowlist, { kid: reserved.kid, name: 'Friends' })
  await mika.call(addPeople, { id: list.id, text: aoi.name })
  await tell(here)
  deepEqual([(await subjects(ren)).length, (await subjects(aoi)).length], [1, 1])
  match((await subjects(aoi))[0]!, /“Reserved”/)
})

test('FO-02 who wants no mails about what they follow is told in the app', async (t) => {
  const { here, mika, ren, brand } = await openFixtures(t)
  await ren.call(putMailChoice, { topic: 'following', wants_mail: false })
  await publish(here, mika, { ...brand, title: 'Blue Hour' })
  await tell(here)
  equal((await told(ren)).length, 1)
  deepEqual(await here.inbox(ren.email), [])
})
