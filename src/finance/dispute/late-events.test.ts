import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { control, payAt, stateOf } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-world.ts'
import {
  FEE,
  NET,
  PRICE,
  copyOf,
  decided,
  differences,
  disputed,
  heard,
  platformAccount,
  intentOf,
  letters,
  owes,
  shop,
  sold,
} from '../../../test/disputes.ts'
import { said, soon, ten, travel } from '../../../test/test-app.ts'
import { cancelPurchase, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { followDispute } from './dispute.ts'

test('a dispute reported before its payment settles the sale and freezes the copy', async (t) => {
  const { here, ren, film } = await shop(t)
  const order = await ren.call(purchaseSerial, film.order(3, 0))
  await control(here, { do: 'pause' })
  await payAt(order.url, CARDS.pays)
  const dispute = await disputed(here, await intentOf(here, order))
  const { events } = await control(here, {})
  const created = events.find(({ type }) => type === 'charge.dispute.created')!

  await control(here, { do: 'deliver', events: [created.id, created.id] })

  await heard(here, dispute, 'open')
  deepEqual(await copyOf(here, film, 3), ['Ren', 'frozen'])
  await control(here, { do: 'resume' })
  await decided(here, dispute, 'lose')
  deepEqual(await copyOf(here, film, 3), ['Mika', 'free'])
  equal((await stateOf(here, order)).status, 'settled')
})

for (const [order, end] of [
  ['lose', { refunds: 0, card: FEE }],
  ['win', { refunds: 1, card: FEE }],
] as const)
  test(`a late payment disputed before its refund goes back once if the bank decides "${order}"`, async (t) => {
    const { here, ren, film } = await shop(t)
    const reply = await ren.call(purchaseSerial, film.order(3, 0))
    await control(here, { do: 'pause' })
    await payAt(reply.url, CARDS.pays)
    const dispute = await disputed(here, await intentOf(here, reply))
    await ren.call(cancelPurchase, { kid: film.kid, serial_number: 3 })
    await control(here, { do: 'resume' })
    await heard(here, dispute, 'open')
    equal((await stateOf(here, reply)).status, 'refunding')

    await decided(here, dispute, order)

    const done = await soon(
      () => stateOf(here, reply),
      ({ status }) => status === 'refunded',
    )
    equal(done.status, 'refunded')
    const { events } = await control(here, {})
    equal(events.filter(({ type }) => type === 'charge.refunded').length, end.refunds)
    equal(await platformAccount(here, 'card'), end.card)
    equal(await ren.balance(), 0)
    deepEqual(await differences(here), [])
  })

test('the platform pays a lost dispute of another amount, and the copies stay with their buyer', async (t) => {
  const { here, mika, ren, film, intent } = await sold(t)
  const dispute = await disputed(here, intent, 1_000)
  await heard(here, dispute, 'open')
  await decided(here, dispute, 'lose')
  deepEqual(await copyOf(here, film, 3), ['Ren', 'free'])
  equal(await mika.balance(), NET)
  equal(await platformAccount(here, 'card'), -PRICE + 1_000 + FEE)
  ok((await letters(here, mika, 2)).includes('The dispute is over: your earnings stay yours'))
  ok((await letters(here, ren, 3)).includes('The dispute is over: the copy stays yours'))
})

test('the platform alone pays for a dispute of a payment that was already refunded', async (t) => {
  const { here, mika, ren, film } = await shop(t)
  const reply = await ren.call(purchaseSerial, film.order(3, 0))
  await control(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  await ren.call(cancelPurchase, { kid: film.kid, serial_number: 3 })
  await control(here, { do: 'resume' })
  await soon(
    () => stateOf(here, reply),
    ({ status }) => status === 'refunded',
  )

  await decided(here, await disputed(here, await intentOf(here, reply)), 'lose')

  equal(await platformAccount(here, 'fees'), -PRICE - FEE)
  deepEqual([await mika.balance(), await ren.balance(), await owes(ren)], [0, 0, 0])
  deepEqual(await differences(here), [])
})

test('ten jobs at once process a lost dispute only once', async (t) => {
  const { here, mika, film, intent } = await sold(t)
  await control(here, { do: 'pause' })
  const dispute_id = await disputed(here, intent)
  await control(here, { do: 'lose', dispute: dispute_id })
  const job = () =>
    followDispute(here.app.jobCtx('test'), { dispute_id }).then(
      () => undefined,
      (error: Error) => ({ error: { code: error.message } }),
    )
  deepEqual(said(await Promise.all(ten(job))), { done: 10 })
  deepEqual(await copyOf(here, film, 3), ['Mika', 'free'])
  deepEqual([await mika.balance(), await owes(mika)], [0, 0])
  equal(await platformAccount(here, 'card'), FEE)
})

test('a dispute without webhooks is found, opened and followed to its decision', async (t) => {
  const { here, film, intent } = await sold(t)
  await control(here, { do: 'pause' })
  const dispute = await disputed(here, intent)
  await here.run('dispute.look_for_disputes')
  await heard(here, dispute, 'open')
  deepEqual(await copyOf(here, film, 3), ['Ren', 'frozen'])
  await travel(here, new Date(here.clock.now.getTime() + 60 * 86_400_000))
  await control(here, { do: 'lose', dispute })
  await here.run('dispute.look_for_disputes')
  await heard(here, dispute, 'lost')
  deepEqual(await copyOf(here, film, 3), ['Mika', 'free'])
})

test('a loss missing from the books is a difference until it is posted', async (t) => {
  const { here, intent } = await sold(t)
  await control(here, { do: 'pause' })
  const dispute = await disputed(here, intent)
  await control(here, { do: 'lose', dispute })
  const [found] = await differences(here)
  equal(found?.sentence, 'every yen that a dispute took was posted, and the other way round')
  equal(found.rows[0]!.taken, PRICE + FEE)
  await heard(here, dispute, 'lost')
  deepEqual(await differences(here), [])
})
