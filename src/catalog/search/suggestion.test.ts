import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listListedAssets, updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { kanaOf } from '#src/catalog/reading/kana.ts'
import type { Person } from '../../../test/people.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { listSuggestions } from './suggestion.shared.ts'

const PRICE = 500

/** Opens a test app with titles of two creators, whose readings are known. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika Hoshino', { role: 'ORH' })
  const ren = await here.person('Ren', { role: 'ORH' })
  const make = (who: Person, title: string) => createTitle(here, who, { copies: 9, price: PRICE, title }) // oxfmt-ignore
  const night = await make(mika, '夜の汽車')
  const tokyo = await make(ren, '東京ラーメン物語')
  const train = await make(ren, 'Night Train 2049')
  await findReadings(here)
  return { here, mika, ren, night, tokyo, train }
}

async function findReadings(here: TestApp) {
  await here.run('reading.keep')
  await here.app.runDueJobs()
}

const titlesFor = async ({ call }: Person, q: string) => {
  const { titles } = await call(listSuggestions, { q })
  return titles.map(({ title, number }) => (number === null ? title : `${title} ${number}`))
}

test('SS-03 a title is found by its kanji, its reading in kana, and romaji of any spelling', async (t) => {
  const { here, mika, night, tokyo } = await openFixtures(t)
  const found = async (q: string) => {
    const { items } = await mika.call(listListedAssets, { q })
    deepEqual(await titlesFor(mika, q), items.map(({ title }) => title)) // oxfmt-ignore
    return items.map(({ kid }) => kid)
  }
  for (const q of [
    '夜の',
    'よるのきしゃ',
    'ヨルノ',
    'ﾖﾙﾉ',
    'yoru no kisha',
    'Yorunokisy',
    'yoru n',
  ])
    deepEqual(await found(q), [night.kid], q)
  for (const q of ['とうきょう', 'tokyo', 'Tōkyō', 'toukyou', 'ra-men', 'らあめん', 'monogatari'])
    deepEqual(await found(q), [tokyo.kid], q)
  for (const q of ['よるのうみ', 'kyoto', '%']) deepEqual(await found(q), [], q)

  await mika.call(updateAsset, { kid: night.kid, title: '海の声' })
  await here.app.runDueJobs()
  deepEqual([await found('うみ'), await found('よる')], [[night.kid], []])
  await here.run('reading.keep')
  const kept = await here.app.db.selectFrom('reading').select('text').orderBy('text').execute()
  deepEqual(kept.map(({ text }) => text), ['東京ラーメン物語', '海の声']) // oxfmt-ignore
})

test('SS-03 readings are compared without spaces, accents and long vowels', () => {
  for (const [text, kana] of [
    ['ラーメン', 'らめん'],
    ['おおかみ', 'おかみ'],
    ["shin'yō", 'しんよ'],
    ['si', 'し'],
    ['が ぱ', 'がぱ'],
    ['Night 7', 'にght7'],
  ] as const)
    equal(kanaOf(text), kana, text)
})

test('SS-04 a search suggests titles, single numbers, brands, and what creators made', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  deepEqual(await titlesFor(ren, 'night tr'), ['Night Train 2049'])
  deepEqual(await titlesFor(ren, 'night train 2049'), ['Night Train 2049'])
  for (const q of ['night train 2049 7', 'night train 2049 No. 7', 'Night Train 2049 #7'])
    deepEqual(await titlesFor(ren, q), ['Night Train 2049 7'], q)
  deepEqual(await titlesFor(ren, 'よるのきしゃ ７番'), ['夜の汽車 7'])
  deepEqual(await titlesFor(ren, 'よるのきしゃ ٧'), ['夜の汽車 7'])
  for (const q of ['夜の汽車第9号', '夜の汽車9番'])
    deepEqual(await titlesFor(ren, q), ['夜の汽車 9'], q)
  deepEqual(await titlesFor(ren, '夜の汽車 10'), []) // there are nine
  deepEqual(await titlesFor(ren, 'mika ho'), ['夜の汽車'])
  await createTitle(here, ren, { copies: 5, price: PRICE, title: 'Tide Vol. 3' })
  deepEqual(await titlesFor(ren, 'tide vol. 3'), ['Tide Vol. 3']) // the number is the title's own

  const brand = await mika.call(createBrand, { name: '鯨映画社', account: 'kujira' })
  const brandsFor = async (q: string) => {
    const { brands } = await ren.call(listSuggestions, { q })
    return brands.map(({ name }) => name).filter((name) => name === brand.name)
  }
  deepEqual(await brandsFor('鯨'), []) // it has no titles
})

test('SS-04 one or two letters suggest what begins with them, and a search finds them anywhere', async (t) => {
  const { ren } = await openFixtures(t)
  deepEqual(await titlesFor(ren, '夜'), ['夜の汽車'])
  deepEqual([await titlesFor(ren, 'ni'), await titlesFor(ren, '汽')], [['Night Train 2049'], []])
  equal((await ren.call(listListedAssets, { q: '汽' })).total, 1)
})

test('SS-04 nobody is suggested what is hidden or was never offered', async (t) => {
  const { here, mika, ren, night } = await openFixtures(t)
  const { db } = here.app
  await createTitle(here, mika, { copies: 1, title: '夜の海' })
  const hidden_at = here.clock.now.toISOString()
  await db.updateTable('asset').set({ hidden_at }).where('kid', '=', night.kid).execute()
  for (const who of [mika, ren]) deepEqual(await titlesFor(who, '夜の'), [])
  const { brands } = await ren.call(listSuggestions, { q: 'mika ho' })
  equal(brands.length, 1) // that of 夜の海
  await db.updateTable('brand').set({ hidden_at }).execute()
  deepEqual(await ren.call(listSuggestions, { q: 'mika ho' }), { titles: [], brands: [] })
})
