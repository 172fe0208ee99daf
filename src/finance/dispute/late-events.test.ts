import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { armFailpoint } from '#core/failpoint.ts'
import { controlProvider, payAt, stateOf, releaseUnasked } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import {
  FEE,
  NET,
  PRICE,
  ownerAndState,
  closeDispute,
  cardDifferences,
  openDispute,
  waitForDispute,
  platformAccount,
  paymentIntentOf,
  mailSubjects,
  debtOf,
  disputeFixtures,
  soldByCard,
} from '../../../test/disputes.ts'
import { countOutcomes, waitUntil, tenTimes, travelTo } from '../../../test/test-app.ts'
import { purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { followDispute } from './dispute.ts'

test('a dispute reported before its payment settles the sale and freezes the copy', async (t) => {
  const { here, ren, film } = await disputeFixtures(t)
  const order = await ren.call(purchaseSerial, film.order(3, 0))
  await controlProvider(here, { do: 'pause' })
  await payAt(order.url, CARDS.pays)
  const dispute = await openDispute(here, await paymentIntentOf(here, order))
  const { events } = await controlProvider(here, {})
  const created = events.find(({ type }) => type === 'charge.dispute.created')!

  await controlProvider(here, { do: 'deliver', events: [created.id, created.id] })

  await waitForDispute(here, dispute, 'open')
  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'frozen'])
  await controlProvider(here, { do: 'resume' })
  await closeDispute(here, dispute, 'lose')
  deepEqual(await ownerAndState(here, film, 3), ['Mika', 'free'])
  equal((await stateOf(here, order)).status, 'settled')
})

for (const [order, end] of [
  ['lose', { refunds: 0, card: FEE }],
  ['win', { refunds: 1, card: FEE }],
] as const)
  test(`a late payment disputed before its refund goes back once if the bank decides "${order}"`, async (t) => {
    const { here, ren, film } = await disputeFixtures(t)
    const reply = await ren.call(purchaseSerial, film.order(3, 0))
    await controlProvider(here, { do: 'pause' })
    await payAt(reply.url, CARDS.pays)
    const dispute = await openDispute(here, await paymentIntentOf(here, reply))
    await releaseUnasked(here, reply, ren)
    await controlProvider(here, { do: 'resume' })
    await waitForDispute(here, dispute, 'open')
    equal((await stateOf(here, reply)).status, 'refunding')

    await closeDispute(here, dispute, order)

    const done = await waitUntil(
      () => stateOf(here, reply),
      ({ status }) => status === 'refunded',
    )
    equal(done.status, 'refunded')
    const { events } = await controlProvider(here, {})
    equal(events.filter(({ type }) => type === 'charge.refunded').length, end.refunds)
    equal(await platformAccount(here, 'card'), end.card)
    equal(await ren.balance(), 0)
    deepEqual(await cardDifferences(here), [])
  })

test('a refund that fails after a lost dispute took its payment is the platform’s, and nobody’s twice', async (t) => {
  const { here, ren, film } = await disputeFixtures(t)
  const order = await ren.call(purchaseSerial, film.order(3, 0))
  await controlProvider(here, { do: 'pause' })
  await payAt(order.url, CARDS.pays)
  await releaseUnasked(here, order, ren)
  await controlProvider(here, { do: 'resume' })
  const refunded = () =>
    waitUntil(
      () => stateOf(here, order),
      ({ status }) => status === 'refunded',
    )
  await refunded()
  const payment_intent = await paymentIntentOf(here, order)
  const dispute = await openDispute(here, payment_intent)
  await waitForDispute(here, dispute, 'open')
  await closeDispute(here, dispute, 'lose')
  equal(await platformAccount(here, 'fees'), -PRICE - FEE)

  await controlProvider(here, { do: 'fail_refund', payment_intent })
  await waitUntil(
    () => platformAccount(here, 'fees'),
    (fees) => fees === -FEE,
  )
  await here.run('purchase.look_for_failed_refunds')

  equal((await refunded()).status, 'refunded')
  equal(await platformAccount(here, 'fees'), -FEE)
  equal(await ren.balance(), 0)
  deepEqual(await cardDifferences(here), [])
})

test('the platform pays a lost dispute of another amount, and the copies stay with their buyer', async (t) => {
  const { here, mika, ren, film, intent } = await soldByCard(t)
  const dispute = await openDispute(here, intent, 1_000)
  await waitForDispute(here, dispute, 'open')
  await closeDispute(here, dispute, 'lose')
  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'free'])
  equal(await mika.balance(), NET)
  equal(await platformAccount(here, 'card'), -PRICE + 1_000 + FEE)
  ok((await mailSubjects(here, mika, 2)).includes('The dispute is over: you keep your earnings'))
  ok((await mailSubjects(here, ren, 3)).includes('The dispute is over: you keep what you bought'))
})

test('the platform alone pays for a dispute of a payment that was already refunded', async (t) => {
  const { here, mika, ren, film } = await disputeFixtures(t)
  const reply = await ren.call(purchaseSerial, film.order(3, 0))
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  await releaseUnasked(here, reply, ren)
  await controlProvider(here, { do: 'resume' })
  await waitUntil(
    () => stateOf(here, reply),
    ({ status }) => status === 'refunded',
  )

  await closeDispute(here, await openDispute(here, await paymentIntentOf(here, reply)), 'lose')

  equal(await platformAccount(here, 'fees'), -PRICE - FEE)
  deepEqual([await mika.balance(), await ren.balance(), await debtOf(ren)], [0, 0, 0])
  deepEqual(await cardDifferences(here), [])
})

