import { deepEqual, equal, match as matches, rejects } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#core/durations.shared.ts'
import { armFailpoint } from '#core/failpoint.ts'
import { builtPages } from '#src/app.ts'
import { listListedAssets } from '#src/catalog/asset/asset.shared.ts'
import { addPeople, createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import {
  listNotifications,
  putMailChoice,
  putSchedule,
} from '#src/platform/notifications/notification.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import type { Person } from '../../../test/people.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { tenTimes, type TestApp, testApp } from '../../../test/test-app.ts'
import { createTitle, listForSale } from '../../../test/titles.ts'
import { openToTrade } from '../../../test/trades.ts'
import { removeSavedSearch, saveSearch, type Search, updateSavedSearch } from './saved-search.shared.ts' // oxfmt-ignore
import { match } from './search-alerts.ts'

const PRICE = 300

/** Opens a test app whose jobs run when a test says so, with Mika as a creator. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  t.after(() => armFailpoint(undefined, () => {}))
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 2_000 })
  const aoi = await here.person('Aoi', { balance: 2_000 })
  return { here, mika, ren, aoi }
}

const save = async ({ call }: Person, name: string, search: Partial<Search>) => {
  const saved = await call(saveSearch, { name, search })
  equal(saved.error, undefined)
  return saved
}

/** Lets some time pass, and tells what is new. */
async function tell(here: TestApp, seconds = 600) {
  here.clock.now = addSeconds(here.clock.now, seconds)
  await Promise.all(tenTimes(() => here.run('search.tell')))
  await here.app.runDueJobs()
}

const told = async ({ call }: Person) => {
  const { items } = await call(listNotifications, {})
  const subjects = items.map(({ subject }) => subject)
  return subjects.filter((subject) => /in your search/.test(subject)).toReversed()
}
const newIn = (name: string, title: string) => `New in your search “${name}”: “${title}”`

test('SS-02 a person is told once of a title that opens in their search', async (t) => {
  const { here, mika, ren, aoi } = await openFixtures(t)
  const old = await createTitle(here, mika, { copies: 2, title: 'Night Train 1' })
  await listForSale(here, mika, [old.tokens.get(1)!], PRICE)
  await tell(here)
  await save(ren, 'Trains', { q: 'night TRAIN', sort_by: 'price_low' })
  await save(ren, 'Films', { media_type: 'video' })
  await save(aoi, 'Songs', { media_type: 'audio' })
  here.clock.now = addSeconds(here.clock.now, 1)
  await listForSale(here, mika, [old.tokens.get(2)!], PRICE)
  await tell(here)
  deepEqual([await told(ren), await told(aoi)], [[], []]) // the title was there before
  const film = await createTitle(here, mika, { copies: 2, title: 'Night Train 2' })
  await tell(here)
  deepEqual(await told(ren), []) // nothing is offered
  await listForSale(here, mika, [film.tokens.get(1)!], PRICE)
  await tell(here)
  await tell(here)
  const expected = [newIn('Films', 'Night Train 2'), newIn('Trains', 'Night Train 2')]
  deepEqual((await told(ren)).toSorted(), expected)
  deepEqual(await told(aoi), [])
  const { items } = await ren.call(listNotifications, {})
  const paths = items.map(({ path }) => path).toSorted()
  deepEqual(paths, ['/?media_type=video', '/?q=night+TRAIN&sort_by=price_low'])
  const [mail] = await here.inbox(ren.email)
  matches(mail!.text, new RegExp(`/asset/${film.kid}`))
  equal(mail!.unsubscribe !== null, true)
  await ren.call(purchaseForFree, film.order(1, PRICE))
  await tell(here, 2 * DAY_SECONDS)
  await listForSale(here, mika, [film.tokens.get(2)!], PRICE)
  await tell(here)
  equal((await told(ren)).length, 2)
})

test('SS-02 several titles at a time share one notice, and a repeated or failed job adds none', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  await save(ren, 'Trains', { q: 'train' })
  const after = here.clock.now.toISOString()
  const kids: string[] = []
  for (const title of ['Train 1', 'Train 2', 'Train 3']) {
    here.clock.now = addSeconds(here.clock.now, 1)
    kids.push((await createTitle(here, mika, { copies: 1, price: PRICE, title })).kid)
  }
  here.clock.now = addSeconds(here.clock.now, 120)
  const run = (opened: string[]) =>
    match(here.app.jobCtx('search.match'), { kids: opened, after, after_key: '' })
  const stop = () => {
    throw new Error('stopped')
  }
  armFailpoint('search.matching', stop)
  await rejects(run(kids), /stopped/)
  await here.app.runDueJobs()
  deepEqual(await told(ren), [])
  armFailpoint('search.matched', stop)
  await rejects(run(kids.slice(0, 2)), /stopped/)
  armFailpoint(undefined, () => {})
  await Promise.all(tenTimes(() => run(kids.slice(0, 2))))
  await here.app.runDueJobs()
  const two = '2 new titles in your search “Trains”'
  deepEqual(await told(ren), [two])
  await tell(here)
  deepEqual(await told(ren), [two, newIn('Trains', 'Train 3')])
})

