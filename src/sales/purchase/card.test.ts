import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { controlProvider, payAt, repeatCheckoutJob } from '../../../test/card-purchase.ts'
import { silenceProvider, stateOf } from '../../../test/card-purchase.ts'
import { createTitle } from '../../../test/titles.ts'
import { countOutcomes, waitUntil, tenTimes, testApp, travelTo } from '../../../test/test-app.ts'
import { CardDown } from '#src/integrations/card.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { cancelPurchase, getCardState, getPurchase } from './purchase.shared.ts'
import { purchaseForFree, purchaseSerial } from './purchase.shared.ts'

async function held(t: Parameters<typeof testApp>[0], balance = 0, role: 'web' | 'all' = 'all') {
  const here = await testApp(t, { role })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance })
  const film = await createTitle(here, mika, { copies: 5, ...(role === 'all' && { price: 2_400 }) })
  return { here, mika, ren, film }
}

test('SL-04 the webhook of a card payment, not the redirect, transfers the copy', async (t) => {
  const { here, mika, ren, film } = await held(t)
  const reply = await ren.call(purchaseSerial, film.order(3, 0))
  equal(reply.id.startsWith('cs_'), true)
  await controlProvider(here, { do: 'pause' })

  const paid = await payAt(reply.url, CARDS.pays)

  equal(paid.status, 303)
  equal((await ren.call(getPurchase, { id: reply.purchase_id })).status, 'reserved')
  await controlProvider(here, { do: 'resume' })
  const settled = () => ren.call(getPurchase, { id: reply.purchase_id })
  equal((await waitUntil(settled, ({ status }) => status === 'settled')).status, 'settled')
  equal(await mika.balance(), 2_160)
  const mails = await waitUntil(
    () => here.inbox(ren.email),
    (letters) => letters.length > 0,
  )
  ok(mails[0]!.subject.includes('No. 3'))

  const events = async () => {
    await here.run('purchase.forget_events')
    return here.app.db.selectFrom('card_event').select('id').execute()
  }
  ok((await events()).length > 0)
  await travelTo(here, addSeconds(here.clock.now, 31 * 86_400))
  deepEqual(await events(), [], 'the provider repeats none after so long')
})

test('SL-04 balance and card together: the held part leaves only with the copy', async (t) => {
  const { here, mika, ren, film } = await held(t, 1_000)
  const reply = await ren.call(purchaseSerial, film.order(3, 1_000))
  const during = await ren.call(getBalance, {})
  deepEqual([during.total, during.reserved_for_purchase], [0, 1_000])

  await payAt(reply.url, CARDS.pays)

  const done = await waitUntil(
    () => stateOf(here, reply),
    (s) => s.status === 'settled',
  )
  deepEqual(done, { status: 'settled', captured: 1_400, refunded: 0, sold: true })
  equal(await mika.balance(), 2_160)
  equal((await ren.call(getBalance, {})).reserved_for_purchase, 0)
})

test('RT-23 the card page states the deadline of the checkout page: the end of the hold', async (t) => {
  const { here, ren, film } = await held(t)
  const { url, held_until } = await ren.call(purchaseSerial, film.order(3, 0))
  equal(held_until, addSeconds(here.clock.now, 900).toISOString())

  const pageIn = async (lang: string) => (await fetch(`${url}?lang=${lang}`)).text()

  const page = await pageIn('en')
  ok(page.includes('We hold No. 3 for 15 minutes, until 09:15 (Japan time).'))
  equal(page.match(/\d\d:\d\d/g)?.length, 1) // and no other time
})

test('SL-04 a declined card may be tried again with another', async (t) => {
  const { here, ren, film } = await held(t)
  const reply = await ren.call(purchaseSerial, film.order(1, 0))
  await payAt(reply.url, CARDS.declined)
  equal((await stateOf(here, reply)).status, 'reserved')
  await payAt(reply.url, CARDS.pays)
  equal(
    (
      await waitUntil(
        () => stateOf(here, reply),
        (s) => s.sold,
      )
    ).status,
    'settled',
  )
})

