import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { createTitle } from '../../../test/titles.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import { updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { getAsset, updateAsset } from './asset.shared.ts'

/** Starts an app in which Mika has published a title of three copies. */
async function fixtures(t: TestContext) {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await createTitle(here, mika, { copies: 3 })
  return { ...here, mika, kid }
}

test('UP-11 CO-05 impossible settings are refused, and a lowest price under ten is raised to ten', async (t) => {
  const { mika, kid, person } = await fixtures(t)
  const refusal = async (wrong: object) => (await mika.call(updateAsset, { kid, ...wrong })).error
  equal((await refusal({ description: ' ' }))?.code, 'description_empty')
  equal((await refusal({ creator_royalty_rate: 51 }))?.params.field, 'creator_royalty_rate')
  const sora = await person('Sora', { role: 'ADMIN' })
  const allowed = { version: 0, reason: 'a trial', royalty_max_bp: 6_000 }
  equal((await sora.call(changeSettings, allowed)).error, undefined)
  equal(await refusal({ creator_royalty_rate: 60 }), undefined)
  equal((await refusal({ creator_royalty_rate: 61 }))?.params.field, 'creator_royalty_rate')
  equal((await refusal({ holding_limit: 0 }))?.params.field, 'holding_limit')
  const [opens, ends] = ['2030-02-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z']
  const backwards = { sale_starting_at: opens, sale_ending_at: ends }
  equal((await refusal(backwards))?.params.field, 'sale_ending_at')
  const never = {
    sale_starting_at: '2030-02-01T00:00:00Z',
    sale_ending_at: '2030-02-01T00:00:00.000Z',
  }
  equal((await refusal(never))?.params.field, 'sale_ending_at')
  equal(
    (await refusal({ sale_starting_at: '0000-01-01T00:00:00Z' }))?.params.field,
    'sale_starting_at',
  )
  const eve = await person('Eve', { role: 'ORH' })
  equal((await eve.call(updateAsset, { kid, title: 'Mine' })).error?.code, 'forbidden')
  const saved = await mika.call(updateAsset, { kid, min_sellable_price: 5 })
  deepEqual([saved.raised_to_minimum, saved.min_sellable_price], [true, 10])
})

test('UP-12 buyers see the settings that the creator saved', async (t) => {
  const { mika, kid, call } = await fixtures(t)
  const wanted = {
    title: 'Tide Tables',
    creator_royalty_rate: 12.5,
    rental_creator_royalty_rate: 7.25,
    min_sellable_price: 500,
    holding_limit: 2,
    obi: 'ai',
    download_enabled: true,
    secondary_sale_enabled: false,
    trade_enabled: false,
    secondary_rental_enabled: false,
    sale_starting_at: '2030-02-01T00:00:00.000Z',
    sale_ending_at: '2030-03-01T00:00:00.000Z',
  }
  await mika.call(updateAsset, { kid, ...wanted })
  const seen = await call(getAsset, { id: kid })
  deepEqual({ ...seen, ...wanted }, seen)

  const ends = '2030-01-15T00:00:00.000Z'
  const open = await mika.call(updateAsset, { kid, sale_starting_at: null, sale_ending_at: ends })
  deepEqual([open.sale_starting_at, open.sale_ending_at], [null, ends])
})

test('UP-12 a time with an offset is the same time in UTC', async (t) => {
  const { mika, kid } = await fixtures(t)
  const save = (sale_starting_at: string) => mika.call(updateAsset, { kid, sale_starting_at })
  const inJapan = await save('2031-01-01T09:00:00+09:00')
  equal(inJapan.sale_starting_at, '2031-01-01T00:00:00.000Z')
  for (const wrong of ['2031-01-01T09:00:00', '2031-02-30T00:00:00Z', '0001-01-01T00:00:00+09:00'])
    equal((await save(wrong)).error?.params.field, 'sale_starting_at', wrong)
})

test('a title that was saved elsewhere meanwhile is not overwritten, and the creator is told', async (t) => {
  const { mika, kid, clock, call } = await fixtures(t)
  const { edited_at } = await mika.call(getAsset, { id: kid })
  clock.now = addSeconds(clock.now, 60)
  const tabs = tenTimes((i) => mika.call(updateAsset, { kid, edited_at, title: `From tab ${i}` }))
  const answers = await Promise.all(tabs)
  deepEqual(countOutcomes(answers), { done: 1, changed_elsewhere: 9 })
  const won = answers.find(({ error }) => !error)!
  equal((await call(getAsset, { id: kid })).title, won.title)
  clock.now = addSeconds(clock.now, 60)
  const next = await mika.call(updateAsset, { kid, edited_at: won.edited_at, title: 'Next' })
  equal(next.title, 'Next')
})

test('a form of a title does not undo what its brand changed meanwhile', async (t) => {
  const { mika, kid, clock } = await fixtures(t)
  const loaded = await mika.call(getAsset, { id: kid })
  const { brand_id, edited_at } = loaded
  clock.now = addSeconds(clock.now, 60)
  await mika.call(updateBrand, { id: brand_id!, kids: [] })
  const stale = await mika.call(updateAsset, { kid, edited_at, brand_id, title: 'Tide Tables' })
  equal(stale.error?.code, 'changed_elsewhere')
  const { edited_at: left } = await mika.call(getAsset, { id: kid })
  clock.now = addSeconds(clock.now, 60)
  await mika.call(updateBrand, { id: brand_id!, kids: [kid] })
  const staleToo = await mika.call(updateAsset, { kid, edited_at: left, brand_id: null })
  equal(staleToo.error?.code, 'changed_elsewhere')
  equal((await mika.call(getAsset, { id: kid })).brand_id, brand_id)
})
