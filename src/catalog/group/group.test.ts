import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { plainPicture } from '../../../test/uploads.ts'
import { countOutcomes, tenTimes } from '../../../test/test-app.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import * as schema from './group.shared.ts'

const picture = async () => (await plainPicture(1_200, 400)).bytes.toString('base64')

test('BR-07 EN-05 a group shows what its creator entered, and its titles refer to it', async (t) => {
  const { here, mika, brand, kids } = await brandFixtures(t, 2)
  const made = await mika.call(schema.createGroup, {
    name: 'Winter Set',
    description: 'Four **films**',
    brand_id: brand.id,
    cover: await picture(),
    sale_starting_at: '2030-02-01T00:00:00.000Z',
    sale_ending_at: '2030-03-01T00:00:00.000Z',
    sorted_contents: kids,
  })

  const { local_currency, ...shown } = await here.call(schema.getGroup, {
    id: made.encrypted_id,
    user_currency: 'EUR',
  })
  deepEqual(shown, made)
  equal(local_currency.currency, 'EUR')
  equal(made.description_html, '<p>Four <strong>films</strong></p>\n')
  deepEqual(made.brand, { name: 'Kita Eiga', account: 'kita-eiga', is_verified: false })
  equal(made.cover_picture?.width, 1_200)
  match(made.cover_url!, /^\/media\/groups\/.*\.jpg$/)
  equal((await here.call(getAsset, { id: kids[1]! })).group_key, made.key)
})

test('BR-07 everybody sees a group’s titles in the creator’s order', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 4)
  const group = await make('Winter Set', kids)
  const order = [kids[2]!, kids[0]!, kids[3]!]
  const { key, encrypted_id: id } = group

  const put = await mika.call(schema.updateGroup, { id, key, sorted_contents: order })

  deepEqual(put.sorted_contents, order)
  const { items, total } = await here.call(schema.listGroupContents, { id })
  deepEqual([items.map(({ kid }) => kid), total], [order, 3])
  const second = await here.call(schema.listGroupContents, { id, offset: 1, limit: 1 })
  deepEqual(
    second.items.map(({ kid }) => kid),
    [order[1]],
  )
  equal((await here.call(getAsset, { id: kids[1]! })).group_key, null)
})

test('a group’s key must be its own; fields left out stay as they are', async (t) => {
  const { mika, kids, make } = await brandFixtures(t, 1)
  const { encrypted_id: id } = await make('Winter Set', kids)
  const { key } = await make('Summer Set')

  const refused = await mika.call(schema.updateGroup, { id, key, name: 'Autumn Set' })
  deepEqual(refused.error, { code: 'input_invalid', params: { field: 'key' } })

  const put = await mika.call(schema.updateGroup, { id, description: 'Films' })
  deepEqual([put.name, put.description, put.sorted_contents], ['Winter Set', 'Films', kids])
})

test('BR-04 another creator’s group and brand are forbidden, and titles of theirs are refused as not found', async (t) => {
  const { here, mika, kids, brand, make } = await brandFixtures(t, 1)
  const aoi = await here.person('Aoi', { role: 'ORH' })
  const { encrypted_id, key } = await make('Winter Set', kids)
  const own = await aoi.call(createBrand, { name: 'Sea Works', account: 'sea-works' })

  const none = await aoi.call(schema.updateGroup, { id: 'nothing', name: 'Mine' })
  const fields = { name: 'Mine', sorted_contents: kids }
  const answers = [
    await aoi.call(schema.updateGroup, { id: encrypted_id, name: 'Mine' }),
    await aoi.call(schema.updateGroup, { id: encrypted_id, key, name: 'Mine' }),
    await aoi.call(schema.deleteGroup, { id: encrypted_id }),
    await aoi.call(schema.createGroup, { name: 'Mine', brand_id: brand.id }),
    await aoi.call(schema.createGroup, { ...fields, brand_id: own.id }),
  ]

  deepEqual(
    [none, ...answers].map(({ error }) => error?.code),
    ['not_found', 'forbidden', 'forbidden', 'forbidden', 'forbidden', 'not_found'],
  )
  deepEqual((await aoi.call(schema.listGroups, { key })).items, [])
  equal((await mika.call(schema.listGroups, { key })).items[0]?.name, 'Winter Set')
})

test('BR-10 RT-31 guests open a group only by its address, which cannot be guessed', async (t) => {
  const { here, kids, make } = await brandFixtures(t, 1)
  const [one, two] = [await make('Winter Set', kids), await make('Summer Set')]

  equal((await here.call(schema.getGroup, { id: one.encrypted_id })).name, 'Winter Set')
  match(one.encrypted_id, /^[\w-]{22}$/) // 128 bits
  notEqual(one.encrypted_id, two.encrypted_id)
  equal((await here.call(schema.getGroup, { id: one.key })).error?.code, 'not_found')
  equal((await here.call(schema.listGroupContents, { id: one.key })).error?.code, 'not_found')
})