/** Opens a test app with a late payment whose refund left, and whose job was killed before it was booked. */
async function refundNotBooked(t: TestContext) {
  const fixtures = await disputeFixtures(t)
  const { here, ren, film } = fixtures
  t.after(() => armFailpoint(undefined, () => {}))
  const killed = Promise.withResolvers<void>()
  armFailpoint('purchase.refunding', () => {
    killed.resolve()
    throw new Error('killed after the provider’s answer')
  })
  const reply = await ren.call(purchaseSerial, film.order(3, 0))
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  await releaseUnasked(here, reply, ren)
  await controlProvider(here, { do: 'resume' })
  await killed.promise
  equal((await stateOf(here, reply)).status, 'refunding')
  return { ...fixtures, reply }
}

/** Asserts that a refund and a lost dispute of one payment are booked, and that the platform paid for both. */
async function assertRefundAndLoss({
  here,
  mika,
  ren,
  reply,
}: Awaited<ReturnType<typeof refundNotBooked>>) {
  equal((await stateOf(here, reply)).status, 'refunded')
  equal(await platformAccount(here, 'card'), PRICE + FEE)
  equal(await platformAccount(here, 'fees'), -PRICE - FEE)
  deepEqual([await mika.balance(), await ren.balance(), await debtOf(ren)], [0, 0, 0])
  deepEqual(await cardDifferences(here), [])
}

test('a refund that left before its dispute was lost is booked besides it, though its job was killed', async (t) => {
  const fixtures = await refundNotBooked(t)
  const { here, reply } = fixtures

  await closeDispute(here, await openDispute(here, await paymentIntentOf(here, reply)), 'lose')

  armFailpoint(undefined, () => {})
  await assertRefundAndLoss(fixtures)
})

test('a dispute waits while the bank has a refund of its payment pending', async (t) => {
  const fixtures = await refundNotBooked(t)
  const { here, reply } = fixtures
  const { card } = here.integrations
  const { findRefund } = card
  card.findRefund = async (paid) => {
    const made = await findRefund(paid)
    return made && { ...made, state: 'pending' }
  }
  await controlProvider(here, { do: 'pause' })
  const dispute = await openDispute(here, await paymentIntentOf(here, reply))
  await controlProvider(here, { do: 'lose', dispute })

  await followDispute(here.app.jobCtx('test'), { dispute_id: dispute })

  deepEqual(await here.app.db.selectFrom('dispute').select('id').execute(), [])
  equal((await stateOf(here, reply)).status, 'refunding')

  card.findRefund = findRefund
  armFailpoint(undefined, () => {})
  await here.run('dispute.look_for_disputes')
  await waitForDispute(here, dispute, 'lost')
  await assertRefundAndLoss(fixtures)
})

test('ten jobs at once process a lost dispute only once', async (t) => {
  const { here, mika, film, intent } = await soldByCard(t)
  await controlProvider(here, { do: 'pause' })
  const dispute_id = await openDispute(here, intent)
  await controlProvider(here, { do: 'lose', dispute: dispute_id })
  const job = () =>
    followDispute(here.app.jobCtx('test'), { dispute_id }).then(
      () => undefined,
      (error: Error) => ({ error: { code: error.message } }),
    )
  deepEqual(countOutcomes(await Promise.all(tenTimes(job))), { done: 10 })
  deepEqual(await ownerAndState(here, film, 3), ['Mika', 'free'])
  deepEqual([await mika.balance(), await debtOf(mika)], [0, 0])
  equal(await platformAccount(here, 'card'), FEE)
})

test('a dispute without webhooks is found, opened and followed to its decision', async (t) => {
  const { here, film, intent } = await soldByCard(t)
  await controlProvider(here, { do: 'pause' })
  const dispute = await openDispute(here, intent)
  await here.run('dispute.look_for_disputes')
  await waitForDispute(here, dispute, 'open')
  deepEqual(await ownerAndState(here, film, 3), ['Ren', 'frozen'])
  await travelTo(here, new Date(here.clock.now.getTime() + 60 * 86_400_000))
  await controlProvider(here, { do: 'lose', dispute })
  await here.run('dispute.look_for_disputes')
  await waitForDispute(here, dispute, 'lost')
  deepEqual(await ownerAndState(here, film, 3), ['Mika', 'free'])
})

test('a loss missing from the books is a difference until it is posted', async (t) => {
  const { here, intent } = await soldByCard(t)
  await controlProvider(here, { do: 'pause' })
  const dispute = await openDispute(here, intent)
  await controlProvider(here, { do: 'lose', dispute })
  const [found] = await cardDifferences(here)
  equal(found?.sentence, 'every yen that a dispute took was posted, and the other way round')
  equal(found.rows[0]!.taken, PRICE + FEE)
  await waitForDispute(here, dispute, 'lost')
  deepEqual(await cardDifferences(here), [])
})
