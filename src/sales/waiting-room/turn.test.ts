import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { putSuspension } from '#src/admin/users/suspension.shared.ts'
import {
  admittedOf,
  changeWaitingSettings,
  joinAll,
  travelFromStart,
  personAtPlace,
  entryState,
  countEntryStates,
  STARTS,
  waitingRoom,
} from '../../../test/waiting-rooms.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { payAt } from '../../../test/card-purchase.ts'
import type { Person } from '../../../test/people.ts'
import { orderSeveral, type Title } from '../../../test/titles.ts'
import { countOutcomes, tenTimes, travelTo, waitUntil } from '../../../test/test-app.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import {
  cancelPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import {
  getWaitingResults,
  getWaitingRoom,
  joinWaitingRoom,
  leaveWaitingRoom,
} from './waiting.shared.ts'

const PRICE = 1_000

const buys = (who: Person, film: Title, number: number) =>
  who.call(purchaseForFree, film.order(number, PRICE))

test('never more people are admitted than copies are left, and an unused turn passes to the next person', async (t) => {
  const { here, film, id } = await waitingRoom(t, { copies: 3 })
  const people = await joinAll(here, id, 6, PRICE)
  await travelFromStart(here, 0)
  await travelFromStart(here, 1)
  deepEqual(await countEntryStates(people, id), { admitted: 3, waiting: 3 })
  const [first, second, third] = await admittedOf(people, id)
  equal((await buys(first!, film, 1)).status, 'settled')
  await travelFromStart(here, 2)
  deepEqual(await countEntryStates(people, id), { bought: 1, admitted: 2, waiting: 3 })
  equal((await buys(first!, film, 2)).error?.code, 'waiting_room')

  await travelTo(here, addSeconds(new Date(STARTS), 601))
  equal((await buys(second!, film, 2)).error?.code, 'waiting_room') // though the job has not run yet
  await travelFromStart(here, 601)
  await travelFromStart(here, 602)

  deepEqual(await countEntryStates(people, id), { bought: 1, lapsed: 2, admitted: 2, waiting: 1 })
  for (const late of [second!, third!])
    equal((await buys(late, film, 2)).error?.code, 'waiting_room')
  equal((await second!.call(joinWaitingRoom, { id })).people_before, 1)
})

