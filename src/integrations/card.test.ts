import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Stripe } from 'stripe'
import { CARDS, minutes, cardProvider, SECRET, START, WEBHOOK } from '../../test/card-fixtures.ts'
import { openCard } from './card.ts'

test('a card pays a checkout, and the shop receives events with a valid signature', async (t) => {
  const { card, stripe, checkout, pay, eventTypes, shop } = await cardProvider(t)
  const { id, url, payment_intent, expires_at } = await checkout()
  equal(payment_intent, null)
  equal(expires_at, minutes(31).toISOString())
  deepEqual(await card.getCheckout(id), {
    id,
    status: 'open',
    paid: false,
    amount: 1_400,
    currency: 'jpy',
    payment_intent: null,
    reference: 'purchase-1',
  })

  const answer = await pay(url, '4242 4242 4242 4242')

  equal(answer.status, 303)
  equal(answer.headers.get('location'), `http://127.0.0.1:9/paid?at=${id}`)
  const paid = await card.getCheckout(id)
  deepEqual([paid.status, paid.paid], ['complete', true])
  deepEqual(await eventTypes(2), ['checkout.session.completed', 'payment_intent.succeeded'])
  const completed = shop.got.find(({ checkout_id }) => checkout_id === id)
  equal(completed?.payment_intent, paid.payment_intent)
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge'],
  })
  const intent = session.payment_intent as Stripe.PaymentIntent
  equal((intent.latest_charge as Stripe.Charge).amount_captured, 1_400)
  deepEqual(intent.metadata, { kind: 'purchase', reference: 'purchase-1' })
})

test('two calls for the same purchase create one checkout, and another amount is an error', async (t) => {
  const { checkout } = await cardProvider(t)
  const [one, two] = await Promise.all([checkout(), checkout()])
  equal(one.id, two.id)
  await rejects(checkout({ amount: 999 }), { type: 'StripeIdempotencyError' })
})

test('invalid calls are refused as the provider would refuse them', async (t) => {
  const { checkout, stripe, api } = await cardProvider(t)
  await rejects(checkout({ amount: 49 }), { code: 'amount_too_small' })
  await rejects(checkout({ expiresAt: minutes(29) }), { param: 'expires_at' })
  await rejects(checkout({ email: 'nobody' }), { param: 'customer_email' })
  const unknown = { mode: 'payment', colour: 'red' } as Stripe.Checkout.SessionCreateParams
  await rejects(stripe.checkout.sessions.create(unknown), { type: 'StripeInvalidRequestError' })
  await rejects(stripe.checkout.sessions.retrieve('cs_1'), { code: 'resource_missing' })
  const wrongKey = openCard({ secretKey: 'sk_test_other', webhookSecrets: [], api })
  await rejects(wrongKey.getCheckout('cs_1'), { type: 'StripeAuthenticationError' })
})

test('a payment is refunded in parts, each only once, and never more than was paid', async (t) => {
  const { card, stripe, checkout, pay, eventTypes, clock } = await cardProvider(t)
  const { id, url } = await checkout()
  await pay(url, CARDS.pays)
  const paymentIntent = (await card.getCheckout(id)).payment_intent!
  const part = { reference: 'refund-1', paymentIntent, amount: 400 }

  const first = await card.refund(part)
  deepEqual([first.state, first.amount], ['succeeded', 400])
  clock.now = minutes(48 * 60) // the provider no longer knows the key
  equal((await card.refund(part)).id, first.id)
  await rejects(card.refund({ reference: 'refund-2', paymentIntent, amount: 1_001 }), {
    param: 'amount',
  })
  const last = await card.refund({ reference: 'refund-3', paymentIntent })
  equal(last.amount, 1_000)
  deepEqual(await card.refund({ reference: 'refund-4', paymentIntent }), last) // everything is refunded
  await rejects(card.refund({ reference: 'refund-5', paymentIntent, amount: 1 }), {
    code: 'charge_already_refunded',
  })
  const refunds = await stripe.refunds.list({ payment_intent: paymentIntent })
  deepEqual(
    refunds.data.map(({ amount }) => amount),
    [1_000, 400],
  )
  equal((await eventTypes(4)).filter((type) => type === 'charge.refunded').length, 2)
})

test('a failed refund stays failed and is not repeated until the same sum is refunded in another way', async (t) => {
  const { card, stripe, checkout, pay, eventTypes, control } = await cardProvider(t)
  const { id, url } = await checkout()
  await pay(url, CARDS.pays)
  const paymentIntent = (await card.getCheckout(id)).payment_intent!
  const refund = () => card.refund({ reference: 'refund-1', paymentIntent })
  const first = await refund()
  await control({ do: 'fail_refund', payment_intent: paymentIntent })

  deepEqual(await refund(), { ...first, state: 'failed' })
  deepEqual(await card.getRefund(first.id), { ...first, state: 'failed' })
  equal((await stripe.refunds.list()).data.length, 1)
  ok((await eventTypes(4)).includes('refund.failed'))
  await control({ do: 'refund', payment_intent: paymentIntent, amount: 400 })
  equal((await refund()).state, 'failed')
  await control({ do: 'refund', payment_intent: paymentIntent })

  const last = await refund()
  deepEqual([last.state, last.amount], ['succeeded', 1_000])
})

