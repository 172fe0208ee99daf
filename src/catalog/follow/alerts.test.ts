import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { HOUR_SECONDS } from '#core/durations.shared.ts'
import { builtPages } from '#src/app.ts'
import { addPeople, createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { listNotifications } from '#src/platform/notifications/notification.shared.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import type { Person } from '../../../test/people.ts'
import { tenTimes, type TestApp, testApp } from '../../../test/test-app.ts'
import { createTitle, listForSale } from '../../../test/titles.ts'
import { addPriceAlert, addReminder, listFollows } from './follow.shared.ts'

const PRICE = 300
const OPENED = 'The sale of “Tide Table” has begun'

/** Opens a test app whose jobs run when a test says so, with Mika as a creator. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 2_000 })
  const aoi = await here.person('Aoi', { balance: 2_000 })
  const inHours = (hours: number) => addSeconds(here.clock.now, hours * HOUR_SECONDS).toISOString()
  return { here, mika, ren, aoi, inHours }
}

/** Tells what has come about, some seconds later. */
async function tell(here: TestApp, seconds = 60) {
  here.clock.now = addSeconds(here.clock.now, seconds)
  await Promise.all(tenTimes(() => here.run('news.tell')))
  await here.app.runDueJobs()
}

const told = async ({ call }: Person) => {
  const { items } = await call(listNotifications, {})
  const subjects = items.map(({ subject }) => subject)
  return subjects.filter((subject) => /has begun$|is offered at/.test(subject))
}
const waiting = async ({ call }: Person) => (await call(listFollows, {})).total

test('FO-03 a person is reminded once when the sale begins, and not before', async (t) => {
  const { here, mika, ren, inHours } = await openFixtures(t)
  const fields = { title: 'Tide Table', sale_starting_at: inHours(2) }
  const film = await createTitle(here, mika, { copies: 2, price: PRICE, ...fields })
  const asked = await Promise.all(tenTimes(() => ren.call(addReminder, { kid: film.kid })))
  equal(new Set(asked.map(({ id }) => id)).size, 1)
  await mika.call(addReminder, { kid: film.kid })
  await tell(here)
  deepEqual([await told(ren), await waiting(ren)], [[], 1])
  await tell(here, 2 * HOUR_SECONDS)
  await tell(here)
  deepEqual([await told(ren), await waiting(ren), await told(mika)], [[OPENED], 0, []])
  equal((await here.inbox(ren.email)).length, 1)
})

test('FO-03 a reminder of a title without a time waits for its first offer', async (t) => {
  const { here, mika, ren, aoi } = await openFixtures(t)
  const film = await createTitle(here, mika, { copies: 1, title: 'Tide Table' })
  await ren.call(addReminder, { kid: film.kid })
  await tell(here)
  deepEqual(await told(ren), [])
  await listForSale(here, mika, [...film.tokens.values()], PRICE)
  await tell(here)
  deepEqual([await told(ren), await told(aoi)], [[OPENED], []])
})

test('FO-03 people with early access are reminded early, and nobody of copies reserved for others', async (t) => {
  const { here, mika, ren, aoi, inHours } = await openFixtures(t)
  const fields = { title: 'Tide Table', sale_starting_at: inHours(4) }
  const film = await createTitle(here, mika, { copies: 2, price: PRICE, ...fields })
  const early = await mika.call(createAllowlist, { kid: film.kid, name: 'Early', early_from: inHours(1) }) // oxfmt-ignore
  equal((await mika.call(addPeople, { id: early.id, text: aoi.name })).error, undefined)
  const kept = await createTitle(here, mika, { copies: 1, title: 'Kept' })
  const friends = await mika.call(createAllowlist, { kid: kept.kid, name: 'Friends' })
  equal((await mika.call(addPeople, { id: friends.id, text: aoi.name })).error, undefined)
  await listForSale(here, mika, [...kept.tokens.values()], PRICE)
  for (const who of [ren, aoi])
    for (const { kid } of [film, kept]) await who.call(addReminder, { kid })
  await tell(here)
  deepEqual([await told(ren), await told(aoi)], [[], ['The sale of “Kept” has begun']])
  deepEqual([await waiting(ren), await waiting(aoi)], [2, 1])
  await tell(here, 2 * HOUR_SECONDS)
  deepEqual([await told(ren), (await told(aoi)).length], [[], 2])
  await tell(here, 2 * HOUR_SECONDS)
  deepEqual([await told(ren), (await told(aoi)).length], [[OPENED], 2])
})

test('FO-03 a sale that began and sold out at once is told, an earlier one and one to others are not', async (t) => {
  const { here, mika, ren, aoi, inHours } = await openFixtures(t)
  const film = await createTitle(here, mika, { copies: 2, price: PRICE, title: 'Tide Table' })
  equal((await aoi.call(purchaseForFree, film.order(1, PRICE))).error, undefined)
  await mika.call(delistSerials, { asset_token_ids: [film.tokens.get(2)!] })
  equal((await mika.call(updateAsset, { kid: film.kid, sale_starting_at: inHours(2) })).error, undefined) // oxfmt-ignore
  const kept = await createTitle(here, mika, { copies: 1, title: 'Kept', sale_starting_at: inHours(2) }) // oxfmt-ignore
  const friends = await mika.call(createAllowlist, { kid: kept.kid, name: 'Friends' })
  equal((await mika.call(addPeople, { id: friends.id, text: aoi.name })).error, undefined)
  await listForSale(here, mika, [...kept.tokens.values()], PRICE)
  for (const { kid } of [film, kept]) await ren.call(addReminder, { kid })
  here.clock.now = addSeconds(here.clock.now, 2 * HOUR_SECONDS)
  const order = { ...kept.order(1, PRICE), asset_sale_price: PRICE }
  equal((await aoi.call(purchaseForFree, order)).error, undefined)
  await tell(here)
  deepEqual([await told(ren), await waiting(ren)], [[], 2])

  await listForSale(here, mika, [film.tokens.get(2)!], PRICE)
  equal((await aoi.call(purchaseForFree, film.order(2, PRICE))).error, undefined)
  await tell(here)
  deepEqual([await told(ren), await waiting(ren)], [[OPENED], 1])
})

test('FO-04 a price alert tells once of an offer at its price or less', async (t) => {
  const { here, mika, ren, aoi } = await openFixtures(t)
  const film = await createTitle(here, mika, { copies: 3, title: 'Tide Table' })
  const [one, two] = [film.tokens.get(1)!, film.tokens.get(2)!]
  await listForSale(here, mika, [film.tokens.get(3)!], 100)
  equal(
    (await aoi.call(purchaseSerial, { ...film.order(3, 50), asset_sale_price: 100 })).error,
    undefined,
  ) // held, so not offered
  const set = await Promise.all(tenTimes(() => ren.call(addPriceAlert, { kid: film.kid, price: PRICE - 100 }))) // oxfmt-ignore
  equal(new Set(set.map(({ id }) => id)).size, 1)
  await listForSale(here, mika, [one], PRICE)
  await tell(here)
  deepEqual([await told(ren), await waiting(ren)], [[], 1])
  equal((await ren.call(addPriceAlert, { kid: film.kid, price: PRICE - 1 })).price, PRICE - 1)
  await tell(here)
  deepEqual([await told(ren), await waiting(ren)], [[], 1])
  await listForSale(here, mika, [two], PRICE - 1)
  await tell(here)
  await tell(here)
  deepEqual(
    [await told(ren), await waiting(ren)],
    [['No. 2 of “Tide Table” is offered at ¥299'], 0],
  )
  const { items } = await ren.call(listNotifications, {})
  equal(items[0]!.path, `/asset/${film.kid}?no=2`)
})

test('FO-04 an alert for one number tells of no other, and never of own offers', async (t) => {
  const { here, mika, ren, aoi } = await openFixtures(t)
  const film = await createTitle(here, mika, { copies: 2, price: PRICE, title: 'Tide Table' })
  await ren.call(purchaseForFree, film.order(2, PRICE))
  const alert = { kid: film.kid, number: 2, price: PRICE }
  for (const who of [ren, aoi, mika]) await who.call(addPriceAlert, alert)
  await tell(here)
  deepEqual([await told(ren), await told(aoi), await told(mika)], [[], [], []])
  await listForSale(here, ren, [film.tokens.get(2)!], PRICE - 50)
  await tell(here)
  const expected = ['No. 2 of “Tide Table” is offered at ¥250']
  deepEqual([await told(ren), await told(aoi), await told(mika)], [[], expected, expected])
})

test('FO-04 an alert tells of no held copies, and of none that its person may not buy', async (t) => {
  const { here, mika, ren, aoi, inHours } = await openFixtures(t)
  const held = await createTitle(here, mika, { copies: 1, price: PRICE, title: 'Held' })
  equal((await aoi.call(purchaseSerial, held.order(1, 100))).error, undefined)
  const ended = await createTitle(here, mika, { copies: 1, price: PRICE, title: 'Ended', sale_ending_at: inHours(-1) }) // oxfmt-ignore
  const abroad = await createTitle(here, mika, { copies: 1, price: PRICE, only_japan_accessible: true }) // oxfmt-ignore
  const kept = await createTitle(here, mika, { copies: 1, title: 'Kept' })
  const friends = await mika.call(createAllowlist, { kid: kept.kid, name: 'Friends' })
  equal((await mika.call(addPeople, { id: friends.id, text: aoi.name })).error, undefined)
  await listForSale(here, mika, [...kept.tokens.values()], PRICE)
  const gone = await createTitle(here, mika, { copies: 1, price: PRICE, title: 'Gone' })
  for (const { kid } of [held, ended, abroad, kept, gone])
    equal((await ren.call(addPriceAlert, { kid, price: PRICE })).error, undefined)
  await here.app.db.updateTable('follow').set({ country: 'FR' }).where('kid', '=', abroad.kid).execute() // oxfmt-ignore
  equal((await mika.call(delistSerials, { asset_token_ids: [...gone.tokens.values()] })).error, undefined) // oxfmt-ignore
  await tell(here)
  deepEqual([await told(ren), await waiting(ren)], [[], 5])
})