test('only the creator sees drafts in a group', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 2)
  const { encrypted_id: id, brand_id } = await make('Winter Set', kids)
  const hide = { published_at: null }
  await here.app.db.updateTable('asset').set(hide).where('kid', '=', kids[0]!).execute()

  deepEqual((await here.call(schema.getGroup, { id })).sorted_contents, [kids[1]])
  deepEqual((await mika.call(schema.getGroup, { id })).sorted_contents, kids)
  equal((await here.call(schema.listGroupContents, { id })).total, 1)
  equal((await mika.call(schema.listGroupContents, { id })).total, 2)
  await here.app.db.updateTable('asset').set(hide).execute()
  equal((await here.call(schema.listBrandGroups, { id: brand_id })).total, 0)
  equal((await mika.call(schema.listBrandGroups, { id: brand_id })).total, 1)
})

test('BR-05 a brand’s groups can be paged by page number and by offset', async (t) => {
  const { here, brand, kids, make } = await brandFixtures(t, 3)
  for (const [i, kid] of kids.entries()) {
    here.clock.now = new Date(here.clock.now.getTime() + 1_000)
    await make(`Set ${i}`, [kid])
  }
  const names = async (query: object) => {
    const { items, total } = await here.call(schema.listBrandGroups, { id: brand.id, ...query })
    return [...items.map(({ name }) => name), total]
  }

  deepEqual(await names({ page_number: 1, page_size: 2 }), ['Set 0', 3])
  deepEqual(await names({ offset: 2, limit: 2 }), ['Set 0', 3])
  deepEqual(await names({ page_number: 0, page_size: 2, sort_by: 'oldest' }), ['Set 0', 'Set 1', 3])
  deepEqual(await names({ account: brand.account.toUpperCase(), limit: 1 }), ['Set 2', 3])
  for (const other of [{ id: kids[0]! }, { id: brand.id, account: 'another' }])
    equal((await here.call(schema.listBrandGroups, other)).error?.code, 'not_found')
})

test('BR-08 a group’s sale must end after it begins', async (t) => {
  const { mika, make } = await brandFixtures(t, 0)
  const { encrypted_id: id } = await make('Winter Set')
  const [starts, ends] = ['2030-02-01T00:00:00.000Z', '2030-03-01T00:00:00.000Z']
  const window = { sale_starting_at: starts, sale_ending_at: ends }

  equal((await mika.call(schema.updateGroup, { id, ...window })).sale_ending_at, ends)
  const late = await mika.call(schema.updateGroup, { id, sale_starting_at: ends })
  deepEqual(late.error, { code: 'input_invalid', params: { field: 'sale_ending_at' } })
  const open = await mika.call(schema.updateGroup, { id, sale_ending_at: null })
  deepEqual([open.sale_starting_at, open.sale_ending_at], [starts, null])

  equal(schema.saleOf(window, '2030-01-31T23:59:59.999Z'), 'before')
  equal(schema.saleOf(window, starts), 'open')
  equal(schema.saleOf(window, ends), 'ended')
  equal(schema.saleOf({ sale_starting_at: null, sale_ending_at: null }, ends), 'open')
})

test('a group that was saved elsewhere meanwhile is not overwritten, and its owner is told', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 2)
  const { encrypted_id: id, edited_at } = await make('Winter Set', kids)
  here.clock.now = addSeconds(here.clock.now, 60)
  const tabs = tenTimes((i) =>
    mika.call(schema.updateGroup, { id, edited_at, name: `From tab ${i}` }),
  )
  const answers = await Promise.all(tabs)
  deepEqual(countOutcomes(answers), { done: 1, changed_elsewhere: 9 })
  const won = answers.find(({ error }) => !error)!

  here.clock.now = addSeconds(here.clock.now, 60)
  const seen = { id, edited_at: won.edited_at }
  const sorted_contents = kids.toReversed()
  await mika.call(schema.updateGroup, { ...seen, sorted_contents })
  const late = await mika.call(schema.updateGroup, { ...seen, sorted_contents: kids })
  equal(late.error?.code, 'changed_elsewhere')
  const saved = await here.call(schema.getGroup, { id })
  deepEqual([saved.name, saved.sorted_contents], [won.name, sorted_contents])
})

test('a group’s cover keeps one point in view, by default its middle', async (t) => {
  const { mika, brand } = await brandFixtures(t, 0)
  const [cover, cover_focal] = [await picture(), { x: 0.9, y: 0.1 }]
  const group = { name: 'Winter Set', brand_id: brand.id, cover, cover_focal }
  const { encrypted_id: id, cover_picture } = await mika.call(schema.createGroup, group)
  deepEqual(cover_picture?.focal, cover_focal)
  const focal = async (change: object) =>
    (await mika.call(schema.updateGroup, { id, ...change })).cover_picture?.focal
  deepEqual(await focal({ name: 'Snow Set' }), cover_focal)
  deepEqual(await focal({ cover_focal: { x: 0, y: 1 } }), { x: 0, y: 1 })
  equal(await focal({ cover }), undefined)
  const integrations = await mika.call(schema.updateGroup, { id, cover_focal: { x: 0, y: -0.1 } })
  equal(integrations.error?.code, 'input_invalid')
})

test('the titles of a deleted group can join another', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 2)
  const { encrypted_id: id } = await make('Winter Set', kids)

  await mika.call(schema.deleteGroup, { id })

  equal((await here.call(schema.getGroup, { id })).error?.code, 'not_found')
  equal((await here.call(getAsset, { id: kids[0]! })).group_key, null)
  deepEqual((await make('Summer Set', kids)).sorted_contents, kids)
})
