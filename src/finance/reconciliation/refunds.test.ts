import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import {
  controlProvider,
  payAt,
  payUnknownPurchase,
  stateOf,
  releaseUnasked,
} from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { platformAccount } from '../../../test/disputes.ts'
import { createTitle } from '../../../test/titles.ts'
import { waitUntil, type TestApp, testApp } from '../../../test/test-app.ts'
import { lockBalances, post } from '#src/ledger/ledger.ts'
import { CardDown } from '#src/integrations/card.ts'
import { purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { postExternalRefund } from './external-refund.ts'
import { newestCheck, payoutsAreHeld } from './checks.ts'

const OPERATOR = 'operator@example.test'
const PRICE = 2_400

/** Sets up a copy that Ren bought by card. Returns the payment's id at the provider too. */
async function sold(t: TestContext) {
  const here = await testApp(t)
  const value = JSON.stringify({ operator: { email: OPERATOR } })
  await here.app.db.insertInto('setting').values({ value, reason: 'test' }).execute()
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 3, price: PRICE })
  const reply = await ren.call(purchaseSerial, film.order(2, 0))
  await payAt(reply.url, CARDS.pays)
  await waitUntil(
    () => stateOf(here, reply),
    (state) => state.sold,
  )
  const { payment_intent } = await here.integrations.card.getCheckout(reply.id)
  return { here, film, ren, subject_id: reply.purchase_id, payment_intent: payment_intent! }
}

/** Compares `hours` later. Returns whether payouts are held, and the differing rows. */
async function compared(here: TestApp, hours: number) {
  here.clock.now = addSeconds(here.clock.now, hours * 3_600)
  await here.run('books.reconcile')
  const { db } = here.app
  const { differences } = (await newestCheck(db, 'card'))!
  const rows = differences.flatMap((one) => one.rows)
  return { held: await payoutsAreHeld(db), rows }
}

/** Returns the operator's mail and asserts that it is the only one. */
async function onlyMail(here: TestApp) {
  const mails = await waitUntil(
    () => here.inbox(OPERATOR),
    ({ length }) => length > 0,
  )
  equal(mails.length, 1)
  return mails[0]!
}

/** Posts a refund that the platform pays. */
const postRefund = ({ app, clock }: TestApp, subject_id: string, amount: number) =>
  inTx(app, async (tx) => {
    const sides = { debit: { kind: 'fees' }, credit: { kind: 'card' } } as const
    const transfer = { ...sides, amount, reason: 'refund', subject_id } as const
    await post(tx, await lockBalances(tx, []), [transfer], clock.now)
  })

test('a refund made in the provider’s dashboard is found, and payouts wait until it is posted', async (t) => {
  const { here, subject_id, payment_intent } = await sold(t)
  deepEqual(await compared(here, 2), { held: false, rows: [] })
  await controlProvider(here, { do: 'refund', payment_intent, amount: 400 })
  await controlProvider(here, { do: 'refund', payment_intent, amount: 1_000 })

  const found = await compared(here, 26)

  deepEqual(found.rows, [{ subject_id, refunded: 1_400, posted: 0 }])
  match((await onlyMail(here)).subject, /The books do not balance: payouts are paused/)
  equal(found.held, true)
  const postIt = () => postExternalRefund(here.app.db, subject_id, () => here.clock.now)
  deepEqual(new Set(await Promise.all([postIt(), postIt()])), new Set([0, 1_400]))
  equal((await compared(here, 2)).held, false)
})

test('a refund that is posted days after it was made holds payouts no longer', async (t) => {
  const { here, subject_id, payment_intent } = await sold(t)
  await compared(here, 26)
  await compared(here, 26)
  await controlProvider(here, { do: 'refund', payment_intent, amount: 1_400 })
  equal((await compared(here, 26)).held, true)
  await compared(here, 30)
  equal(await postExternalRefund(here.app.db, subject_id, () => here.clock.now), 1_400)
  for (const hours of [1, 25, 25, 25, 25])
    deepEqual(await compared(here, hours), { held: false, rows: [] })
})

test('a refund that the platform bore and the card’s bank returned days later is found and posted back', async (t) => {
  const { here, subject_id, payment_intent } = await sold(t)
  const bear = () => postExternalRefund(here.app.db, subject_id, () => here.clock.now)
  const fees = () => platformAccount(here, 'fees')
  const before = await fees()
  await compared(here, 26)
  await controlProvider(here, { do: 'refund', payment_intent, amount: 400 })
  await controlProvider(here, { do: 'refund', payment_intent, amount: 1_000 })
  equal((await compared(here, 26)).held, true)
  equal(await bear(), 1_400)
  for (const hours of [2, 10 * 24, 25]) equal((await compared(here, hours)).held, false)

  await controlProvider(here, { do: 'fail_refund', payment_intent })

  const found = await compared(here, 25)
  deepEqual(found, { held: true, rows: [{ subject_id, refunded: 400, posted: 1_400 }] })
  deepEqual(new Set(await Promise.all([bear(), bear()])), new Set([0, -1_000]))
  equal(await fees(), before - 400)
  for (const hours of [2, 25, 25]) deepEqual(await compared(here, hours), { held: false, rows: [] })
  await controlProvider(here, { do: 'refund', payment_intent })
  deepEqual((await compared(here, 25)).rows, [{ subject_id, refunded: PRICE, posted: 400 }])
  equal(await bear(), 2_000)
  for (const hours of [2, 25, 25]) deepEqual(await compared(here, hours), { held: false, rows: [] })
})