test('RT-26 cancelling at the card page releases copy and balance, and a late payment is refunded', async (t) => {
  const { here, ren, film } = await held(t, 500)
  const reply = await ren.call(purchaseSerial, film.order(2, 500))
  const seen = () => here.call(listSerials, { id: film.kid, from: 2, to: 2 })
  equal((await seen()).items[0]!.status, 'being_purchased')
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  const hear = await silenceProvider(here, 'expire')

  const canceled = await ren.call(cancelPurchase, { kid: film.kid, serial_number: 2 })

  equal(canceled.status, 'canceled')
  equal((await seen()).items[0]!.status, 'buyable')
  equal((await ren.call(getBalance, {})).total, 500)
  await hear()
  await controlProvider(here, { do: 'resume' })
  const end = await waitUntil(
    () => stateOf(here, reply),
    (s) => s.status === 'refunded',
  )
  deepEqual(end, { status: 'refunded', captured: 1_900, refunded: 1_900, sold: false })
})

test('RT-26 a copy that was paid cannot be released, however late the webhook is and however often it is tried', async (t) => {
  const { here, ren, film } = await held(t, 500)
  await controlProvider(here, { do: 'pause' })
  const reply = await ren.call(purchaseSerial, film.order(2, 500))
  await payAt(reply.url, CARDS.pays)
  const copy = { kid: film.kid, serial_number: 2 }

  const answers = await Promise.all(tenTimes(() => ren.call(cancelPurchase, copy)))

  deepEqual(countOutcomes(answers), { purchase_closed: 10 })
  const settled = { status: 'settled', captured: 1_900, refunded: 0, sold: true }
  deepEqual(await stateOf(here, reply), settled)
  await controlProvider(here, { do: 'resume' })
  await repeatCheckoutJob(here, reply.id)
  deepEqual(await stateOf(here, reply), settled)
})

test('RT-26 a released copy can no longer be paid, and a repeated cancellation does not ask the provider', async (t) => {
  const { here, ren, film } = await held(t)
  const reply = await ren.call(purchaseSerial, film.order(2, 0))
  const { card } = here.integrations
  const { expireCheckout } = card
  let asked = 0
  card.expireCheckout = async (id) => {
    const checkout = await expireCheckout(id)
    if (asked++ === 0) equal((await stateOf(here, reply)).status, 'reserved')
    return checkout
  }
  const cancel = () => ren.call(cancelPurchase, { kid: film.kid, serial_number: 2 }, 'one key')
  const canceled = await cancel()
  equal(canceled.status, 'canceled')
  equal((await card.getCheckout(reply.id)).status, 'expired')
  await waitUntil(
    async () => asked,
    (times) => times === 2,
  ) // the job that closes the checkout, perhaps in a worker, asks as well
  deepEqual(await cancel(), canceled)
  equal(asked, 2)
})

test('RT-26 a cancellation that names an order leaves a later order of the same number alone', async (t) => {
  const { here, ren, film } = await held(t)
  const copy = { kid: film.kid, serial_number: 2 }
  const first = await ren.call(purchaseSerial, film.order(2, 0))
  const named = { ...copy, purchase_id: first.purchase_id }
  const ended = { purchase_id: first.purchase_id, status: 'canceled', order_copies: 1 }
  deepEqual(await ren.call(cancelPurchase, named), ended)
  here.clock.now = addSeconds(here.clock.now, 60)
  const second = await ren.call(purchaseSerial, film.order(2, 0))

  deepEqual(await ren.call(cancelPurchase, named), ended) // a reload has a new key

  equal((await stateOf(here, second)).status, 'reserved')
  equal((await here.integrations.card.getCheckout(second.id)).status, 'open')
  const current = { ...copy, purchase_id: second.purchase_id }
  equal((await ren.call(cancelPurchase, current)).status, 'canceled')
})

