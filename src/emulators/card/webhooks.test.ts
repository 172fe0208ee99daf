import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { CARDS, cardProvider } from '../../../test/card-fixtures.ts'

test('an event is delivered again until the shop accepts it', async (t) => {
  const { checkout, card, eventTypes, shop } = await cardProvider(t)
  shop.answers = [500, 302, 503]
  const { id } = await checkout()
  await card.expireCheckout(id)
  deepEqual(await eventTypes(1), ['checkout.session.expired'])
  deepEqual(shop.answers, [])
})

test('a test can delay events, change their order and deliver them twice', async (t) => {
  const { checkout, pay, control, shop, stripe } = await cardProvider(t)
  await control({ do: 'pause' })
  await pay((await checkout()).url, CARDS.pays)
  const events = (await stripe.events.list()).data.map(({ id }) => id) // newest first
  equal(shop.got.length, 0)
  const { statuses } = await control({ do: 'deliver', events: [...events, events[0]!] })
  deepEqual(statuses, [200, 200, 200])
  deepEqual(
    shop.got.map(({ id }) => id),
    [...events, events[0]!],
  )
})

test('after a restart the provider remembers payments and delivers the remaining events', async (t) => {
  const { card, checkout, pay, control, eventTypes, restart } = await cardProvider(t)
  await control({ do: 'pause' })
  const { id, url } = await checkout()
  await pay(url, CARDS.pays)
  restart()
  equal((await card.getCheckout(id)).paid, true)
  equal((await checkout()).id, id, 'the same request is still the same checkout')
  deepEqual(await eventTypes(2), ['checkout.session.completed', 'payment_intent.succeeded'])
})
