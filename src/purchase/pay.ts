import { z } from 'zod'
import { inTx, type Tx } from '#core/db.ts'
import { fail } from '#core/errors.ts'
import { move } from '#core/events.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Ctx } from '#core/http.ts'
import { job, later } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import { lockBalances, post, type Transfer } from '../ledger/ledger.ts'
import type { Checkout } from '../outside/card.ts'
import { lockSerials } from '../serial/give.ts'
import { lockBuyers } from './offers.ts'
import { purchaseMoves } from './purchase.shape.ts'
import { settle, type Settling } from './settle.ts'

export const lookAtCheckout = job<{ checkout_id: string }>('purchase.look_at_checkout')
export const refundPurchase = job<{ id: string }>('purchase.refund')
export const sweepOwed = job<object>('purchase.sweep_owed')

/**
 * The provider's webhook: signed on the raw body, stored once by its id, answered at once. A job
 * then looks at the checkout as it is by then, so neither order nor repetition matters.
 */
export async function receiveWebhook(ctx: Ctx) {
  const body = await ctx.request!.text()
  const signature = ctx.request!.headers.get('stripe-signature') ?? ''
  const event = ctx.outside.card.readWebhook(body, signature) ?? fail('forbidden')
  failpoint('webhook.read')
  const { id, type, checkout_id = null, payment_intent = null } = event
  await inTx(ctx, async (tx) => {
    const stored = await tx
      .insertInto('card_event')
      .values({ id, type, checkout_id, payment_intent, received_at: ctx.now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored && checkout_id) await later(tx, lookAtCheckout, { checkout_id })
  })
  failpoint('webhook.stored')
  return { received: true }
}

/** Does what the checkout asks for as it stands now: a paid one settles, or is refunded. */
export async function lookAt(ctx: Ctx, { checkout_id }: { checkout_id: string }) {
  const checkout = await ctx.outside.card.getCheckout(checkout_id)
  if (checkout.paid && isOurs(checkout)) await payFor(ctx, checkout)
}

/** The provider's account may serve others too: a checkout that names no purchase is not ours. */
function isOurs({ id, reference }: Checkout): boolean {
  const ours = z.uuid().safeParse(reference).success
  if (!ours) log('warn', 'a checkout that is not ours', { subject: id })
  return ours
}

/**
 * A checkout is paid. A purchase still held is settled; one that was let go meanwhile gets its
 * money back; one that was dealt with before stays as it is.
 */
export async function payFor(ctx: Ctx, checkout: Checkout) {
  await inTx(ctx, async (tx) => {
    const before = await fitting(tx, checkout)
    await lockBuyers(tx, [before.buyer])
    await lockSerials(tx, [before.asset_token_id])
    const purchase = await fitting(tx, checkout) // as it is under the copy's lock
    const paid = { payment_intent: checkout.payment_intent, checkout_id: checkout.id }
    const card = { by: 'card', at: ctx.now } as const
    if (!(await move(tx, 'purchase', purchaseMoves, purchase.id, 'pay', card, paid))) return
    const ledger = await lockBalances(tx, [purchase.buyer, purchase.seller, purchase.creator])
    if (purchase.status === 'reserved') {
      const settled_at = ctx.now.toISOString()
      await tx.updateTable('purchase').set({ settled_at }).where('id', '=', purchase.id).execute()
      await settle(tx, [purchase], ledger, ctx.now)
    } else {
      await post(tx, ledger, [captured(purchase)], ctx.now)
      await later(tx, refundPurchase, { id: purchase.id }, { key: `refund ${purchase.id}` })
    }
    failpoint('purchase.settling')
  })
  failpoint('purchase.paid')
}

/** Sends back what was paid too late; asking twice refunds once. */
export async function refund(ctx: Ctx, { id }: { id: string }) {
  const purchase = await ctx.db
    .selectFrom('purchase')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (purchase.status !== 'refunding') return
  const { card, paymentIntent } = {
    card: ctx.outside.card,
    paymentIntent: purchase.payment_intent!,
  }
  const refunded = await card.refund({ reference: id, paymentIntent })
  if (refunded.status !== 'succeeded')
    throw new Error(`refund ${refunded.id} is ${refunded.status}`)
  failpoint('purchase.refunding')
  await inTx(ctx, async (tx) => {
    const mover = { by: 'card', at: ctx.now } as const
    const also = { refund_id: refunded.id }
    if (!(await move(tx, 'purchase', purchaseMoves, id, 'refund', mover, also))) return
    const ledger = await lockBalances(tx, [purchase.buyer])
    await post(tx, ledger, [returned(purchase)], ctx.now)
  })
  failpoint('purchase.refunded')
}

/** Asks again for every refund that is still owed, however its job ended. */
export async function sweepRefunds({ db }: Ctx) {
  const owed = await db
    .selectFrom('purchase')
    .select('id')
    .where('status', '=', 'refunding')
    .execute()
  for (const { id } of owed) await later(db, refundPurchase, { id }, { key: `refund ${id}` })
}

async function fitting(tx: Tx, { id, reference, amount, currency }: Checkout) {
  const purchase = await tx
    .selectFrom('purchase')
    .selectAll()
    .where('id', '=', reference ?? '')
    .executeTakeFirst()
  if (purchase && currency === 'jpy' && amount === purchase.card_amount) return purchase
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
const returned = ({ id, buyer, card_amount }: Settling): Transfer => ({
  debit: { account_id: buyer, kind: 'hold' },
  credit: { kind: 'card' },
  amount: card_amount,
  reason: 'refund',
  subject_id: id,
})