test('RT-26 a cancellation that names an order of another person or copy is refused, and ends nothing', async (t) => {
  const { here, ren, film } = await held(t)
  const aoi = await here.person('Aoi')
  const mine = await ren.call(purchaseSerial, film.order(2, 0))
  const theirs = await aoi.call(purchaseSerial, film.order(3, 0))
  const { kid } = film
  const [two, three] = [mine.purchase_id, theirs.purchase_id]
  for (const [serial_number, purchase_id] of [
    [2, three],
    [3, three],
    [3, two],
    [2, randomUUID()],
  ] as const)
    equal(
      (await ren.call(cancelPurchase, { kid, serial_number, purchase_id })).error?.code,
      'not_found',
    )
  equal((await stateOf(here, mine)).status, 'reserved')
  equal((await stateOf(here, theirs)).status, 'reserved')
  for (const { id } of [mine, theirs])
    equal((await here.integrations.card.getCheckout(id)).status, 'open')
})

test('RT-26 a late repeat of a cancellation leaves the card page of a later order open', async (t) => {
  const { here, ren, film } = await held(t)
  const first = await ren.call(purchaseSerial, film.order(2, 0))
  const cancel = () => ren.call(cancelPurchase, { kid: film.kid, serial_number: 2 }, 'one key')
  const canceled = await cancel()
  here.clock.now = addSeconds(here.clock.now, 60)
  const second = await ren.call(purchaseSerial, film.order(2, 0))

  deepEqual(await cancel(), canceled)

  equal(canceled.purchase_id, first.purchase_id)
  equal((await here.integrations.card.getCheckout(second.id)).status, 'open')
  await payAt(second.url, CARDS.pays)
  const { status } = await waitUntil(
    () => stateOf(here, second),
    (one) => one.status === 'settled',
  )
  equal(status, 'settled')
})

test('a hold ends when its time is over, and its checkout can no longer be paid', async (t) => {
  const { here, ren, film } = await held(t, 500)
  const reply = await ren.call(purchaseSerial, film.order(2, 500))
  here.clock.now = addSeconds(here.clock.now, 901)
  await here.run('purchase.expire_holds')
  const end = await stateOf(here, reply)
  deepEqual(end, { status: 'expired', captured: 0, refunded: 0, sold: false })
  await payAt(reply.url, CARDS.pays)
  equal((await stateOf(here, reply)).captured, 0)
  equal((await ren.call(getBalance, {})).total, 500)
})

test('a payment in the last second of a hold counts', async (t) => {
  const { here, ren, film } = await held(t)
  const reply = await ren.call(purchaseSerial, film.order(2, 0))
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  here.clock.now = addSeconds(here.clock.now, 901)
  await here.run('purchase.expire_holds')
  deepEqual(await stateOf(here, reply), {
    status: 'settled',
    captured: 2_400,
    refunded: 0,
    sold: true,
  })
})

test('SL-04 repeated, reordered and delayed events lead to one outcome', async (t) => {
  const { here, ren, film } = await held(t)
  const reply = await ren.call(purchaseSerial, film.order(4, 0))
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  const { events } = await controlProvider(here, {})
  const ids = events.map(({ id }) => id)

  const { statuses } = await controlProvider(here, {
    do: 'deliver',
    events: [...ids.toReversed(), ...ids, ...ids],
  })

  deepEqual(new Set(statuses), new Set([200]))
  const end = await waitUntil(
    () => stateOf(here, reply),
    (s) => s.sold,
  )
  deepEqual(end, { status: 'settled', captured: 2_400, refunded: 0, sold: true })
})

