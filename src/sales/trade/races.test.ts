import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { countDeadlocks, whileLocked } from '../../../test/row-locks.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import { accept, offer, openToTrade, ownersOf, traderTitle } from '../../../test/trades.ts'
import { declineTradeOffer, listTradeOffers, withdrawTradeOffer } from './trade.shared.ts'

test('TR-03 of ten people who offer for one copy, one is accepted when all are at once', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const film = await traderTitle(here, mika, people)
  const wanted = film.held(11)
  await openToTrade(here, wanted)
  const offers = people.map((_, i) => film.held(i + 1))
  deepEqual(countOutcomes(await Promise.all(offers.map((mine) => offer(mine, wanted)))), {
    done: 10,
  })

  const answers = await Promise.all(offers.map((mine) => accept(mine, wanted)))

  deepEqual(countOutcomes(answers), { done: 1, requested_serial_gone: 9 })
  const { items } = await mika.call(listTradeOffers, {})
  equal(items.filter(({ status }) => status === 'accepted').length, 1)
  equal(items.filter(({ ending }) => ending === 'spoiled').length, 9)
})

test('TR-03 ten acceptances of one copy offered to ten people give it away once', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const film = await traderTitle(here, mika, people)
  const mine = film.held(11)
  const wanted = people.map((_, i) => film.held(i + 1))
  await openToTrade(here, ...wanted)
  for (const one of wanted) equal((await offer(mine, one)).error, undefined)

  const answers = await Promise.all(wanted.map((one) => accept(mine, one)))

  deepEqual(countOutcomes(answers), { done: 1, offered_serial_gone: 9 })
})

test('TR-05 acceptances at once are each decided on their own: one is refused beside others that trade', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const film = await traderTitle(here, mika, people)
  const pairs = [0, 2, 4, 6, 8].map((i) => [film.held(i + 1), film.held(i + 2)] as const)
  await openToTrade(here, ...pairs.map(([, wanted]) => wanted))
  const sent = await Promise.all(pairs.map(([mine, wanted]) => offer(mine, wanted)))
  const gone = pairs[2]![0]
  await gone.owner.call(withdrawTradeOffer, { id: sent[2]!.id })

  const answers = await Promise.all(pairs.map(([mine, wanted]) => accept(mine, wanted)))

  deepEqual(
    answers.map(({ error, id }) => error?.code ?? id),
    sent.map(({ id }, i) => (i === 2 ? 'trade_offer_closed' : id)),
  )
  deepEqual(await ownersOf(here, ...pairs.flat()), [
    'P1',
    'P0',
    'P3',
    'P2',
    'P4',
    'P5',
    'P7',
    'P6',
    'P9',
    'P8',
  ])
})

test('one acceptance sent ten times with one key trades once', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = [await here.person('Ren'), await here.person('Aoi')]
  const film = await traderTitle(here, mika, people)
  await openToTrade(here, film.held(2))
  await offer(film.held(1), film.held(2))
  const key = randomUUID()
  const answers = await Promise.all(tenTimes(() => accept(film.held(1), film.held(2), { key })))
  deepEqual(countOutcomes(answers), { done: 10 })
  deepEqual(await ownersOf(here, film.held(1), film.held(2)), ['Aoi', 'Ren'])
})

test('an acceptance, a withdrawal, a refusal, a delisting and a sale at once have one outcome', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = [await here.person('Ren'), await here.person('Aoi')]
  const [ren, aoi] = people as [(typeof people)[0], (typeof people)[0]]
  for (let round = 0; round < 8; round++) {
    const film = await traderTitle(here, mika, people)
    const [mine, theirs] = [film.held(1), film.held(2)]
    await openToTrade(here, theirs)
    const { id } = await offer(mine, theirs)
    const asset_token_ids = [mine.token]
    const answers = await Promise.all([
      accept(mine, theirs),
      ren.call(withdrawTradeOffer, { id }),
      aoi.call(declineTradeOffer, { id }),
      aoi.call(delistSerials, { asset_token_ids: [theirs.token] }),
      ren.call(listSerialsForSale, { listing_type: 'sale', sale_price: 500, asset_token_ids }),
    ])
    const outcomes = answers.map(({ error }) => error?.code ?? 'done')
    ok(!outcomes.includes('bug'), outcomes.join())
    const isSwapped = outcomes[0] === 'done'
    deepEqual(await ownersOf(here, mine, theirs), isSwapped ? ['Aoi', 'Ren'] : ['Ren', 'Aoi'])
    if (isSwapped) deepEqual(outcomes.slice(1, 3), ['trade_offer_closed', 'trade_offer_closed'])
    equal(await openOffers(), 0)
  }
  async function openOffers() {
    const { total } = await ren.call(listTradeOffers, { status: 'awaiting_acceptance' })
    return total
  }
})

test('two who accept each other’s offers at once, and a ring of three, swap without a deadlock', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(['Ren', 'Aoi', 'Kai'].map((name) => here.person(name)))
  for (let round = 0; round < 6; round++) {
    const film = await traderTitle(here, mika, people)
    const [a, b, c] = [film.held(1), film.held(2), film.held(3)]
    await openToTrade(here, a, b, c)
    for (const [mine, wanted] of [
      [a, b],
      [b, c],
      [c, a],
      [b, a],
    ] as const)
      equal((await offer(mine, wanted)).error, undefined)
    const answers = await Promise.all([accept(a, b), accept(b, c), accept(c, a), accept(b, a)])
    const { done, bug } = countOutcomes(answers)
    deepEqual([done, bug], [1, undefined])
    const owners = await ownersOf(here, a, b, c)
    deepEqual(new Set(owners), new Set(['Aoi', 'Kai', 'Ren']))
  }
  equal(await countDeadlocks(here.app.db), 0)
})

test('an acceptance that waited for a copy decides by the copy as it is then', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = [await here.person('Ren'), await here.person('Aoi'), await here.person('Kai')]
  const film = await traderTitle(here, mika, people)
  const [mine, theirs] = [film.held(1), film.held(2)]
  await openToTrade(here, theirs)
  await offer(mine, theirs)
  const answer = await whileLocked(here.app.db, {
    lock: sql`select from serial where asset_token_id = ${mine.token} for no key update`,
    action: () => accept(mine, theirs),
    change: (tx) =>
      tx
        .updateTable('serial')
        .set({ frozen_at: here.clock.now.toISOString() })
        .where('asset_token_id', '=', mine.token)
        .execute(),
  })
  equal(answer.error?.code, 'offered_serial_gone')
  await here.app.db.updateTable('serial').set({ frozen_at: null }).execute()
})
