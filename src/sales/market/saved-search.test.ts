import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { tenTimes, testApp } from '../../../test/test-app.ts'
import { addressOf, keyOf, readView, searchOf, viewOf } from './market-view.shared.ts'
import {
  listSavedSearches,
  removeSavedSearch,
  saveSearch,
  type Search,
  SEARCHES_MAX,
  updateSavedSearch,
} from './saved-search.shared.ts'

const FILMS: Search = { q: 'Night Train', media_type: 'video', sort_by: 'newest' }

test('SS-01 a search keeps the words, filters and order of its address', () => {
  const search: Search = {
    q: 'Night Train',
    media_type: 'video',
    listing_type: 'rental',
    on_sale: 'now',
    asset_type: 'video',
    price_min: 0,
    price_max: 900,
    sort_by: 'price_low',
  }
  const address = addressOf(viewOf(search))
  const { searchParams } = new URL(address, 'http://localhost')
  deepEqual(searchOf(readView(searchParams)), search)
  for (const name of Object.keys(search).filter((one) => one !== 'sort_by'))
    equal(keyOf({ ...search, [name]: undefined }) === keyOf(search), false, name)
  for (const same of [
    { ...search, sort_by: 'title' as const },
    { ...search, q: 'NIGHT  ｔｒａｉｎ' },
  ])
    equal(keyOf(same), keyOf(search))
  equal(keyOf({ sort_by: 'title' }), '')
})

test('SS-01 a person saves a search once, also when asking ten times at once', async (t) => {
  const here = await testApp(t)
  const ren = await here.person('Ren')
  const saved = await Promise.all(
    tenTimes((i) => ren.call(saveSearch, { name: `Trains ${i}`, search: FILMS })),
  )
  equal(new Set(saved.map(({ id }) => id)).size, 1)
  const upper = { ...FILMS, q: ' NIGHT train', sort_by: 'price_low' as const }
  const again = await ren.call(saveSearch, { name: 'Again', search: upper, alerts: false })
  deepEqual(again, saved[0])
  here.clock.now = addSeconds(here.clock.now, 1)
  const other = await ren.call(saveSearch, { name: ' Sea\u202e ', search: { q: 'sea' }, alerts: false }) // oxfmt-ignore
  deepEqual([other.name, other.search, other.alerts], ['Sea', { q: 'sea', sort_by: 'newest' }, false]) // oxfmt-ignore
  const { items } = await ren.call(listSavedSearches, {})
  deepEqual(items, [other, saved[0]])
})

test('SS-01 a saved search is renamed, silenced and removed by its person alone', async (t) => {
  const here = await testApp(t)
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const { id } = await ren.call(saveSearch, { name: 'Trains', search: FILMS })
  equal((await aoi.call(updateSavedSearch, { id, name: 'Mine' })).error?.code, 'not_found')
  equal((await aoi.call(removeSavedSearch, { id })).error?.code, 'not_found')
  deepEqual((await aoi.call(listSavedSearches, {})).items, [])
  const renamed = await ren.call(updateSavedSearch, { id, name: 'Night trains' })
  deepEqual([renamed.name, renamed.alerts], ['Night trains', true])
  const silent = await ren.call(updateSavedSearch, { id, alerts: false })
  deepEqual([silent.name, silent.alerts], ['Night trains', false])
  deepEqual((await ren.call(listSavedSearches, {})).items, [silent])
  const ends = await Promise.all(tenTimes(() => ren.call(removeSavedSearch, { id })))
  equal(ends.filter(({ error }) => !error).length, 1)
  deepEqual((await ren.call(listSavedSearches, {})).items, [])
})

test('SS-01 a search without words and filters is refused, and administrators save none', async (t) => {
  const here = await testApp(t)
  const [ren, sora] = [await here.person('Ren'), await here.person('Sora', { role: 'ADMIN' })]
  const all = { name: 'All', search: { sort_by: 'title' as const } }
  equal((await ren.call(saveSearch, all)).error?.code, 'search_without_filter')
  equal((await ren.call(saveSearch, { name: ' ', search: FILMS })).error?.code, 'input_invalid')
  equal((await sora.call(saveSearch, { name: 'Trains', search: FILMS })).error?.code, 'forbidden')
})

test('SS-01 a person saves at most 50 searches, also when asking at once', async (t) => {
  const here = await testApp(t)
  const ren = await here.person('Ren')
  const save = (i: number) => ren.call(saveSearch, { name: `${i}`, search: { q: `${i}` } })
  for (let i = 1; i < SEARCHES_MAX; i++) equal((await save(i)).error, undefined)
  const saved = await whileLocked(here.app.db, {
    lock: sql`select from account where id = ${ren.account_id} for no key update`,
    action: () => Promise.all([100, 101, 102].map(save)),
    waiters: 3,
  })
  equal(saved.filter(({ error }) => !error).length, 1)
  equal(saved.find(({ error }) => error)?.error?.code, 'too_many_saved_searches')
  equal((await save(1)).error, undefined) // it is saved already
})