test('a forged event is refused and changes nothing', async (t) => {
  const { here, ren, film } = await held(t)
  const reply = await ren.call(purchaseSerial, film.order(4, 0))
  const forged = JSON.stringify({
    id: 'evt_forged',
    type: 'checkout.session.completed',
    data: { object: { id: reply.id, object: 'checkout.session', payment_status: 'paid' } },
  })
  const answer = await fetch(`${here.url}/api/2.0/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
    body: forged,
  })
  equal(answer.status, 403)
  equal((await stateOf(here, reply)).status, 'reserved')
})

test('a cancel that races a payment, ten times: sold and captured, or released and refunded', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 10, price: 2_400 })
  const buyers = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const replies = await Promise.all(
    buyers.map((buyer, i) => buyer.call(purchaseSerial, film.order(i + 1, 0))),
  )
  deepEqual(countOutcomes(replies), { done: 10 })

  await Promise.all(
    replies.flatMap((reply, i) => [
      payAt(reply.url, CARDS.pays),
      buyers[i]!.call(cancelPurchase, { kid: film.kid, serial_number: i + 1 }),
    ]),
  )

  const fine = ['settled 2400 0 true', 'canceled 0 0 false', 'refunded 2400 2400 false']
  for (const reply of replies) {
    const end = await waitUntil(
      () => stateOf(here, reply),
      (s) => fine.includes(Object.values(s).join(' ')),
    )
    ok(fine.includes(Object.values(end).join(' ')), JSON.stringify(end))
  }
})

test('if the provider does not answer, nobody is charged and the copy is free again', async (t) => {
  const { here, ren, film } = await held(t, 500)
  await silenceProvider(here, 'create')
  const answer = await ren.call(purchaseSerial, film.order(1, 500))
  equal(answer.error?.code, 'card_unavailable')
  equal((await ren.call(getBalance, {})).total, 500)
  const { items } = await here.call(listSerials, { id: film.kid, from: 1, to: 1 })
  equal(items[0]!.status, 'buyable')
})

test('after a payment that could not begin the same key tries again, and buys once', async (t) => {
  const { here, ren, film } = await held(t, 500)
  const answer = await silenceProvider(here, 'create')
  const buy = () => ren.call(purchaseSerial, film.order(1, 500), 'one click')
  equal((await buy()).error?.code, 'card_unavailable')
  equal(countOutcomes(await Promise.all(tenTimes(buy))).done, undefined)
  equal((await ren.call(getBalance, {})).total, 500)
  await answer()
  here.clock.now = addSeconds(here.clock.now, 31) // the provider is asked again

  const race = await Promise.all(tenTimes(buy))

  const reply = await buy()
  // One opens the checkout. The others find it, are too early, or ended the first hold while nobody may ask.
  const { purchase_id } = reply
  const fine = [purchase_id, 'card_unavailable', 'purchase_closed']
  const others = race.map((one) => one.error?.code ?? one.purchase_id)
  deepEqual(
    others.filter((one) => !fine.includes(one)),
    [],
  )
  const open = here.app.db.selectFrom('purchase').select('id').where('status', '=', 'reserved')
  deepEqual(await open.execute(), [{ id: purchase_id }])
  equal((await ren.call(getBalance, {})).reserved_for_purchase, 500)
  await payAt(reply.url, CARDS.pays)
  const end = await waitUntil(
    () => stateOf(here, reply),
    (s) => s.sold,
  )
  equal(end.status, 'settled')
})

test('while the provider is silent, nobody waits, balance payments work, and it is asked again later', async (t) => {
  const { here, ren, film } = await held(t, 2_400)
  const { card } = here.integrations
  const { createCheckout } = card
  let asked = 0
  card.createCheckout = () => {
    asked++
    return Promise.reject(new CardDown('silent'))
  }
  const available = async () => (await here.call(getCardState, {})).available
  for (const number of [1, 2, 3]) {
    equal(await available(), true)
    equal((await ren.call(purchaseSerial, film.order(number, 0))).error?.code, 'card_unavailable')
  }
  const answers = await Promise.all(tenTimes(() => ren.call(purchaseSerial, film.order(4, 0))))
  deepEqual(countOutcomes(answers), { card_unavailable: 10 })
  deepEqual(answers[0]!.error!.params, { seconds: 30 })
  equal(asked, 3)
  equal(await available(), false)
  const placed = await here.app.db.selectFrom('purchase').select('status').execute()
  deepEqual(
    placed.map(({ status }) => status),
    ['canceled', 'canceled', 'canceled'],
  )
  equal((await ren.call(purchaseForFree, film.order(5, 2_400))).status, 'settled')
  const work = (await (await fetch(`${here.url}/workerz`)).json()) as { card: string }
  equal(work.card, 'does not answer, asked again in 30 s')

  here.clock.now = addSeconds(here.clock.now, 31)
  card.createCheckout = createCheckout
  const reply = await ren.call(purchaseSerial, film.order(4, 0))

  equal(await available(), true)
  await payAt(reply.url, CARDS.pays)
  const end = await waitUntil(
    () => stateOf(here, reply),
    (s) => s.sold,
  )
  equal(end.status, 'settled')
})