test('a refund that the platform bore and the card’s bank returned at once is posted back', async (t) => {
  const { here, subject_id, payment_intent } = await sold(t)
  const bear = () => postExternalRefund(here.app.db, subject_id, () => here.clock.now)
  await controlProvider(here, { do: 'refund', payment_intent, amount: 1_400 })
  await compared(here, 26)
  equal(await bear(), 1_400)
  await controlProvider(here, { do: 'fail_refund', payment_intent })
  deepEqual((await compared(here, 2)).rows, [{ subject_id, refunded: 0, posted: 1_400 }])
  equal(await bear(), -1_400)
  equal(await bear(), 0)
  for (const hours of [2, 25, 25]) deepEqual(await compared(here, hours), { held: false, rows: [] })
})

test('a refund of a late payment that failed is owed to its buyer, and cannot be posted back to the platform', async (t) => {
  const { here, film, ren } = await sold(t)
  const reply = await ren.call(purchaseSerial, film.order(3, 0))
  const becomes = (status: string) =>
    waitUntil(
      () => stateOf(here, reply),
      (seen) => seen.status === status,
    )
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  await releaseUnasked(here, reply, ren)
  await controlProvider(here, { do: 'resume' })
  await becomes('refunded')
  const { payment_intent } = await here.integrations.card.getCheckout(reply.id)
  const fees = await platformAccount(here, 'fees')
  const subject_id = reply.purchase_id
  await controlProvider(here, { do: 'pause' })
  await controlProvider(here, { do: 'fail_refund', payment_intent })
  deepEqual((await compared(here, 2)).rows, [{ subject_id, refunded: 0, posted: PRICE }])

  equal(await postExternalRefund(here.app.db, subject_id, () => here.clock.now), 0)

  await controlProvider(here, { do: 'resume' })
  await becomes('refunding')
  equal(await platformAccount(here, 'fees'), fees)
  deepEqual(await compared(here, 2), { held: false, rows: [] })
})

test('a late payment refunded manually at the provider counts as refunded', async (t) => {
  const { here, film, ren } = await sold(t)
  const { card } = here.integrations
  const { refund } = card
  card.refund = () => Promise.reject(new CardDown('silent'))
  const reply = await ren.call(purchaseSerial, film.order(3, 0))
  await controlProvider(here, { do: 'pause' })
  await payAt(reply.url, CARDS.pays)
  await releaseUnasked(here, reply, ren)
  await controlProvider(here, { do: 'resume' })
  const state = (status: string) =>
    waitUntil(
      () => stateOf(here, reply),
      (seen) => seen.status === status,
    )
  equal((await state('refunding')).refunded, 0)
  const { payment_intent } = await card.getCheckout(reply.id)
  await controlProvider(here, { do: 'refund', payment_intent })

  card.refund = refund
  await here.run('purchase.sweep_owed')

  equal((await state('refunded')).refunded, PRICE)
  deepEqual(await compared(here, 26), { held: false, rows: [] })
})

test('a refund that was posted but never made is found', async (t) => {
  const { here, subject_id } = await sold(t)
  await postRefund(here, subject_id, 700)
  const { held, rows } = await compared(here, 2)
  deepEqual({ held, rows }, { held: true, rows: [{ subject_id, refunded: 0, posted: 700 }] })
})

test('a payment without a purchase stops being a difference once the provider refunds it', async (t) => {
  const { here } = await sold(t)
  const { id } = await payUnknownPurchase(here)
  equal((await compared(here, 2)).held, true)

  const { payment_intent } = await here.integrations.card.getCheckout(id)
  await controlProvider(here, { do: 'refund', payment_intent })

  deepEqual((await compared(here, 2)).rows, [])
})

test('a disputed payment is mailed once and does not hold payouts', async (t) => {
  const { here, subject_id, payment_intent } = await sold(t)
  await controlProvider(here, { do: 'dispute', payment_intent })

  const found = await compared(here, 2)

  const [{ dispute, ...row }] = found.rows as [{ dispute: string }]
  match(dispute, /^du_/)
  const expected = { amount: PRICE, reason: 'fraudulent', status: 'needs_response' }
  deepEqual(row, { subject_id, ...expected })
  equal(found.held, false)
  const { subject, text } = await onlyMail(here)
  match(subject, /A card payment is disputed/)
  match(text, /Check failed: no payment by card is disputed/)
  await compared(here, 24)
  equal((await compared(here, 25)).held, false)
  await onlyMail(here)
})
