import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import {
  joinAll,
  travelFromStart,
  personAtPlace,
  entryState,
  STARTS,
  waitingRoom,
} from '../../../test/waiting-rooms.ts'
import { countOutcomes, tenTimes, travelTo } from '../../../test/test-app.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { commitmentOf } from '#src/sales/commitment/commitment.shared.ts'
import { drawPlaces, hashOfEntries } from './draw-places.shared.ts'
import {
  getWaitingResults,
  getWaitingRoom,
  joinWaitingRoom,
  leaveWaitingRoom,
} from './waiting.shared.ts'

test('a room opens half an hour before the sale with the commitment to its seed, and fixes the start', async (t) => {
  const { here, mika, film, id } = await waitingRoom(t)
  const ren = await here.person('Ren')
  await travelFromStart(here, -1_799)
  const room = await here.call(getWaitingRoom, { id })
  equal(room.state, 'open')
  equal(room.opens_at, addSeconds(new Date(STARTS), -1_800).toISOString())
  equal(room.commitment?.length, 64)
  equal((await here.call(getWaitingResults, { id })).error?.code, 'not_found')
  const later = addSeconds(new Date(STARTS), 600).toISOString()
  for (const change of [{ waiting_room: false }, { sale_starting_at: later }])
    equal(
      (await mika.call(updateAsset, { kid: film.kid, ...change })).error?.code,
      'waiting_room_opened',
    )
  equal((await mika.call(updateAsset, { kid: film.kid, title: 'Tide' })).error, undefined)
  equal((await mika.call(joinWaitingRoom, { id })).error?.code, 'own_serial')
  equal((await ren.call(joinWaitingRoom, { id })).status, 'waiting')
  equal((await here.call(getWaitingRoom, { id })).people, 1)
})

test('nobody can join before a room opens, and a sale without a start has no room', async (t) => {
  const { here, mika, film, id } = await waitingRoom(t, {
    settings: { waiting_opens_seconds: 600 },
  })
  const ren = await here.person('Ren')
  const { state, opens_at } = await ren.call(getWaitingRoom, { id })
  deepEqual([state, opens_at], ['announced', addSeconds(new Date(STARTS), -600).toISOString()])
  equal((await ren.call(joinWaitingRoom, { id })).error?.code, 'waiting_room_closed')
  equal(
    (await mika.call(updateAsset, { kid: film.kid, sale_starting_at: null })).error?.code,
    'input_invalid',
  )
  equal((await mika.call(updateAsset, { kid: film.kid, waiting_room: false })).error, undefined)
  equal((await ren.call(getWaitingRoom, { id })).error?.code, 'not_found')
})

test('fifty people present at the start are drawn by the published seed, and later ones queue behind', async (t) => {
  const { here, id } = await waitingRoom(t, { settings: { waiting_people_per_minute: 1 } })
  const people = await joinAll(here, id, 50)
  const { commitment } = await here.call(getWaitingRoom, { id })
  const mine = await Promise.all(people.map((who) => who.call(joinWaitingRoom, { id })))
  equal(new Set(mine.map(({ entry_id }) => entry_id)).size, 50)
  await travelTo(here, STARTS)
  const late = await here.person('Late')
  await late.call(joinWaitingRoom, { id }) // the draw takes place a moment later
  await travelFromStart(here, 0)
  const arrived = (await late.call(getWaitingRoom, { id })).mine!
  deepEqual([arrived.people_before, arrived.drawn_place], [49, null])

  const drawn = await here.call(getWaitingResults, { id })

  equal(drawn.commitment, commitment)
  equal(await commitmentOf(drawn.seed), commitment)
  deepEqual(drawn.items.toSorted(), mine.map(({ entry_id }) => entry_id).toSorted())
  equal(drawn.entries_hash, await hashOfEntries(drawn.items))
  deepEqual(await drawPlaces({ seed: drawn.seed, entries: drawn.items.toSorted() }), drawn.items)
  for (const [i, who] of people.entries()) {
    const { drawn_place, people_before } = (await who.call(getWaitingRoom, { id })).mine!
    const place = drawn.items.indexOf(mine[i]!.entry_id) + 1
    equal(drawn_place, place)
    equal(people_before, place === 1 ? null : place - 2) // the first person is admitted already
  }
  deepEqual([drawn.total, drawn.later_count], [50, 1])
  const part = await here.call(getWaitingResults, { id, offset: 10, limit: 5 })
  deepEqual(part.items, drawn.items.slice(10, 15))
})

test('a start given to the microsecond has its room too', async (t) => {
  const { here, mika, film, id } = await waitingRoom(t, {
    settings: { waiting_opens_seconds: 600 },
  })
  const sale_starting_at = STARTS.replace('.000Z', '.000321Z')
  equal((await mika.call(updateAsset, { kid: film.kid, sale_starting_at })).error, undefined)
  await travelFromStart(here, -599)
  equal((await here.call(getWaitingRoom, { id })).state, 'open')
})

test('ten joins of one person at once give one place', async (t) => {
  const { here, id } = await waitingRoom(t)
  const ren = await here.person('Ren')
  const places = await Promise.all(tenTimes(() => ren.call(joinWaitingRoom, { id })))
  deepEqual(countOutcomes(places), { done: 10 })
  equal(new Set(places.map(({ entry_id }) => entry_id)).size, 1)
  equal((await here.call(getWaitingRoom, { id })).people, 1)
})

test('a person who leaves and joins again queues behind everybody', async (t) => {
  const { here, id } = await waitingRoom(t, { copies: 1 })
  const people = await joinAll(here, id, 5)
  await travelFromStart(here, 0)
  const next = await personAtPlace(people, id)
  await next.call(leaveWaitingRoom, { id })
  equal(await entryState(next, id), 'left')
  const again = await next.call(joinWaitingRoom, { id })
  deepEqual([again.people_before, again.drawn_place], [3, null])
})