test('SS-02 alerts follow what the list shows: kind of offer, price, words and kind of work', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  const searches: Record<string, Partial<Search>> = {
    cheap: { price_max: 400 },
    dear: { price_min: 500 },
    rent: { listing_type: 'rental' },
    buy: { listing_type: 'sale' },
    swap: { listing_type: 'trade' },
    songs: { media_type: 'audio' },
    pictures: { asset_type: 'image' },
    tide: { q: 'TIDE' },
    percent: { q: '100%' },
    both: { listing_type: 'sale', media_type: 'audio', q: 'tide', price_min: 100, price_max: 300 },
  }
  for (const [name, search] of Object.entries(searches)) await save(ren, name, search)
  here.clock.now = addSeconds(here.clock.now, 1)
  await createTitle(here, mika, { copies: 1, price: 300, title: 'Tide Song', media_type: 'audio' })
  await createTitle(here, mika, { copies: 1, price: 900, title: 'Low Tide', asset_type: 'image', media_type: 'image' }) // oxfmt-ignore
  await rentalTitle(here, mika, { copies: 1, rent_price: 200, title: '100% Wool' })
  await createTitle(here, mika, { copies: 1, title: 'Tide without an offer' })
  const barter = await createTitle(here, mika, { copies: 1, title: 'Barter' })
  await openToTrade(here, { owner: mika, token: barter.tokens.get(1)! })
  await tell(here)
  const expected = await Promise.all(
    Object.entries(searches).map(async ([name, search]) => {
      const { items, total } = await ren.call(listListedAssets, search)
      return total === 1
        ? newIn(name, items[0]!.title)
        : `${total} new titles in your search “${name}”`
    }),
  )
  deepEqual((await told(ren)).toSorted(), expected.toSorted())
})

test('SS-02 a copy at another price makes a title new where this price is asked for', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  const film = await createTitle(here, mika, { copies: 2, title: 'Tide Table' })
  await listForSale(here, mika, [film.tokens.get(1)!], 300)
  await tell(here)
  await save(ren, 'cheap', { price_max: 400 })
  await save(ren, 'dear', { price_min: 500 })
  here.clock.now = addSeconds(here.clock.now, 1)
  await listForSale(here, mika, [film.tokens.get(2)!], 900)
  await tell(here)
  deepEqual(await told(ren), [newIn('dear', 'Tide Table')])
})

test('SS-02 nobody is told of titles that they may not see, of copies kept for others, or of their own', async (t) => {
  const { here, mika, ren, aoi } = await openFixtures(t)
  const { db } = here.app
  for (const who of [mika, ren, aoi]) await save(who, 'Tide', { q: 'tide' })
  await db.updateTable('saved_search').set({ country: 'FR' }).where('account_id', '=', aoi.account_id).execute() // oxfmt-ignore
  here.clock.now = addSeconds(here.clock.now, 1)
  const title = { copies: 1, price: PRICE }
  await createTitle(here, mika, { ...title, title: 'Tide in Japan', only_japan_accessible: true })
  const hidden = await createTitle(here, mika, { ...title, title: 'Hidden Tide' })
  await db.updateTable('asset').set({ hidden_at: here.clock.now.toISOString() }).where('kid', '=', hidden.kid).execute() // oxfmt-ignore
  const kept = await createTitle(here, mika, { copies: 1, title: 'Tide for Aoi' })
  const list = await mika.call(createAllowlist, { kid: kept.kid, name: 'Friends' })
  equal((await mika.call(addPeople, { id: list.id, text: aoi.name })).error, undefined)
  await listForSale(here, mika, [...kept.tokens.values()], PRICE)
  await tell(here)
  deepEqual(
    [await told(mika), await told(ren), await told(aoi)],
    [[], [newIn('Tide', 'Tide in Japan')], [newIn('Tide', 'Tide for Aoi')]],
  )
  const noted = await db.selectFrom('search_match').select('kid').where('account_id', '=', aoi.account_id).execute() // oxfmt-ignore
  deepEqual(noted, [{ kid: kept.kid }])
  const old = await createTitle(here, mika, { copies: 2, price: PRICE, title: 'Old Works' })
  await ren.call(purchaseForFree, old.order(2, PRICE))
  equal((await mika.call(delistSerials, { asset_token_ids: [old.tokens.get(1)!] })).error, undefined) // oxfmt-ignore
  await tell(here, 2 * DAY_SECONDS)
  for (const who of [mika, ren, aoi]) await save(who, 'Old', { q: 'old works' })
  here.clock.now = addSeconds(here.clock.now, 1)
  await listForSale(here, ren, [old.tokens.get(2)!], PRICE)
  await tell(here)
  deepEqual(
    [await told(mika), (await told(ren)).length, await told(aoi)],
    [[], 1, [newIn('Tide', 'Tide for Aoi'), newIn('Old', 'Old Works')]],
  )
})

