import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { controlProvider, payAt, stateOf, releaseUnasked } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import {
  cardDifferences,
  platformAccount,
  paymentIntentOf,
  PRICE,
  disputeFixtures,
} from '../../../test/disputes.ts'
import {
  countOutcomes,
  testApp,
  waitUntil,
  tenTimes,
  travelTo,
  type TestApp,
} from '../../../test/test-app.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { newestCheck, payoutsAreHeld } from '#src/finance/reconciliation/checks.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { CardDown } from '#src/integrations/card.ts'
import { getPurchase, purchaseSerial } from './purchase.shared.ts'
import { bookRefund, bounce } from './refund.ts'
import { listFailedRefunds } from './refund.shared.ts'

const OPERATOR = 'operator@example.test'

/** Makes an order of two copies that Ren cancels and then pays for; refunds it unless `waits`. */
async function late(t: TestContext, { waits = false } = {}) {
  const { here, ren, film } = await disputeFixtures(t)
  const value = JSON.stringify({ operator: { email: OPERATOR } })
  await here.app.db.insertInto('setting').values({ value, reason: 'test' }).execute()
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { card } = here.integrations
  const { refund } = card
  if (waits) card.refund = () => Promise.reject(new CardDown('silent'))
  const reply = await ren.call(purchaseSerial, film.order(3, 0))
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  await releaseUnasked(here, reply, ren)
  await controlProvider(here, { do: 'resume' })
  const becomes = (status: string) =>
    waitUntil(
      () => stateOf(here, reply),
      (seen) => seen.status === status,
    )
  equal((await becomes(waits ? 'refunding' : 'refunded')).status, waits ? 'refunding' : 'refunded')
  const failed = async () =>
    (await sora.call(listFailedRefunds, {})).items.map(({ order_id, amount }) => [order_id, amount])
  const owed = async () => (await ren.call(getBalance, {})).reserved_for_purchase
  const intent = await paymentIntentOf(here, reply)
  const isFailed = async () =>
    (await ren.call(getPurchase, { id: reply.purchase_id })).refund_failed_at !== null
  return { here, reply, intent, refund, becomes, failed, owed, isFailed }
}

/** Returns what the hourly check reports to the operator, and whether payouts are held. */
async function told(here: TestApp) {
  await travelTo(here, new Date(here.clock.now.getTime() + 3_600_000))
  await here.run('books.check')
  const check = await newestCheck(here.app.db, 'self')
  return [check!.differences.map(({ rows }) => rows), await payoutsAreHeld(here.app.db)]
}

test('RT-26 a refund that the bank refused is owed again, reported once, and ends when made by hand', async (t) => {
  const { here, reply, intent, becomes, failed, owed, isFailed } = await late(t)
  deepEqual([await owed(), await platformAccount(here, 'card'), await failed()], [0, 0, []])
  equal(await isFailed(), false)

  await controlProvider(here, { do: 'fail_refund', payment_intent: intent })

  equal((await becomes('refunding')).status, 'refunding')
  deepEqual([await owed(), await platformAccount(here, 'card')], [PRICE, -PRICE])
  equal(await isFailed(), true)
  const id = reply.purchase_id
  deepEqual(await failed(), [[id, PRICE]])
  const [[[row]], held] = (await told(here)) as [[[object]], boolean]
  const { refund, ...rest } = row as { refund: string }
  match(refund, /^re_/)
  deepEqual([rest, held], [{ subject_id: id, amount: PRICE }, false])
  await told(here)
  await here.run('purchase.sweep_owed')
  await here.run('purchase.sweep_owed')
  const mails = await waitUntil(
    () => here.inbox(OPERATOR),
    ({ length }) => length > 0,
  )
  deepEqual(
    mails.map(({ subject }) => subject),
    ['Renban: A refund failed / 返金が完了しませんでした'],
  )
  equal((await becomes('refunding')).status, 'refunding')
  deepEqual(await cardDifferences(here), [])

  await controlProvider(here, { do: 'refund', payment_intent: intent })
  await here.run('purchase.sweep_owed')

  equal((await becomes('refunded')).status, 'refunded')
  equal(await isFailed(), false)
  deepEqual([await owed(), await platformAccount(here, 'card'), await failed()], [0, 0, []])
  deepEqual(await told(here), [[], false])
  deepEqual(await cardDifferences(here), [])
})