test('ten simultaneous refunds with the same reference refund only once', async (t) => {
  const { card, stripe, checkout, pay } = await cardProvider(t)
  const { id, url } = await checkout()
  await pay(url, CARDS.pays)
  const paymentIntent = (await card.getCheckout(id)).payment_intent!
  const refund = () => card.refund({ reference: 'refund-1', paymentIntent, amount: 100 })
  const refunds = await Promise.all(Array.from({ length: 10 }, refund))
  equal(new Set(refunds.map((each) => each.id)).size, 1)
  equal((await stripe.refunds.list()).data.length, 1)
})

test('forged, altered and old events are rejected, but an event signed with the older secret is read', async (t) => {
  const { card, stripe } = await cardProvider(t)
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    created: 1_893_456_000,
    data: { object: { id: 'cs_1', object: 'checkout.session', payment_intent: 'pi_1' } },
  })
  const sign = (secret: string, ago = 0) =>
    stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(Date.now() / 1000) - ago,
    })
  const event = {
    id: 'evt_1',
    type: 'checkout.session.completed',
    created: START.toISOString(),
    checkout_id: 'cs_1',
    payment_intent: 'pi_1',
  }
  deepEqual(card.readWebhook(payload, sign(WEBHOOK)), event)
  deepEqual(card.readWebhook(Buffer.from(payload), sign('whsec_old', 290)), event)
  equal(card.readWebhook(payload, sign('whsec_forged')), undefined)
  equal(card.readWebhook(payload, sign(WEBHOOK, 310)), undefined)
  equal(card.readWebhook(payload.replace('cs_1', 'cs_2'), sign(WEBHOOK)), undefined)
  equal(card.readWebhook(payload, ''), undefined)
})

test('every checkout of a period is listed, across all pages', async (t) => {
  const { card, checkout, clock } = await cardProvider(t)
  for (let each = 0; each < 105; each++) {
    clock.now = minutes(each / 10)
    await checkout({ reference: `purchase-${each}`, expiresAt: minutes(60) })
  }
  const seen: string[] = []
  for await (const { reference } of card.listCheckouts({ from: minutes(0.1), to: minutes(10.4) }))
    seen.push(reference!)
  equal(seen.length, 103)
  deepEqual([seen.at(0), seen.at(-1)], ['purchase-103', 'purchase-1'])
})

test('refunds and disputes made on the provider’s dashboard are listed, and the shop receives events', async (t) => {
  const { card, checkout, pay, eventTypes, control, clock } = await cardProvider(t)
  const ids: string[] = []
  for (const reference of ['purchase-1', 'purchase-2']) {
    const { id, url } = await checkout({ reference })
    await pay(url, CARDS.pays)
    ids.push((await card.getCheckout(id)).payment_intent!)
  }
  const [one, two] = ids as [string, string]
  await control({ do: 'refund', payment_intent: one, amount: 400 })
  clock.now = minutes(10)
  await control({ do: 'refund', payment_intent: one })
  await control({ do: 'dispute', payment_intent: two })

  const first = { from: START, to: minutes(10) }
  deepEqual(await Array.fromAsync(card.listRefunded(first)), [
    { payment_intent: one, refunded: 1_400 }, // the sum so far; each payment is listed once
  ])
  deepEqual(await Array.fromAsync(card.listRefunded({ from: minutes(11), to: minutes(20) })), [])
  deepEqual(await Array.fromAsync(card.listDisputes(first)), [])
  const [dispute] = await Array.fromAsync(card.listDisputes({ from: START, to: minutes(11) }))
  deepEqual([dispute?.payment_intent, dispute?.amount], [two, 1_400])
  const types = await eventTypes(7)
  equal(types.filter((type) => type === 'charge.refunded').length, 2)
  equal(types.filter((type) => type === 'charge.dispute.created').length, 1)
  const tooMuch = await control({ do: 'refund', payment_intent: one })
  match(JSON.stringify(tooMuch), /charge_already_refunded/)
})

test('an unreachable or broken provider is reported as CardDown', async (t) => {
  const broken = createServer((_, res) => res.writeHead(503).end('{}')).listen(0, '127.0.0.1')
  t.after(() => broken.close())
  await once(broken, 'listening')
  const { port } = broken.address() as AddressInfo
  for (const each of [port, 9]) {
    const api = { host: '127.0.0.1', port: each, protocol: 'http' as const }
    const card = openCard({ secretKey: SECRET, webhookSecrets: [], api })
    await rejects(card.getCheckout('cs_1'), { name: 'CardDown' })
  }
  broken.closeAllConnections()
})