test('SS-02 a title is told of when its sale begins, and not again when a copy is listed anew', async (t) => {
  const { here, mika, ren, aoi } = await openFixtures(t)
  await save(ren, 'Tide', { q: 'tide' })
  await save(aoi, 'Now', { on_sale: 'now' })
  const sale_starting_at = addSeconds(here.clock.now, 2 * HOUR_SECONDS).toISOString()
  await createTitle(here, mika, { copies: 1, price: PRICE, title: 'Tide Table', sale_starting_at })
  await tell(here)
  deepEqual([await told(ren), await told(aoi)], [[], []])
  await tell(here, 2 * HOUR_SECONDS)
  deepEqual(await told(ren), [newIn('Tide', 'Tide Table')])
  deepEqual(await told(aoi), [newIn('Now', 'Tide Table')])

  const shown = await createTitle(here, mika, { copies: 2, price: PRICE, title: 'Blue Hour' })
  await tell(here)
  await save(ren, 'Hours', { q: 'hour', listing_type: 'sale' })
  const [one, two] = [shown.tokens.get(1)!, shown.tokens.get(2)!]
  here.clock.now = addSeconds(here.clock.now, 60)
  await mika.call(delistSerials, { asset_token_ids: [one, two] })
  await tell(here)
  await listForSale(here, mika, [one], PRICE) // within a day: it is not new
  await tell(here)
  equal((await told(ren)).length, 1)
  await mika.call(delistSerials, { asset_token_ids: [one] })
  await tell(here, 2 * DAY_SECONDS)
  await listForSale(here, mika, [two], PRICE)
  await tell(here)
  deepEqual((await told(ren)).slice(1), [newIn('Hours', 'Blue Hour')])
})

test('SS-02 a resale after the end of the creator’s sale is new among what is on sale now', async (t) => {
  const { here, mika, ren, aoi } = await openFixtures(t)
  const sale_ending_at = addSeconds(here.clock.now, HOUR_SECONDS).toISOString()
  const title = { copies: 2, price: PRICE, title: 'Tide Table', sale_ending_at }
  const film = await createTitle(here, mika, title)
  equal((await ren.call(purchaseForFree, film.order(1, PRICE))).error, undefined)
  await tell(here, 2 * HOUR_SECONDS)
  await save(aoi, 'Now', { on_sale: 'now' })
  here.clock.now = addSeconds(here.clock.now, 1)
  await listForSale(here, ren, [film.tokens.get(1)!], PRICE)
  await tell(here)
  deepEqual(await told(aoi), [newIn('Now', 'Tide Table')])
})

test('SS-02 nobody is told of trades before a sale begins, or while trading is off', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await save(ren, 'Trades', { listing_type: 'trade' })
  const openTitle = async (title: string, sale_starting_at?: string) => {
    here.clock.now = addSeconds(here.clock.now, 1)
    const { tokens } = await createTitle(here, mika, { copies: 1, title, sale_starting_at })
    await openToTrade(here, { owner: mika, token: tokens.get(1)! })
  }
  await openTitle('Barter', addSeconds(here.clock.now, 7 * DAY_SECONDS).toISOString())
  await tell(here)
  deepEqual(await told(ren), [])
  await tell(here, 8 * DAY_SECONDS)
  deepEqual(await told(ren), [newIn('Trades', 'Barter')])

  await openTitle('Exchange')
  const off = { trade_enabled: false, version: 0, reason: 'paused' }
  equal((await sora.call(changeSettings, off)).error, undefined)
  await tell(here)
  equal((await told(ren)).length, 1)
})

test('SS-02 alerts stop with the search, its switch and its topic, and go on from there', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  const { id, search } = await save(ren, 'Tide', { q: 'tide' })
  const open = async (title: string) => {
    here.clock.now = addSeconds(here.clock.now, 1)
    await createTitle(here, mika, { copies: 1, price: PRICE, title })
    here.clock.now = addSeconds(here.clock.now, 1)
  }
  const publish = async (title: string) => {
    await open(title)
    await tell(here)
  }
  await ren.call(updateSavedSearch, { id, alerts: false })
  await open('Tide 1')
  await ren.call(updateSavedSearch, { id, alerts: true, name: 'Tides' })
  await tell(here)
  deepEqual(await told(ren), [])
  await ren.call(putMailChoice, { topic: 'searches', wants_mail: false })
  await publish('Tide 2')
  deepEqual(await told(ren), [newIn('Tides', 'Tide 2')])
  deepEqual(await here.inbox(ren.email), [])
  await ren.call(putMailChoice, { topic: 'searches', wants_mail: true })
  const zone = { time_zone: 'UTC', digest_hour: 8 }
  const hour = here.clock.now.getUTCHours()
  await ren.call(putSchedule, { ...zone, quiet_from: hour, quiet_until: (hour + 2) % 24 })
  await publish('Tide 3')
  equal((await told(ren)).length, 2)
  deepEqual(await here.inbox(ren.email), []) // until the quiet hours end
  await ren.call(removeSavedSearch, { id })
  await publish('Tide 4')
  await ren.call(saveSearch, { name: 'Tides', search })
  await tell(here)
  equal((await told(ren)).length, 2)
})
