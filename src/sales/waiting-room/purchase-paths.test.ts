import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import {
  joinAll,
  travelFromStart,
  changeWaitingSettings,
  entryState,
  countEntryStates,
  STARTS,
  waitingRoom,
} from '../../../test/waiting-rooms.ts'
import { listForSale } from '../../../test/titles.ts'
import { countOutcomes } from '../../../test/test-app.ts'
import { addPeople, createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { deleteGroup, getGroup, updateGroup } from '#src/catalog/group/group.shared.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { getWaitingRoom, joinWaitingRoom } from './waiting.shared.ts'

const PRICE = 500

/** Creates a group of two titles sold through a waiting room, and Ren with a balance. */
async function groupFixtures(t: Parameters<typeof brandFixtures>[0]) {
  const { here, mika, kids, make } = await brandFixtures(t, 2)
  await changeWaitingSettings(here, {})
  const group = await make('Winter set', kids)
  const times = { sale_starting_at: STARTS, waiting_room: true }
  await mika.call(updateGroup, { id: group.encrypted_id, ...times })
  await travelFromStart(here, -1_800)
  const ren = await here.person('Ren', { balance: 9_000 })
  const copies = await Promise.all(
    kids.map(async (id) =>
      (await here.call(listSerials, { id })).items.map((item) => ({ ...item, kid: id })),
    ),
  )
  const copy = (title: number, number: number) => {
    const { kid, asset_token_id } = copies[title]![number - 1]!
    return { kid, asset_token_id, owner_account_id: mika.account_id, asset_sale_price: PRICE }
  }
  return { here, mika, kids, id: group.encrypted_id, ren, copy }
}
type Fixtures = Awaited<ReturnType<typeof groupFixtures>>

/** Every way to buy a copy from its creator. */
// oxfmt-ignore
const paths: [name: string, (fixtures: Fixtures) => Promise<{ error?: { code: string } }>][] = [
  ['all from balance', ({ ren, copy }) =>
    ren.call(purchaseForFree, { ...copy(0, 1), balance_to_use: PRICE })],
  ['by card', ({ ren, copy }) =>
    ren.call(purchaseSerial, { ...copy(0, 1), balance_to_use: 0 })],
  ['several, one of another title', ({ ren, copy }) =>
    ren.call(purchaseForFree, { ...copy(0, 1), more: [copy(1, 1)], balance_to_use: 2 * PRICE })],
  ['several by card', ({ ren, copy }) =>
    ren.call(purchaseSerial, { ...copy(0, 1), more: [copy(0, 2)], balance_to_use: 0 })],
  ['at random', ({ ren, id }) =>
    ren.call(randomlyPurchase, { group_id: id, number_of_purchases: 1, balance_to_use: PRICE })],
  ['at random by card', ({ ren, id }) =>
    ren.call(randomlyPurchase, { group_id: id, number_of_purchases: 2, balance_to_use: 0 })],
]

test('no purchase bypasses a group’s waiting room, neither before the start nor without a turn', async (t) => {
  const here = await groupFixtures(t)
  const codes = async () => Promise.all(paths.map(async ([, buy]) => (await buy(here)).error?.code))
  deepEqual(
    await codes(),
    paths.map(() => 'sale_not_started'),
  )
  await travelFromStart(here.here, 0)
  deepEqual(
    await codes(),
    paths.map(() => 'waiting_room'),
  )
})

for (const [name, buy] of paths)
  test(`with a turn a buyer buys from a group ${name}, once`, async (t) => {
    const here = await groupFixtures(t)
    const { ren, id, kids } = here
    equal((await ren.call(joinWaitingRoom, { id: kids[1]! })).error, undefined) // by its title
    await travelFromStart(here.here, 0)
    equal(await entryState(ren, id), 'admitted')
    equal((await buy(here)).error, undefined)
    const boards = await Promise.all(kids.map((kid) => ren.call(listSerials, { id: kid })))
    const left = boards.flatMap(({ items }, title) =>
      items
        .filter(({ status }) => status === 'buyable')
        .map(({ number }) => here.copy(title, number)),
    )
    const again = { ...left[0]!, balance_to_use: PRICE }
    const refused = { code: 'waiting_room', params: { room: id } }
    deepEqual((await ren.call(purchaseForFree, again)).error, refused)
  })

test('a group with an open waiting room keeps its start and cannot be deleted', async (t) => {
  const { here, mika, id, kids } = await groupFixtures(t)
  const later = addSeconds(new Date(STARTS), 60).toISOString()
  for (const change of [{ waiting_room: false }, { sale_starting_at: later }])
    equal((await mika.call(updateGroup, { id, ...change })).error?.code, 'waiting_room_opened')
  deepEqual(countOutcomes([await mika.call(deleteGroup, { id })]), { waiting_room_opened: 1 })
  equal((await mika.call(updateGroup, { id, name: 'Summer set' })).error, undefined)
  const room = await here.call(getWaitingRoom, { id: kids[0]! })
  deepEqual([room.id, room.name, room.kid, room.copies_left], [id, 'Summer set', null, 4])
})

test('no title can leave a group whose waiting room is open to be sold without waiting', async (t) => {
  const { here, mika, id, kids, ren, copy } = await groupFixtures(t)
  const [kid] = kids as [string, string]
  const { brand_id } = await mika.call(getGroup, { id })
  const ways = () =>
    Promise.all([
      mika.call(updateGroup, { id, sorted_contents: kids.slice(1) }),
      mika.call(updateAsset, { kid, brand_id: null }),
      mika.call(updateBrand, { id: brand_id, kids: kids.slice(1) }),
    ])
  deepEqual(countOutcomes(await ways()), { waiting_room_opened: 3 })
  equal((await mika.call(updateGroup, { id, sorted_contents: kids.toReversed() })).error, undefined)
  await travelFromStart(here, 0)
  deepEqual(countOutcomes(await ways()), { waiting_room_opened: 3 })
  equal(
    (await ren.call(purchaseForFree, { ...copy(0, 1), balance_to_use: PRICE })).error?.code,
    'waiting_room',
  )
  await travelFromStart(here, 61)
  equal((await mika.call(updateAsset, { kid, brand_id: null })).error, undefined)
})

test('nobody is admitted for copies whose own sale has not started or has ended', async (t) => {
  const { here, mika, kids, id } = await groupFixtures(t)
  const [later, over] = [addSeconds(new Date(STARTS), 900), addSeconds(new Date(STARTS), -60)]
  const [first, second] = kids as [string, string]
  const left = async () => (await here.call(getWaitingRoom, { id })).copies_left
  equal(await left(), 4)
  await mika.call(updateAsset, { kid: first, sale_starting_at: later.toISOString() })
  equal(await left(), 2)
  const people = await joinAll(here, id, 3)
  await travelFromStart(here, 0)
  await travelFromStart(here, 1)
  deepEqual(await countEntryStates(people, id), { admitted: 2, waiting: 1 })

  await mika.call(updateAsset, { kid: second, sale_ending_at: over.toISOString() })
  await travelFromStart(here, 600)
  await travelFromStart(here, 602)
  deepEqual(await countEntryStates(people, id), { lapsed: 2, waiting: 1 })
  await travelFromStart(here, 900)
  deepEqual(await countEntryStates(people, id), { lapsed: 2, admitted: 1 })
})

test('a withdrawn title does not lead to its group’s waiting room', async (t) => {
  const { here, mika, kids } = await groupFixtures(t)
  equal((await here.call(getWaitingRoom, { id: kids[0]! })).kid, null)
  await mika.call(withdrawAsset, { kid: kids[0]! })
  equal((await here.call(getWaitingRoom, { id: kids[0]! })).error?.code, 'not_found')
})

test('AS-05 people with early access need a turn only after the start; permanently reserved copies need none', async (t) => {
  const { here, mika, film } = await waitingRoom(t)
  const [ren, aoi] = await Promise.all(
    ['Ren', 'Aoi'].map((name) => here.person(name, { balance: 9_000 })),
  )
  const reserve = async (numbers: number[], text: string, early_from: string | null) => {
    const asset_token_ids = numbers.map((number) => film.tokens.get(number)!)
    const list = { kid: film.kid, name: 'Friends', asset_token_ids, early_from }
    const { id } = await mika.call(createAllowlist, list)
    await mika.call(addPeople, { id, text })
  }
  await reserve([1, 2], 'ren', '2030-01-01T00:00:00.000Z')
  await reserve([3], 'aoi', null)
  const buy = (who: typeof ren, number: number) =>
    who!.call(purchaseForFree, film.order(number, 1_000))
  equal((await buy(ren, 1)).status, 'settled')
  equal((await buy(aoi, 2)).error?.code, 'sale_not_started')

  await travelFromStart(here, 0)
  equal((await buy(ren, 2)).error?.code, 'waiting_room')
  equal((await buy(ren, 3)).error?.code, 'not_designated_acquirer')
  equal((await buy(aoi, 3)).status, 'settled')
})

test('resales need no turn', async (t) => {
  const { here, film, id } = await waitingRoom(t, { copies: 4 })
  const first = await here.person('First', { balance: 1_000 })
  const ren = await here.person('Ren', { balance: 9_000 })
  await first.call(joinWaitingRoom, { id })
  await travelFromStart(here, 0)
  await first.call(purchaseForFree, film.order(1, 1_000))
  await listForSale(here, first, [film.tokens.get(1)!], 1_200)
  const resold = {
    ...film.order(1, 1_200),
    owner_account_id: first.account_id,
    asset_sale_price: 1_200,
  }
  equal((await ren.call(purchaseForFree, resold)).status, 'settled')
  equal((await ren.call(purchaseForFree, film.order(2, 1_000))).error?.code, 'waiting_room')
})
