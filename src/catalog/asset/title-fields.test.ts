import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { ErrorCode } from '#core/errors.ts'
import { createBrand, updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { createGroup } from '#src/catalog/group/group.shared.ts'
import { beginUpload } from '#src/media/upload/upload.shared.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { countOutcomes, testApp } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { plainPicture, uploadForm } from '../../../test/uploads.ts'
import { STARTS, travelFromStart } from '../../../test/waiting-rooms.ts'
import { getCreatedAsset, updateAsset } from './asset.shared.ts'
import { type EditableField, editableFields } from './title-fields.shared.ts'

const LATER = '2031-06-01T00:00:00.000Z'
const sale = { sale_starting_at: '2031-01-01T00:00:00.000Z' }

/** Another value of each field. */
const changed: Record<EditableField, unknown> = {
  title: 'Tide Tables',
  description: 'A year at one harbour.',
  credits: 'Director: Mika Sato',
  brand_id: null,
  min_sellable_price: 500,
  creator_royalty_rate: 12.5,
  rental_creator_royalty_rate: 7.25,
  sale_starting_at: LATER,
  sale_ending_at: '2032-01-01T00:00:00.000Z',
  waiting_room: true,
  holding_limit: 2,
  secondary_sale_enabled: false,
  trade_enabled: false,
  lending_enabled: false,
  secondary_rental_enabled: false,
  download_enabled: true,
  only_japan_accessible: true,
  screening_guests: 4,
  obi: 'ai',
}

/** The fields that cannot be changed in each state of a title; every other one can. */
const refused: Record<string, { [N in EditableField]?: ErrorCode }> = {
  draft: {},
  published: {},
  sold: {},
  withdrawn: {},
  'with an open waiting room': {
    sale_starting_at: 'waiting_room_opened',
    waiting_room: 'waiting_room_opened',
  },
  'in a group with an open waiting room': { brand_id: 'waiting_room_opened' },
}

/** Names that an update refuses from everybody: the edition, and what the platform sets. */
// oxfmt-ignore
const unchangeable = [
  'total_copies', 'start_serial_number', 'copies_count', 'first_number', 'creator', 'creator_account_id',
  'royalty_rate_bp', 'published_at', 'withdrawn_at', 'removed_at', 'asset_type', 'metadata',
]

/** Creates one of Mika's titles in each state. */
async function titlesByState(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const make = (options = {}) => createTitle(here, mika, { copies: 3, price: 500, ...options })
  const brand = await mika.call(createBrand, { name: 'Kita Eiga', account: 'kita' })
  const draft = await mika.call(beginUpload, uploadForm(mika, await plainPicture(8, 8)))
  await mika.call(updateAsset, { kid: draft.kid, brand_id: brand.id, ...sale })
  const [published, sold] = [await make(sale), await make()]
  await ren.call(purchaseForFree, sold.order(1, 500))
  await mika.call(updateAsset, { kid: sold.kid, ...sale })
  const withdrawn = await createTitle(here, mika, { copies: 3, ...sale })
  await mika.call(withdrawAsset, { kid: withdrawn.kid })
  const roomed = { sale_starting_at: STARTS, waiting_room: true }
  const [own, inGroup] = [await make(roomed), await make(sale)]
  const { brand_id } = await mika.call(getCreatedAsset, { id: inGroup.kid })
  const set = { name: 'Set', brand_id: brand_id!, sorted_contents: [inGroup.kid] }
  await mika.call(createGroup, { ...set, ...roomed })
  await travelFromStart(here, -1_800)
  const all = [draft, published, sold, withdrawn, own, inGroup]
  const kids = Object.keys(refused).map((state, i) => [state, all[i]!.kid] as const)
  return { here, mika, ren, kids, inGroup, brand_id: brand_id! }
}

test('only its creator changes a title, and each field in the states that its definition allows', async (t) => {
  const { here, mika, ren, kids } = await titlesByState(t)
  const [eve, sora] = [
    await here.person('Eve', { role: 'ORH' }),
    await here.person('Sora', { role: 'ADMIN' }),
  ]
  const everybody = (call: typeof here.call, code: ErrorCode) => ({ call, code })
  const unseen = new Set(['draft', 'withdrawn'])
  const othersOf = (state: string) => ({
    guest: everybody(here.call, 'not_signed_in'),
    owner: everybody(ren.call, 'creators_only'),
    administrator: everybody(sora.call, 'creators_only'),
    'another creator': everybody(eve.call, unseen.has(state) ? 'not_found' : 'forbidden'),
  })
  for (const [state, kid] of kids) {
    const before = await mika.call(getCreatedAsset, { id: kid })
    deepEqual(before.locked_fields, refused[state], state)
    for (const name of editableFields) {
      const value = name === 'waiting_room' ? !before.waiting_room : changed[name]
      const change = { kid, [name]: value }
      for (const [who, { call, code }] of Object.entries(othersOf(state)))
        equal((await call(updateAsset, change)).error?.code, code, `${name}, ${state}, ${who}`)
      deepEqual((await mika.call(getCreatedAsset, { id: kid }))[name], before[name], name)
      const answer = await mika.call(updateAsset, change)
      equal(answer.error?.code, refused[state]![name], `${name}, ${state}`)
      const { [name]: now } = await mika.call(getCreatedAsset, { id: kid })
      deepEqual(now, refused[state]![name] ? before[name] : value, `${name}, ${state}`)
    }
    for (const name of unchangeable) {
      const { error } = await mika.call(updateAsset, { kid, [name]: 5 })
      deepEqual([error?.code, error?.params.field], ['input_invalid', name], state)
    }
  }
  await here.app.db.updateTable('account').set({ role: 'STANDARD_USER' }).execute()
  for (const [state, kid] of kids)
    for (const name of editableFields) {
      const { error } = await mika.call(updateAsset, { kid, [name]: changed[name] })
      equal(error?.code, 'creators_only', `${name}, ${state}, former creator`)
    }
})

test('a locked brand is kept by every way that takes a title out of it', async (t) => {
  const { mika, inGroup, brand_id } = await titlesByState(t)
  const ways = [
    await mika.call(updateAsset, { kid: inGroup.kid, brand_id: null }),
    await mika.call(updateBrand, { id: brand_id, kids: [] }),
  ]
  deepEqual(countOutcomes(ways), { waiting_room_opened: 2 })
})

test('UP-11 a number out of the bounds is refused under its own name, at the upload and later', async (t) => {
  const { mika, kids } = await titlesByState(t)
  const file = uploadForm(mika, await plainPicture(8, 8))
  const wrong = {
    total_copies: [0, 10_001],
    start_serial_number: [0, 1_000_001],
    min_sellable_price: [-1, 10_000_000],
    creator_royalty_rate: [-1, 50.01],
    rental_creator_royalty_rate: [-1, 50.01],
    holding_limit: [0, 10_001],
    screening_guests: [-1, 101],
  }
  for (const [name, values] of Object.entries(wrong))
    for (const value of values) {
      const replies = [
        name in beginUpload.body.shape &&
          (await mika.call(beginUpload, { ...file, [name]: value })),
        name in updateAsset.body.shape &&
          (await mika.call(updateAsset, { kid: kids[0]![1], [name]: value })),
      ].filter((reply) => reply !== false)
      ok(replies.length > 0, name)
      for (const { error } of replies)
        deepEqual([error?.code, error?.params.field], ['input_invalid', name], `${value}`)
    }
})