test('SU-02 a person who is suspended gives up their turn, which passes to the next person', async (t) => {
  const { here, id } = await waitingRoom(t, { copies: 1 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const people = await joinAll(here, id, 2, PRICE)
  await travelFromStart(here, 0)
  await travelFromStart(here, 1)
  const [first] = await admittedOf(people, id)
  const about = { id: first!.account_id, suspended: true, reason: 'scalping' }
  equal((await sora.call(putSuspension, about)).error, undefined)
  const left = here.app.db.selectFrom('event').select(['by', 'actor'])
  deepEqual(await left.where('to_status', '=', 'left').execute(), [{ by: 'platform', actor: null }])
  await travelFromStart(here, 2)
  const next = people.find((person) => person !== first)!
  deepEqual(await countEntryStates([next], id), { admitted: 1 })
})

test('during maintenance nobody is admitted or loses a turn, and afterwards turns have their whole time', async (t) => {
  const { here, film, id } = await waitingRoom(t, { copies: 2 })
  const people = await joinAll(here, id, 4, PRICE)
  await travelFromStart(here, 0)
  await travelFromStart(here, 1)
  const [first, second] = await admittedOf(people, id)
  equal((await buys(first!, film, 1)).status, 'settled')
  await changeWaitingSettings(here, { maintenance: true })
  const late = await here.person('Late')
  for (let minute = 1; minute <= 40; minute++) await travelFromStart(here, minute * 60)
  const states = await here.app.db.selectFrom('waiting_entry').select('status').execute()
  deepEqual(states.map(({ status }) => status).toSorted(), [
    'admitted',
    'admitted',
    'waiting',
    'waiting',
  ])
  equal((await late.call(joinWaitingRoom, { id })).error?.code, 'maintenance')

  await changeWaitingSettings(here, { maintenance: false })
  await travelFromStart(here, 40 * 60 + 599)
  deepEqual(await countEntryStates(people, id), { bought: 1, admitted: 1, waiting: 2 })
  equal((await buys(second!, film, 2)).status, 'settled')
})

test('when the last copy is sold the people still waiting are told so and have paid nothing', async (t) => {
  const { here, film, id } = await waitingRoom(t, { copies: 2 })
  const people = await joinAll(here, id, 5, PRICE)
  await travelFromStart(here, 0)
  await travelFromStart(here, 1)
  for (const [i, who] of (await admittedOf(people, id)).entries())
    equal((await buys(who, film, i + 1)).status, 'settled')
  await travelFromStart(here, 2)
  deepEqual(await countEntryStates(people, id), { bought: 2, missed: 3 })
  const { state, ending } = await here.call(getWaitingRoom, { id })
  deepEqual([state, ending], ['ended', 'sold_out'])
  const left = await Promise.all(people.map((who) => who.call(getBalance, {})))
  equal(left.filter(({ total }) => total === PRICE).length, 3)
  equal((await here.call(getWaitingResults, { id })).bought_count, 2)
  equal((await people[0]!.call(joinWaitingRoom, { id })).error?.code, 'waiting_room_closed')
})

test('a copy being paid for stays held when the turn ends, and passes to the next person if cancelled', async (t) => {
  const { here, film, id } = await waitingRoom(t, {
    copies: 1,
    settings: { waiting_pass_seconds: 60 },
  })
  const people = await joinAll(here, id, 2)
  await travelFromStart(here, 0)
  const [first] = await admittedOf(people, id)
  const held = await first!.call(purchaseSerial, film.order(1, 0))
  equal(held.error, undefined)
  await travelFromStart(here, 70)
  const second = people.find((who) => who !== first)!
  deepEqual([await entryState(first!, id), await entryState(second, id)], ['admitted', 'waiting 0'])
  equal((await first!.call(getWaitingRoom, { id })).mine?.is_ordered, true)

  await first!.call(cancelPurchase, { kid: film.kid, serial_number: 1 })
  await travelFromStart(here, 72)

  deepEqual([await entryState(first!, id), await entryState(second, id)], ['lapsed', 'admitted'])
  equal((await second.call(purchaseSerial, film.order(1, 0))).error, undefined)
})

test('a turn used before its room ended ends as bought once its order is paid, or as lapsed if cancelled', async (t) => {
  const { here, mika, film, id } = await waitingRoom(t, { copies: 3 })
  const sale_ending_at = addSeconds(new Date(STARTS), 30).toISOString()
  await mika.call(updateAsset, { kid: film.kid, sale_ending_at })
  const people = await joinAll(here, id, 2)
  await travelFromStart(here, 0)
  await travelFromStart(here, 1)
  const [payer, other] = people as [Person, Person]
  const paid = await payer.call(purchaseSerial, film.order(1, 0))
  equal((await other.call(purchaseSerial, film.order(2, 0))).error, undefined)
  await travelFromStart(here, 31)
  const { state, ending } = await here.call(getWaitingRoom, { id })
  deepEqual([state, ending], ['ended', 'sale_ended'])
  deepEqual(await countEntryStates(people, id), { admitted: 2 })

  await payAt(paid.url, CARDS.pays)
  await waitUntil(
    () => here.call(getWaitingResults, { id }),
    ({ bought_count }) => bought_count === 1,
  )
  await other.call(cancelPurchase, { kid: film.kid, serial_number: 2 })
  await travelFromStart(here, 33)

  deepEqual([await entryState(payer, id), await entryState(other, id)], ['bought', 'lapsed'])
})

test('a buyer who cancels an order within their turn may choose another number', async (t) => {
  const { here, film, id } = await waitingRoom(t, { copies: 2 })
  const [ren] = await joinAll(here, id, 1)
  await travelFromStart(here, 0)
  await ren!.call(purchaseSerial, film.order(1, 0))
  equal((await ren!.call(purchaseSerial, film.order(2, 0))).error?.code, 'waiting_room')
  await ren!.call(cancelPurchase, { kid: film.kid, serial_number: 1 })
  equal((await ren!.call(purchaseSerial, film.order(2, 0))).error, undefined)
})

test('SL-05 a person at the holding limit is refused a place, also ten times at once', async (t) => {
  const { here, mika, film, id } = await waitingRoom(t, { copies: 4 })
  await mika.call(updateAsset, { kid: film.kid, holding_limit: 2 })
  const [ren] = await joinAll(here, id, 1, 4 * PRICE)
  const full = { code: 'max_holding_reached', params: { limit: 2 } }
  await travelFromStart(here, 0)
  await travelFromStart(here, 1)
  equal((await buys(ren!, film, 1)).status, 'settled')
  await travelFromStart(here, 2)
  equal((await ren!.call(getWaitingRoom, { id })).limit_reached, null)
  equal((await ren!.call(joinWaitingRoom, { id })).status, 'waiting') // they may hold one more
  await travelFromStart(here, 3)
  equal((await ren!.call(purchaseSerial, film.order(2, 0))).error, undefined)
  await travelFromStart(here, 30) // a minute after the start an empty room would end
  await ren!.call(leaveWaitingRoom, { id })

  const joins = await Promise.all(tenTimes(() => ren!.call(joinWaitingRoom, { id })))

  deepEqual(countOutcomes(joins), { max_holding_reached: 10 })
  deepEqual(joins[0]!.error, full)
  equal((await ren!.call(getWaitingRoom, { id })).limit_reached, 2)
  await ren!.call(cancelPurchase, { kid: film.kid, serial_number: 2 })
  // A job may admit them before the reply.
  equal((await ren!.call(joinWaitingRoom, { id })).error, undefined)
})

test('an order of several copies cannot take copies reserved for other people’s turns', async (t) => {
  const { here, film, id } = await waitingRoom(t, { copies: 4 })
  const people = await joinAll(here, id, 3, 4 * PRICE)
  await travelFromStart(here, 0)
  await travelFromStart(here, 1)
  const [first, second, third] = await admittedOf(people, id)
  const greedy = await first!.call(purchaseForFree, orderSeveral(film, [1, 2, 3], 3 * PRICE))
  deepEqual(greedy.error, { code: 'too_many_at_once', params: { limit: 2 } })
  equal(
    (await first!.call(purchaseForFree, orderSeveral(film, [1, 2], 2 * PRICE))).status,
    'settled',
  )
  equal(
    (await second!.call(purchaseForFree, orderSeveral(film, [3, 4], 2 * PRICE))).error?.code,
    'too_many_at_once',
  )
  const rest = await Promise.all([buys(second!, film, 3), buys(third!, film, 4)])
  deepEqual(countOutcomes(rest), { done: 2 })
})

test('ten admitted people order two copies each at once: a copy is left for everybody admitted', async (t) => {
  const { here, film, id } = await waitingRoom(t, { copies: 12 })
  const people = await joinAll(here, id, 10, 2 * PRICE)
  await travelFromStart(here, 0)
  await travelFromStart(here, 1)
  const answers = await Promise.all(
    people.map((who, i) =>
      who.call(purchaseForFree, orderSeveral(film, [i + 1, ((i + 1) % 12) + 1], 2 * PRICE)),
    ),
  )
  const { done = 0 } = countOutcomes(answers)
  const without = people.filter((_, i) => answers[i]!.error)
  const free = 12 - 2 * done
  ok(free >= without.length, `${free} copies for ${without.length} people`)
})

test('the room ends when nobody waits, and then no turn is needed', async (t) => {
  const { here, film, id } = await waitingRoom(t)
  const [ren] = await joinAll(here, id, 1, PRICE)
  const aoi = await here.person('Aoi', { balance: PRICE })
  await travelFromStart(here, 0)
  await buys(ren!, film, 1)
  await travelFromStart(here, 30)
  equal((await buys(aoi, film, 2)).error?.code, 'waiting_room')
  await travelFromStart(here, 61)
  const { state, ending } = await here.call(getWaitingRoom, { id })
  deepEqual([state, ending], ['ended', 'served'])
  equal((await buys(aoi, film, 2)).status, 'settled')
})

test('people are admitted at the rate of the settings and told by mail', async (t) => {
  const { here, id } = await waitingRoom(t, {
    copies: 20,
    settings: { waiting_people_per_minute: 60 },
  })
  const people = await joinAll(here, id, 12)
  const seen: number[] = []
  for (const second of [0, 1, 2, 60]) {
    await travelFromStart(here, second)
    seen.push((await countEntryStates(people, id)).admitted ?? 0)
  }
  deepEqual(seen, [1, 2, 3, 9]) // after a pause at most five seconds’ worth of people
  const next = await personAtPlace(people, id, 1)
  equal((await next.call(getWaitingRoom, { id })).mine?.expected_seconds, 1)
  const [ren] = await admittedOf(people, id)
  const [mail] = await waitUntil(
    () => here.inbox(ren!.email),
    ({ length }) => length > 0,
  )
  equal(mail?.subject.startsWith('It’s your turn: “Title'), true)
  equal(mail?.text.includes(`/waiting/${id}`), true)
})
