import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { builtPages } from '#src/app.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { pagePaths } from '../../../test/page-paths.ts'
import { createTitle } from '../../../test/titles.ts'
import { plainPicture } from '../../../test/uploads.ts'
import { locksInOrder } from '../../../test/row-locks.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import {
  getAsset,
  listBrandAssets,
  listBrandCreated,
  listBrandRentals,
  updateAsset,
} from '#src/catalog/asset/asset.shared.ts'
import {
  brandAccount,
  createBrand,
  getBrand,
  listBrands,
  RESERVED_WORDS,
  updateBrand,
} from './brand.shared.ts'

const pages = await builtPages()

test('BR-05 a brand’s titles can be paged by page number and by offset', async (t) => {
  const { here, mika, brand, kids } = await brandFixtures(t, 3)
  const { app } = here
  for (const [i, kid] of kids.entries())
    await app.db
      .updateTable('asset')
      .set({ title: `Film ${i}` })
      .where('kid', '=', kid)
      .execute()
  const draft = { published_at: null }
  await app.db.updateTable('asset').set(draft).where('kid', '=', kids[2]!).execute()
  const query = { brand_id: brand.id, sort_by: 'title' as const }
  const lists = [
    { ask: (part: object) => here.call(listBrandAssets, { ...query, ...part }), total: 2 },
    { ask: (part: object) => mika.call(listBrandCreated, { ...query, ...part }), total: 3 },
  ]

  for (const { ask, total } of lists) {
    const page = await ask({ page_number: 1, page_size: 1 })
    deepEqual([page.items.map((asset) => asset.title), page.total], [['Film 1'], total])
    deepEqual(await ask({ offset: 1, limit: 1 }), page)
    equal((await ask({ page_number: 2, page_size: 2 })).items.length, 0)
  }
})

test('BR-05 a creator has no own titles in another’s brand, and guests are asked to sign in', async (t) => {
  const { here, brand } = await brandFixtures(t, 1)
  const aoi = await here.person('Aoi', { role: 'ORH' })

  const query = { brand_id: brand.id }
  deepEqual(await aoi.call(listBrandCreated, query), { items: [], total: 0 })
  equal((await here.call(listBrandCreated, query)).error?.code, 'not_signed_in')
})

test('BR-05 a brand’s rentals are its titles with a copy offered for rent', async (t) => {
  const { here, mika, brand, kids } = await brandFixtures(t, 2)
  const query = { brand_id: brand.id }
  equal((await here.call(listBrandRentals, query)).total, 0)

  const rental = {
    kind: 'rental',
    sale_price: null,
    rent_price: 200,
    rental_period_seconds: 86_400,
  }
  const one = here.app.db.selectFrom('listing').select('id').where('kid', '=', kids[1]!).limit(1)
  await here.app.db.updateTable('listing').set(rental).where('id', '=', one).execute()

  const { items, total } = await mika.call(listBrandRentals, query)
  deepEqual([items.map(({ kid }) => kid), total], [[kids[1]], 1])
})

test('BR-03 a title must leave its brand before it joins another', async (t) => {
  const { here, mika, brand, kids } = await brandFixtures(t, 1)
  const other = await mika.call(createBrand, { name: 'Sea Works', account: 'sea-works' })

  const refused = [
    await mika.call(updateBrand, { id: other.id, kids }),
    await mika.call(updateAsset, { kid: kids[0]!, brand_id: other.id }),
    await mika.call(createBrand, { name: 'More', account: 'more', kids }),
  ]

  for (const { error } of refused)
    deepEqual([error?.code, error?.params.brand], ['content_has_brand', 'Kita Eiga'])
  await mika.call(updateBrand, { id: brand.id, kids: [] })
  deepEqual((await mika.call(updateBrand, { id: other.id, kids })).kids, kids)
  const aoi = await here.person('Aoi', { role: 'ORH' })
  const theirs = await createTitle(here, aoi)
  const taken = await mika.call(updateBrand, { id: other.id, kids: [theirs.kid] })
  equal(taken.error?.code, 'not_found')
})

