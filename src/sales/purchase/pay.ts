import { addSeconds } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { fail } from '#core/errors.ts'
import { transitionAll } from '#core/database/events.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Ctx } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import { lockBalances, post, type Transfer } from '#src/ledger/ledger.ts'
import type { Checkout } from '#src/integrations/card.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { copiesOf, isOurs, lockPeople, orderOf } from './offers.ts'
import { purchaseTransitions } from './purchase.shared.ts'
import { lookAtRefund, refundPurchase } from './refund.ts'
import type { Settling } from '#src/sales/deal/deal.ts'
import { settle } from './settle.ts'

export const lookAtCheckout = job<{ checkout_id: string }>('purchase.look_at_checkout')
export const lookAtDispute = job<{ dispute_id: string }>('purchase.look_at_dispute')
export const forgetEvents = job<object>('purchase.forget_events')

const EVENTS_KEPT_DAYS = 30

/**
 * Receives the provider's webhook: verifies the signature of the raw body, stores the event once by its
 * id and replies. A job then reads the checkout as it is by then, so order and repeats do not matter.
 */
export async function receiveWebhook(ctx: Ctx) {
  const body = await ctx.request!.text()
  const signature = ctx.request!.headers.get('stripe-signature') ?? ''
  const event = ctx.integrations.card.readWebhook(body, signature) ?? fail('forbidden')
  failpoint('webhook.read')
  const { id, type, checkout_id = null, payment_intent = null, dispute_id, refund_id } = event
  await inTx(ctx, async (tx) => {
    const stored = await tx
      .insertInto('card_event')
      .values({ id, type, checkout_id, payment_intent, received_at: ctx.now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored && checkout_id) await enqueue(tx, lookAtCheckout, { checkout_id })
    if (stored && dispute_id) await enqueue(tx, lookAtDispute, { dispute_id })
    if (stored && refund_id) await enqueue(tx, lookAtRefund, { refund_id })
  })
  failpoint('webhook.stored')
  return { received: true }
}

/** Deletes events of the card provider, which repeats them for some days. */
export async function deleteOldEvents({ db, now }: Ctx) {
  const before = addSeconds(now, -EVENTS_KEPT_DAYS * DAY_SECONDS).toISOString()
  await db.deleteFrom('card_event').where('received_at', '<', before).execute()
}

/** Reads a checkout; settles or refunds its order if it is paid. */
export async function lookAt(ctx: Ctx, { checkout_id }: { checkout_id: string }) {
  await takeIn(ctx, await ctx.integrations.card.getCheckout(checkout_id))
}

/** Settles or refunds the order of a checkout. Returns true if it is paid and ours. */
export async function takeIn(ctx: Ctx, checkout: Checkout): Promise<boolean> {
  if (!checkout.paid) return false
  if (!isOurs(checkout)) {
    log('warn', 'a checkout that is not ours', { subject: checkout.id })
    return false
  }
  await payFor(ctx, checkout)
  return true
}

/**
 * Books a paid checkout. An order that is still held is settled; one that was released is refunded; any
 * other stays as it is. All copies of an order take each step together.
 */
export async function payFor(ctx: Ctx, checkout: Checkout) {
  await inTx(ctx, async (tx) => {
    const before = await fitting(tx, checkout)
    await lockPeople(tx, [before[0]!.buyer])
    const at = await lockSerials(tx, copiesOf(before), ctx.time)
    const order = await fitting(tx, checkout) // read again under the locks
    const set = { payment_intent: checkout.payment_intent, checkout_id: checkout.id }
    const ids = order.map(({ id }) => id)
    const step = { action: 'pay', by: 'card', at, set } as const
    if ((await transitionAll(tx, purchaseTransitions, ids, step)).length === 0) return
    const people = order.flatMap(({ buyer, seller, creator }) => [buyer, seller, creator])
    const ledger = await lockBalances(tx, people)
    if (order[0]!.status === 'reserved') {
      const settled_at = at.toISOString()
      await tx.updateTable('purchase').set({ settled_at }).where('id', 'in', ids).execute()
      await settle(tx, order, ledger, at)
    } else {
      await post(tx, ledger, order.map(captured), at)
      const { order_id: id } = order[0]!
      await enqueue(tx, refundPurchase, { id }, { key: `refund ${id}` })
    }
    failpoint('purchase.settling')
  })
  failpoint('purchase.paid')
}

/** Returns the order that a checkout pays for. Fails if the amount or currency differs. */
async function fitting(tx: Tx, { id, reference, amount, currency }: Checkout) {
  const order = await orderOf(tx, reference ?? '')
  const asked = order.reduce((sum, { card_amount }) => sum + card_amount, 0)
  if (order.length > 0 && currency === 'jpy' && amount === asked) return order
  log('error', 'a payment that fits no purchase', { subject: id })
  return fail('bug')
}

const captured = ({ id, buyer, card_amount }: Settling): Transfer => ({
  debit: { kind: 'card' },
  credit: { account_id: buyer, kind: 'hold' },
  amount: card_amount,
  reason: 'card',
  subject_id: id,
})
