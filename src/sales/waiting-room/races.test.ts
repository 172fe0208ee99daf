import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import {
  joinAll,
  travelFromStart,
  entryState,
  STARTS,
  waitingRoom,
} from '../../../test/waiting-rooms.ts'
import { waitersAppear, whileLocked } from '../../../test/row-locks.ts'
import { countOutcomes, tenTimes, travelTo } from '../../../test/test-app.ts'
import { orderSeveral } from '../../../test/titles.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { getWaitingResults, getWaitingRoom, joinWaitingRoom } from './waiting.shared.ts'

const PRICE = 1_000

test('an order in progress when its turn ends keeps the turn', async (t) => {
  const { here, film, id } = await waitingRoom(t, { copies: 1 })
  const [ren, aoi] = await joinAll(here, id, 2, PRICE)
  await travelFromStart(here, 0)
  const isRen = (await entryState(ren!, id)) === 'admitted'
  const [first, second] = isRen ? [ren!, aoi!] : [aoi!, ren!]
  const { db } = here.app
  let lapsing: Promise<void> | undefined
  const answer = await whileLocked(db, {
    lock: sql`select from serial where kid = ${film.kid} for no key update`,
    action: () => first.call(purchaseForFree, film.order(1, PRICE)),
    change: async () => {
      await travelTo(here, addSeconds(new Date(STARTS), 700))
      lapsing = here.run('waiting.admit')
      await Promise.race([lapsing, waitersAppear(db, 2)])
    },
  })
  equal(answer.status, 'settled')
  await lapsing
  await travelFromStart(here, 701)
  deepEqual([await entryState(first, id), await entryState(second, id)], ['bought', 'missed'])
})

test('a person who is joining while the places are drawn takes part in the draw', async (t) => {
  const { here, id } = await waitingRoom(t)
  const { db } = here.app
  const ren = await here.person('Ren')
  await joinAll(here, id, 3)
  await travelTo(here, STARTS)
  await whileLocked(db, {
    lock: sql`select from waiting_room for key share`,
    action: () => here.run('waiting.admit'),
    change: (tx) =>
      sql`
        insert into waiting_entry (id, room_id, account_id, status, lang, joined_at)
        select ${randomUUID()}, id, ${ren.account_id}, 'waiting', 'en', starts_at - interval '1 second'
        from waiting_room
      `.execute(tx),
  })
  equal((await here.call(getWaitingResults, { id })).total, 4)
  const { mine } = await ren.call(getWaitingRoom, { id })
  equal(typeof mine?.drawn_place, 'number')
})

test('an order of several copies waits for admissions in progress and leaves those people their copies', async (t) => {
  const { here, film, id } = await waitingRoom(t, {
    copies: 2,
    settings: { waiting_people_per_minute: 1 },
  })
  const people = await joinAll(here, id, 2, 2 * PRICE)
  await travelFromStart(here, 0)
  const where = await Promise.all(people.map((who) => entryState(who, id)))
  const first = people[where.indexOf('admitted')]!
  const tooMany = await whileLocked(here.app.db, {
    lock: sql`select from waiting_room for no key update`,
    action: () => first.call(purchaseForFree, orderSeveral(film, [1, 2], 2 * PRICE)),
    change: (tx) =>
      sql`
        update waiting_entry set status = 'admitted', pass_ends_at = ${addSeconds(here.clock.now, 600)}
        where status = 'waiting'
      `.execute(tx),
  })
  deepEqual(tooMany.error, { code: 'too_many_at_once', params: { limit: 1 } })
})

test('a person who is joining while the room is about to end keeps it open', async (t) => {
  const { here, id } = await waitingRoom(t)
  const ren = await here.person('Ren')
  await travelFromStart(here, 0)
  await travelTo(here, addSeconds(new Date(STARTS), 61))
  await whileLocked(here.app.db, {
    lock: sql`select from waiting_room for key share`,
    action: () => here.run('waiting.admit'),
    change: (tx) =>
      sql`
        insert into waiting_entry (id, room_id, account_id, status, lang, joined_at)
        select ${randomUUID()}, id, ${ren.account_id}, 'waiting', 'en', starts_at from waiting_room
      `.execute(tx),
  })
  equal((await here.call(getWaitingRoom, { id })).state, 'admitting')
  await travelFromStart(here, 62)
  equal(await entryState(ren, id), 'admitted')
})

test('two joins of one person at once give one place', async (t) => {
  const { here, id } = await waitingRoom(t)
  const ren = await here.person('Ren')
  const entry = randomUUID()
  const place = await whileLocked(here.app.db, {
    lock: sql`select from account where id = ${ren.account_id} for no key update`,
    action: () => ren.call(joinWaitingRoom, { id }),
    change: (tx) =>
      sql`
        insert into waiting_entry (id, room_id, account_id, status, lang, joined_at)
        select ${entry}, id, ${ren.account_id}, 'waiting', 'en', opened_at from waiting_room
      `.execute(tx),
  })
  equal(place.entry_id, entry)
})

test('of ten orders at once with one pass only one succeeds', async (t) => {
  const { here, film, id } = await waitingRoom(t, { copies: 12 })
  const [ren] = await joinAll(here, id, 1, 10 * PRICE)
  await travelFromStart(here, 0)
  const aoi = await here.person('Aoi')
  let orders: ReturnType<typeof buy>[] = []
  const buy = (i: number) => ren!.call(purchaseForFree, film.order(i + 1, PRICE))
  await whileLocked(here.app.db, {
    lock: sql`select from account where id = ${aoi.account_id} for no key update`,
    action: () => aoi.call(purchaseForFree, film.order(12, PRICE)), // the other orders queue behind it
    change: async () => {
      orders = tenTimes(buy)
      await Promise.all(tenTimes(() => ren!.call(getWaitingRoom, { id })))
    },
  })
  deepEqual(countOutcomes(await Promise.all(orders)), { done: 1, waiting_room: 9 })
})
