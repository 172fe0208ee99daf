import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { createTitle } from '../../../test/titles.ts'
import { uploadForm } from '../../../test/uploads.ts'
import { countOutcomes, waitUntil, tenTimes } from '../../../test/test-app.ts'
import { getAsset, updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand, updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { abortUpload, beginUpload } from '#src/media/upload/upload.shared.ts'
import * as schema from './group.shared.ts'

test('a group has titles of its own brand only, each once and in no other group', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 2)
  const stray = await createTitle(here, mika)
  const other = await mika.call(createBrand, { name: 'Sea Works', account: 'sea-works' })
  const { encrypted_id: id } = await make('Winter Set', [kids[0]!])

  equal((await make('Set', [stray.kid])).error?.code, 'content_not_in_brand')
  equal((await make('Set', [kids[0]!])).error?.code, 'content_has_group')
  equal((await make('Set', [kids[1]!, kids[1]!])).error?.code, 'input_invalid')
  const moved = await mika.call(schema.updateGroup, { id, brand_id: other.id })
  equal(moved.error?.code, 'content_not_in_brand')
  const emptied = { id, brand_id: other.id, sorted_contents: [] }
  equal((await mika.call(schema.updateGroup, emptied)).brand_id, other.id)
  deepEqual((await make('Set', kids)).sorted_contents, kids)
  equal((await mika.call(schema.listGroups, {})).total, 2)
})

test('a title that leaves its brand leaves the brand’s group', async (t) => {
  const { here, mika, brand, kids, make } = await brandFixtures(t, 3)
  const { encrypted_id: id } = await make('Winter Set', kids)

  await mika.call(updateAsset, { kid: kids[0]!, brand_id: null })
  await mika.call(updateBrand, { id: brand.id, kids: [kids[2]!] })

  deepEqual((await here.call(schema.getGroup, { id })).sorted_contents, [kids[2]])
  equal((await here.call(getAsset, { id: kids[0]! })).group_key, null)
})

test('of ten orders saved at once, one is kept whole', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 4)
  const { encrypted_id: id } = await make('Winter Set', kids)
  const orders = tenTimes((i) =>
    [...kids.slice(i % 4), ...kids.slice(0, i % 4)].slice(0, 2 + (i % 3)),
  )

  const answers = await Promise.all(
    orders.map((sorted_contents) => mika.call(schema.updateGroup, { id, sorted_contents })),
  )

  deepEqual(countOutcomes(answers), { done: 10 })
  const { sorted_contents } = await here.call(schema.getGroup, { id })
  ok(orders.some((order) => order.join() === sorted_contents.join()))
})

test('of ten groups that add one title at once, one gets it', async (t) => {
  const { mika, kids, make } = await brandFixtures(t, 1)
  const groups = await Promise.all(tenTimes((i) => make(`Set ${i}`)))

  const answers = await Promise.all(
    groups.map(({ encrypted_id: id }) =>
      mika.call(schema.updateGroup, { id, sorted_contents: kids }),
    ),
  )

  deepEqual(countOutcomes(answers), { done: 1, content_has_group: 9 })
})

test('a title that leaves its brand while it joins a group ends in neither', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 10)
  const groups = await Promise.all(kids.map((_, i) => make(`Set ${i}`)))

  await Promise.all(
    kids.flatMap((kid, i) => [
      mika.call(updateAsset, { kid, brand_id: null }),
      mika.call(schema.updateGroup, { id: groups[i]!.encrypted_id, sorted_contents: [kid] }),
    ]),
  )

  for (const kid of kids) {
    const { brand_id, group_key } = await here.call(getAsset, { id: kid })
    deepEqual([brand_id, group_key], [null, null])
  }
})

test('a deleted draft and a removed title are in no group', async (t) => {
  const { here, mika, brand, kids, make } = await brandFixtures(t, 2)
  const asset = { name: 'a.png', type: 'image/png', bytes: Buffer.from('a picture') }
  const { uuid, kid } = await mika.call(beginUpload, uploadForm(mika, asset))
  await mika.call(updateAsset, { kid, brand_id: brand.id })
  const { encrypted_id: id } = await make('Winter Set', [kid, ...kids])

  await mika.call(abortUpload, { uuid })
  const draft = here.app.db.selectFrom('asset').select('kid').where('kid', '=', kid)
  await waitUntil(
    () => draft.executeTakeFirst(),
    (row) => !row,
  )
  equal(await draft.executeTakeFirst(), undefined)
  deepEqual((await mika.call(schema.getGroup, { id })).sorted_contents, kids)

  await mika.call(withdrawAsset, { kid: kids[0]! })
  deepEqual((await here.call(schema.getGroup, { id })).sorted_contents, [kids[1]])
  deepEqual((await mika.call(schema.getGroup, { id })).sorted_contents, kids)
  const removed_at = here.clock.now.toISOString()
  await here.app.db.updateTable('asset').set({ removed_at }).where('kid', '=', kids[0]!).execute()
  deepEqual((await mika.call(schema.getGroup, { id })).sorted_contents, [kids[1]])
  equal((await mika.call(schema.listGroupContents, { id })).total, 1)
  const again = await mika.call(schema.updateGroup, { id, sorted_contents: kids })
  equal(again.error?.code, 'not_found')
})
