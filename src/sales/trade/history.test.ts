import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { testApp } from '../../../test/test-app.ts'
import { accept, offer, openToTrade, traderTitle } from '../../../test/trades.ts'
import { agree, proposalOf, ringOf } from '../../../test/wishes.ts'
import { listTrades } from './trade.shared.ts'

test('RT-06 the trades of a person include those of three people, newest first and in pages', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await sora.call(changeSettings, { version: 0, reason: 'a trial', trade_top_up_enabled: true })
  const people = [
    await here.person('Ren', { balance: 1_000 }),
    await here.person('Aoi'),
    await here.person('Kai'),
  ]
  const [ren, aoi] = people as [(typeof people)[0], (typeof people)[0]]
  const film = await traderTitle(here, mika, people)
  await openToTrade(here, film.held(2))
  const top_up = { paid_by: 'offeror', price: 1_000 } as const
  await offer(film.held(1), film.held(2), { top_up })
  await accept(film.held(1), film.held(2), { top_up })
  here.clock.now = new Date(here.clock.now.getTime() + 60_000)
  await ringOf(here, mika, people) // Ren gives to Kai, who gives to Aoi, who gives to Ren
  await here.run('trade.find')
  const { id } = (await proposalOf(ren))!
  for (const who of people) await agree(who, id)

  const { items, total } = await ren.call(listTrades, {})

  equal(total, 2)
  deepEqual(
    items.map((trade) => [trade.people, trade.got.owner_username, trade.given_to, trade.top_up]),
    [
      [3, 'Aoi', 'Kai', null],
      [2, 'Aoi', 'Aoi', { paid_by_me: true, price: 1_000, net: 850 }],
    ],
  )
  equal(items[1]!.got.number, 2)
  equal(items[1]!.given.number, 1)
  const theirs = (await aoi.call(listTrades, { limit: 1, offset: 1 })).items
  deepEqual(
    theirs.map((trade) => [trade.got.number, trade.given.number, trade.top_up?.paid_by_me]),
    [[1, 2, false]],
  )
  equal((await sora.call(listTrades, {})).total, 0)
})
