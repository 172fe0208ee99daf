import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { controlProvider, payAt, silenceProvider, stateOf } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { cardDifferences } from '../../../test/disputes.ts'
import { orderSeveral, createTitle } from '../../../test/titles.ts'
import { waitUntil, testApp } from '../../../test/test-app.ts'
import { cancelPurchase, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'

test('without webhooks, payments found after their hold are refunded within ten minutes', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(
    ['Ren', 'Aoi', 'Yuki', 'Nao'].map((name) => here.person(name, { balance: 300 })),
  )
  const [ren, aoi, yuki, nao] = people as [typeof mika, typeof mika, typeof mika, typeof mika]
  const film = await createTitle(here, mika, { copies: 9, price: 1_000 })
  await controlProvider(here, { do: 'pause' })
  const answer = await silenceProvider(here, 'expire')
  const single = await ren.call(purchaseSerial, film.order(1, 300))
  const triple = await aoi.call(purchaseSerial, orderSeveral(film, [2, 3, 4], 300))
  const canceled = await yuki.call(purchaseSerial, orderSeveral(film, [5, 6], 0))
  const expired = await nao.call(purchaseSerial, film.order(7, 0))
  here.clock.now = addSeconds(here.clock.now, 600)
  for (const { url } of [single, triple, canceled]) await payAt(url, CARDS.pays)
  await yuki.call(cancelPurchase, { kid: film.kid, serial_number: 5 })
  here.clock.now = addSeconds(here.clock.now, 1_000) // past the hold and its grace period
  await here.run('purchase.expire_holds')
  await payAt(expired.url, CARDS.pays)
  await answer()
  const states = () =>
    Promise.all(
      [single, triple, canceled, expired].map(async (order) => (await stateOf(here, order)).status),
    )

  here.clock.now = addSeconds(here.clock.now, 600)
  await here.run('books.look_for_payments')

  const ends = await waitUntil(states, (all) => all.every((status) => status === 'refunded'))
  // The holds ended before the payments were found, so all buyers get their money back.
  deepEqual(ends, ['refunded', 'refunded', 'refunded', 'refunded'])
  deepEqual(await Promise.all(people.map((who) => who.balance())), [300, 300, 300, 300])
  deepEqual(await cardDifferences(here), [])
})

test('without webhooks, payments found during their hold settle every copy of the order', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 300 })
  const film = await createTitle(here, mika, { copies: 9, price: 1_000 })
  await controlProvider(here, { do: 'pause' })
  const value = JSON.stringify({ checkout_hold_seconds: 10_800 }) // longer than usual
  await here.app.db.insertInto('setting').values({ value, reason: 'test' }).execute()
  const orders = [
    await ren.call(purchaseSerial, film.order(1, 300)),
    await ren.call(purchaseSerial, orderSeveral(film, [2, 3, 4], 0)),
  ]
  here.clock.now = addSeconds(here.clock.now, 7_200)
  for (const { url } of orders) await payAt(url, CARDS.pays)

  here.clock.now = addSeconds(here.clock.now, 600)
  await here.run('books.look_for_payments')

  for (const order of orders) {
    const end = await waitUntil(
      () => stateOf(here, order),
      ({ sold }) => sold,
    )
    equal(end.status, 'settled')
  }
  equal(await mika.balance(), 3_600)
  deepEqual(await cardDifferences(here), [])
})