test('titles that leave and join a brand at once are locked in one order', async (t) => {
  const { here, mika, brand, kids } = await brandFixtures(t, 3)
  const ids = kids.toSorted()
  const [first] = ids
  await mika.call(updateAsset, { kid: first!, brand_id: null })
  const rows = { table: 'asset', key: 'kid', ids }
  const alone = { id: brand.id, kids: [first!] }
  const answer = await locksInOrder(here.app.db, rows, () => mika.call(updateBrand, alone))
  deepEqual(answer.kids, [first])
})

test('a brand’s picture keeps one point in view, by default its middle', async (t) => {
  const { here, mika, brand } = await brandFixtures(t, 0)
  const { id } = brand
  const { bytes } = await plainPicture(900, 300)
  const hero_image = bytes.toString('base64')
  const [point, other] = [
    { x: 0.2, y: 1 },
    { x: 0.4, y: 0.6 },
  ]
  const focal = async (change: object) =>
    (await mika.call(updateBrand, { id, ...change })).hero_picture?.focal
  // without a picture there is no focal point
  await mika.call(updateBrand, { id, hero_focal: point })
  equal((await here.call(getBrand, { id })).hero_picture, null)

  deepEqual(await focal({ hero_image, hero_focal: point }), point)
  deepEqual((await here.call(getBrand, { id })).hero_picture?.focal, point)
  deepEqual(await focal({ name: 'Kita' }), point)
  deepEqual(await focal({ hero_focal: other }), other)
  equal(await focal({ hero_image }), undefined)
  const integrations = await mika.call(updateBrand, { id, hero_focal: { x: 1.1, y: 0 } })
  equal(integrations.error?.code, 'input_invalid')
})

test('a brand that was saved elsewhere meanwhile is not overwritten, and its owner is told', async (t) => {
  const { here, mika, brand, kids } = await brandFixtures(t, 1)
  const { id, edited_at } = await mika.call(getBrand, { id: brand.id })
  here.clock.now = addSeconds(here.clock.now, 60)
  const tabs = tenTimes((i) => mika.call(updateBrand, { id, edited_at, name: `From tab ${i}` }))
  const answers = await Promise.all(tabs)
  deepEqual(countOutcomes(answers), { done: 1, changed_elsewhere: 9 })
  const won = answers.find(({ error }) => !error)!
  equal((await here.call(getBrand, { id })).name, won.name)

  here.clock.now = addSeconds(here.clock.now, 60)
  await mika.call(updateBrand, { id, edited_at: won.edited_at, kids: [] })
  const late = await mika.call(updateBrand, { id, edited_at: won.edited_at, kids })
  equal(late.error?.code, 'changed_elsewhere')
  deepEqual((await here.call(getBrand, { id })).kids, [])
})

test('BR-02 no brand can have a word of the app’s own paths as its address', async (t) => {
  const { mika } = await brandFixtures(t, 0)
  const words = pagePaths.flatMap((path) => path.replaceAll('?', '').split('/'))
  const free = words.filter(
    (word) => brandAccount.safeParse(word).success && !RESERVED_WORDS.includes(word),
  )
  deepEqual(free, []) // add a new route's words to RESERVED_WORDS
  for (const account of ['create', 'coupons', 'Sign-Out']) {
    ok(words.includes(account.toLowerCase()))
    const { error } = await mika.call(createBrand, { name: 'Mine', account })
    equal(error?.code, 'brand_account_reserved')
  }
})

test('BR-01 a brand’s former addresses lead to it, no other brand gets one, and it can go back', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  const aoi = await here.person('Aoi', { role: 'ORH' })
  const { id } = await mika.call(createBrand, { name: 'Kita', account: 'kita' })
  const rename = (account: string) => mika.call(updateBrand, { id, account })
  equal((await rename('Kita-Eiga')).account, 'kita-eiga')
  const [found] = (await here.call(listBrands, { account: 'KITA' })).items
  deepEqual([found!.id, found!.account], [id, 'kita-eiga'])
  for (const account of ['kita', 'kita-eiga'])
    equal(
      (await aoi.call(createBrand, { name: 'Kita', account })).error?.code,
      'brand_account_taken',
    )
  const theirs = await aoi.call(createBrand, { name: 'Sea', account: 'sea' })
  equal(
    (await aoi.call(updateBrand, { id: theirs.id, account: 'kita' })).error?.code,
    'brand_account_taken',
  )
  equal((await aoi.call(updateBrand, { id, account: 'aoi' })).error?.code, 'forbidden')
  equal((await rename('admin')).error?.code, 'brand_account_reserved')
  equal((await rename('-kita')).error?.code, 'input_invalid')
  equal((await rename('kita')).account, 'kita')

  for (const [path, to] of [
    ['/brand/kita-eiga', '/brand/kita'],
    ['/brand/kita-eiga/rental?page=2', '/brand/kita/rental?page=2'],
    ['/brand/KITA/group', '/brand/kita/group'],
  ] as const) {
    const { status, headers } = await fetch(here.url + path, { redirect: 'manual' })
    deepEqual([status, headers.get('location')], [302, to], path)
  }
  equal((await fetch(`${here.url}/brand/kita`)).status, 200)
})

