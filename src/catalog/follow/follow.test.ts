import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import type { Person } from '../../../test/people.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { tenTimes, testApp } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import {
  addFavourite,
  countBrandFollowers,
  countTitleFollowers,
  followBrand,
  listFollows,
  stopFollowing,
} from './follow.shared.ts'

const PRICE = 300
const COUNTS = { favourites: 2, reminders: 0, price_alerts: 0 }

/** Opens a test app with Mika's title and brand, and two other people. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const aoi = await here.person('Aoi', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, price: PRICE, title: 'Tide Table' })
  const brand = await mika.call(createBrand, { name: 'Kita Films', account: 'kita-films' })
  return { here, mika, ren, aoi, film, brand }
}

const followsOf = async ({ call }: Person) => {
  const { items } = await call(listFollows, {})
  return items.map(({ what, title, number, brand }) => [what, title?.title ?? brand?.name, number])
}

test('FO-01 a person keeps titles, numbers and brands, each once', async (t) => {
  const { here, ren, film, brand } = await openFixtures(t)
  const added = await Promise.all(tenTimes(() => ren.call(addFavourite, { kid: film.kid })))
  equal(new Set(added.map(({ id }) => id)).size, 1)
  await ren.call(addFavourite, { kid: film.kid, number: 2 })
  here.clock.now = new Date(here.clock.now.getTime() + 1_000)
  const followed = await Promise.all(tenTimes(() => ren.call(followBrand, { brand_id: brand.id })))
  equal(new Set(followed.map(({ id }) => id)).size, 1)
  const rows = await followsOf(ren)
  deepEqual(rows[0], ['brand', 'Kita Films', null])
  deepEqual(new Set(rows.slice(1).map((row) => row.join(' '))), new Set(['favourite Tide Table ', 'favourite Tide Table 2'])) // oxfmt-ignore
  const { items } = await ren.call(listFollows, { what: 'favourite', kid: film.kid })
  deepEqual(items.map(({ sale_price }) => sale_price), [PRICE, PRICE]) // oxfmt-ignore
  const ends = await Promise.all(tenTimes(() => ren.call(stopFollowing, { id: followed[0]!.id })))
  equal(ends.filter(({ error }) => !error).length, 1)
  equal((await followsOf(ren)).length, 2)
})

test('FO-01 nobody reads or changes what another person follows', async (t) => {
  const { mika, ren, aoi, film } = await openFixtures(t)
  const { id } = await ren.call(addFavourite, { kid: film.kid })
  for (const other of [mika, aoi]) {
    deepEqual(await followsOf(other), [])
    deepEqual((await other.call(listFollows, { kid: film.kid })).total, 0)
    equal((await other.call(stopFollowing, { id })).error?.code, 'not_found')
  }
  equal((await followsOf(ren)).length, 1)
})

test('FO-01 only what exists and is published can be followed', async (t) => {
  const { here, mika, ren, film } = await openFixtures(t)
  const refused = async (input: { kid: string; number?: number }) =>
    (await ren.call(addFavourite, input)).error?.code
  equal(await refused({ kid: film.kid, number: 4 }), 'not_found')
  const nothing = '00000000-0000-4000-8000-000000000000'
  equal((await ren.call(followBrand, { brand_id: nothing })).error?.code, 'not_found')
  const gone = await createTitle(here, mika, { copies: 1 })
  await ren.call(addFavourite, { kid: gone.kid })
  equal((await mika.call(withdrawAsset, { kid: gone.kid })).error, undefined)
  equal(await refused({ kid: gone.kid }), 'not_found')
  deepEqual(await followsOf(ren), [])
  const sora = await here.person('Sora', { role: 'ADMIN' })
  equal((await sora.call(addFavourite, { kid: film.kid })).error?.code, 'forbidden')
})

test('FO-01 a person follows at most 2,000 things, also when asking at once', async (t) => {
  const { here, mika, ren, film } = await openFixtures(t)
  const large = await createTitle(here, mika, { copies: 1_999 })
  const created_at = here.clock.now.toISOString()
  const rows = [...large.tokens.values()].map((asset_token_id) => ({
    account_id: ren.account_id,
    what: 'favourite',
    kid: large.kid,
    asset_token_id,
    country: 'JP',
    created_at,
  }))
  await here.app.db.insertInto('follow').values(rows).execute()
  const numbers = [1, 2, 3]
  const add = (number: number) => ren.call(addFavourite, { kid: film.kid, number })
  const added = await whileLocked(here.app.db, {
    lock: sql`select from account where id = ${ren.account_id} for no key update`,
    action: () => Promise.all(numbers.map(add)),
    waiters: numbers.length,
  })
  deepEqual(added.filter(({ error }) => !error).length, 1)
  equal(added.find(({ error }) => error)?.error?.code, 'too_many_follows')
})

test('FO-01 creators count who follows their own titles and brands, and no others', async (t) => {
  const { mika, ren, aoi, film, brand } = await openFixtures(t)
  await ren.call(addFavourite, { kid: film.kid })
  await ren.call(addFavourite, { kid: film.kid, number: 1 })
  await aoi.call(addFavourite, { kid: film.kid, number: 1 })
  await ren.call(followBrand, { brand_id: brand.id })
  deepEqual(await mika.call(countTitleFollowers, { id: film.kid }), COUNTS)
  equal((await mika.call(countBrandFollowers, { id: brand.id })).followers, 1)
  equal((await aoi.call(countTitleFollowers, { id: film.kid })).error?.code, 'forbidden')
  equal((await aoi.call(countBrandFollowers, { id: brand.id })).error?.code, 'forbidden')
  equal((await ren.call(countTitleFollowers, { id: film.kid })).error?.code, 'creators_only')
})