test('a refund that failed days after it was booked is found without its webhook', async (t) => {
  const { here, intent, becomes, failed, owed } = await late(t)
  await travelTo(here, addSeconds(here.clock.now, 10 * DAY_SECONDS))
  await here.run('purchase.look_for_failed_refunds')
  deepEqual([await owed(), await failed()], [0, []])
  await controlProvider(here, { do: 'pause' })
  await controlProvider(here, { do: 'fail_refund', payment_intent: intent })
  await here.run('purchase.look_for_failed_refunds')
  equal((await becomes('refunding')).status, 'refunding')
  deepEqual([await owed(), (await failed()).length], [PRICE, 1])
  await controlProvider(here, { do: 'resume' })
  deepEqual(await cardDifferences(here), [])
})

test('a refund that failed before it was booked is not repeated, and is listed for the operator', async (t) => {
  const { here, reply, intent, refund, becomes, failed, owed } = await late(t, { waits: true })
  await controlProvider(here, { do: 'pause' })
  await refund({ reference: reply.purchase_id, paymentIntent: intent })
  await controlProvider(here, { do: 'fail_refund', payment_intent: intent })
  here.integrations.card.refund = refund

  await here.run('purchase.sweep_owed')

  deepEqual(await waitUntil(failed, ({ length }) => length > 0), [[reply.purchase_id, PRICE]])
  equal(await owed(), PRICE)
  await controlProvider(here, { do: 'resume' })
  await controlProvider(here, { do: 'refund', payment_intent: intent })
  await here.run('purchase.sweep_owed')
  equal((await becomes('refunded')).status, 'refunded')
  equal(await owed(), 0)
  deepEqual(await cardDifferences(here), [])
})

test('a late report of a failed refund does not undo the refund that replaced it', async (t) => {
  const { here, reply, intent, refund, becomes, failed, owed } = await late(t, { waits: true })
  await controlProvider(here, { do: 'pause' })
  const { id: refund_id } = await refund({ reference: reply.purchase_id, paymentIntent: intent })
  await controlProvider(here, { do: 'fail_refund', payment_intent: intent })
  here.integrations.card.refund = refund
  await here.run('purchase.sweep_owed')
  equal((await waitUntil(failed, ({ length }) => length > 0)).length, 1)
  const ctx = here.app.jobCtx('test')

  await whileLocked(here.app.db, {
    lock: sql`select from purchase where order_id = ${reply.purchase_id} for no key update`,
    action: () => bounce(ctx, { refund_id }),
    change: (tx) => bookRefund(tx, reply.purchase_id, 're_by_hand', ctx.time),
  })

  equal((await becomes('refunded')).status, 'refunded')
  equal(await owed(), 0)
})

test('ten events at once about a failed refund make it owed once', async (t) => {
  const { here, intent, failed, owed } = await late(t)
  await controlProvider(here, { do: 'pause' })
  const failure = await controlProvider(here, { do: 'fail_refund', payment_intent: intent })
  const { id: refund_id } = failure as unknown as { id: string }
  const job = () =>
    bounce(here.app.jobCtx('test'), { refund_id }).then(
      () => undefined,
      (error: Error) => ({ error: { code: error.message } }),
    )
  deepEqual(countOutcomes(await Promise.all(tenTimes(job))), { done: 10 })
  deepEqual([await owed(), (await failed()).length], [PRICE, 1])
})

test('a failed refund of a payment that is not ours is left alone', async (t) => {
  const here = await testApp(t)
  const { card } = here.integrations
  const checkout = await card.createCheckout({
    reference: 'invoice 7',
    amount: 900,
    title: 'Of another program',
    email: 'kai@example.test',
    lang: 'en',
    successUrl: here.url,
    cancelUrl: here.url,
    expiresAt: addSeconds(here.clock.now, DAY_SECONDS),
    note: 'Pay here.',
    metadata: {},
  })
  await payAt(checkout.url, CARDS.pays)
  const { payment_intent } = await card.getCheckout(checkout.id)
  await controlProvider(here, { do: 'pause' })
  await controlProvider(here, { do: 'refund', payment_intent: payment_intent! })
  const failure = await controlProvider(here, {
    do: 'fail_refund',
    payment_intent: payment_intent!,
  })
  const { id: refund_id } = failure as unknown as { id: string }
  equal((await card.getRefund(refund_id)).state, 'failed')
  await bounce(here.app.jobCtx('test'), { refund_id })
})
