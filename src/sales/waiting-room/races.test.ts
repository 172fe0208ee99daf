import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { crowd, goTo, several, standing, STARTS, waitingRoom } from '../../../test/rooms.ts'
import { doWait, whileWaiting } from '../../../test/waiting.ts'
import { said, ten, travel } from '../../../test/test-app.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { getWaitingResults, getWaitingRoom, joinWaitingRoom } from './waiting.shared.ts'

const PRICE = 1_000

test('an order in progress when its turn ends keeps the turn', async (t) => {
  const { here, film, id } = await waitingRoom(t, { copies: 1 })
  const [ren, aoi] = await crowd(here, id, 2, PRICE)
  await goTo(here, 0)
  const isRen = (await standing(ren!, id)) === 'admitted'
  const [first, second] = isRen ? [ren!, aoi!] : [aoi!, ren!]
  const { db } = here.app
  let lapsing: Promise<void> | undefined
  const answer = await whileWaiting(db, {
    at: sql`select from serial where kid = ${film.kid} for no key update`,
    action: () => first.call(purchaseForFree, film.order(1, PRICE)),
    change: async () => {
      await travel(here, addSeconds(new Date(STARTS), 700))
      lapsing = here.run('waiting.admit')
      await Promise.race([lapsing, doWait(db, 2)])
    },
  })
  equal(answer.status, 'settled')
  await lapsing
  await goTo(here, 701)
  deepEqual([await standing(first, id), await standing(second, id)], ['bought', 'missed'])
})

test('a person who is joining while the places are drawn takes part in the draw', async (t) => {
  const { here, id } = await waitingRoom(t)
  const { db } = here.app
  const ren = await here.person('Ren')
  await crowd(here, id, 3)
  await travel(here, STARTS)
  await whileWaiting(db, {
    at: sql`select from waiting_room for key share`,
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
  const people = await crowd(here, id, 2, 2 * PRICE)
  await goTo(here, 0)
  const where = await Promise.all(people.map((who) => standing(who, id)))
  const first = people[where.indexOf('admitted')]!
  const tooMany = await whileWaiting(here.app.db, {
    at: sql`select from waiting_room for no key update`,
    action: () => first.call(purchaseForFree, several(film, [1, 2], PRICE)),
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
  await goTo(here, 0)
  await travel(here, addSeconds(new Date(STARTS), 61))
  await whileWaiting(here.app.db, {
    at: sql`select from waiting_room for key share`,
    action: () => here.run('waiting.admit'),
    change: (tx) =>
      sql`
        insert into waiting_entry (id, room_id, account_id, status, lang, joined_at)
        select ${randomUUID()}, id, ${ren.account_id}, 'waiting', 'en', starts_at from waiting_room
      `.execute(tx),
  })
  equal((await here.call(getWaitingRoom, { id })).state, 'admitting')
  await goTo(here, 62)
  equal(await standing(ren, id), 'admitted')
})

test('two joins of one person at once give one place', async (t) => {
  const { here, id } = await waitingRoom(t)
  const ren = await here.person('Ren')
  const entry = randomUUID()
  const place = await whileWaiting(here.app.db, {
    at: sql`select from account where id = ${ren.account_id} for no key update`,
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
  const [ren] = await crowd(here, id, 1, 10 * PRICE)
  await goTo(here, 0)
  const aoi = await here.person('Aoi')
  let orders: ReturnType<typeof buy>[] = []
  const buy = (i: number) => ren!.call(purchaseForFree, film.order(i + 1, PRICE))
  await whileWaiting(here.app.db, {
    at: sql`select from account where id = ${aoi.account_id} for no key update`,
    action: () => aoi.call(purchaseForFree, film.order(12, PRICE)), // the other orders queue behind it
    change: async () => {
      orders = ten(buy)
      await Promise.all(ten(() => ren!.call(getWaitingRoom, { id })))
    },
  })
  deepEqual(said(await Promise.all(orders)), { done: 1, waiting_room: 9 })
})