test('BR-01 of ten brands that take one address at once, one gets it', async (t) => {
  const { here, mika } = await brandFixtures(t, 0)
  const { id } = await mika.call(createBrand, { name: 'Kita', account: 'kita' })
  const answers = await Promise.all([
    mika.call(updateBrand, { id, account: 'north' }),
    ...tenTimes(() => mika.call(createBrand, { name: 'North', account: 'north' })),
    ...tenTimes(() => mika.call(createBrand, { name: 'Kita', account: 'kita' })),
  ])
  const got = answers.filter(({ error }) => error === undefined)
  equal(got.length, 1)
  const refused = answers.flatMap(({ error }) => error?.code ?? [])
  deepEqual([...new Set(refused)], ['brand_account_taken'])
  const [kita] = (await here.call(listBrands, { account: 'kita' })).items
  equal(kita!.id, id)
})

test('BR-01 a brand tells its creator all of its titles, and others those that are out', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const out = await createTitle(here, mika, { copies: 1 })
  const { brand_id } = await mika.call(getAsset, { id: out.kid })
  const draft = await createTitle(here, mika, { copies: 1, published_at: null })
  const kids = [out.kid, draft.kid].toSorted()
  await here.app.db.updateTable('asset').set({ brand_id }).where('kid', '=', draft.kid).execute()
  const mine = await mika.call(getBrand, { id: brand_id! })
  deepEqual(mine.kids.toSorted(), kids)
  equal((await mika.call(updateBrand, { id: brand_id!, kids: mine.kids })).kids.length, 2)
  const shown = await here.call(getBrand, { id: brand_id! })
  deepEqual([shown.kids, shown.titles_count], [[out.kid], 1])
})

test('AP-10 only creators have a list of own brands, by pages of either style', async (t) => {
  const { here, mika } = await brandFixtures(t, 0)
  const ren = await here.person('Ren')
  equal((await ren.call(listBrands, {})).error?.code, 'creators_only')
  for (const account of ['one', 'two', 'three'])
    await mika.call(createBrand, { name: account, account })
  const { items, total } = await mika.call(listBrands, { page_number: 1, page_size: 2 })
  deepEqual([items.length, total], [2, 4])
})

test('BR-02 CO-05 a brand’s address has letters, digits and inner hyphens, and is unique', async (t) => {
  const { here, mika } = await brandFixtures(t, 0)
  const aoi = await here.person('Aoi', { role: 'ORH' })
  const longest = 'a'.repeat(63)
  for (const [account, expected] of [
    ['a', 'a'],
    ['7', '7'],
    [longest, longest],
    ['Sea-Works', 'sea-works'],
    ['x--y', 'x--y'],
    ['', 'input_invalid'],
    ['-a', 'input_invalid'],
    ['a-', 'input_invalid'],
    [`${longest}a`, 'input_invalid'],
    ['sea_works', 'input_invalid'],
    ['海', 'input_invalid'],
    ['SEA-WORKS', 'brand_account_taken'],
  ] as const) {
    const { error, ...made } = await aoi.call(createBrand, { name: 'Sea Works', account })
    equal(error?.code ?? made.account, expected, account)
  }
  const second = await mika.call(createBrand, { name: 'Sea Works', account: 'sea-works' })
  equal(second.error?.code, 'brand_account_taken')
  equal((await here.call(listBrands, { account: 'Sea-Works' })).items[0]?.account, 'sea-works')
})
