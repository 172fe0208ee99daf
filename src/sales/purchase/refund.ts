import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { transitionAll } from '#core/database/events.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Ctx } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import { lockBalances, post, type Transfer } from '#src/ledger/ledger.ts'
import { PaymentDisputed } from '#src/integrations/card.ts'
import { isOurs, lockOrder, orderOf } from './offers.ts'
import { purchaseTransitions } from './purchase.shared.ts'
import type { listFailedRefunds } from './refund.shared.ts'
import type { Settling } from '#src/sales/deal/deal.ts'
import { releaseTransfers } from './settle.ts'

export const refundPurchase = job<{ id: string }>('purchase.refund')
export const lookAtRefund = job<{ refund_id: string }>('purchase.look_at_refund')
export const sweepOwed = job<object>('purchase.sweep_owed')
export const lookForFailedRefunds = job<object>('purchase.look_for_failed_refunds')

/** How far back a refund may have been made that a card's bank still returns. */
export const FAILS_WITHIN_SECONDS = 60 * DAY_SECONDS

/**
 * Refunds a late payment once, however often it runs. A disputed payment is left to its dispute
 * (finance/dispute). A refund that the bank refuses stays owed until an operator makes it by hand.
 */
export async function refund(ctx: Ctx, { id }: { id: string }) {
  const [first] = await orderOf(ctx.db, id)
  if (first?.status !== 'refunding') return
  const made = await refundAtProvider(ctx, id, first.payment_intent!)
  if (made?.state === 'failed') return keepFailure(ctx, id, made.id)
  if (made?.state !== 'succeeded') return // the recurring job asks again
  failpoint('purchase.refunding')
  await inTx(ctx, (tx) => bookRefund(tx, id, made.id, ctx.time))
  failpoint('purchase.refunded')
}

/**
 * Books the refund of a disputed payment if it was made before the dispute, and its job was cut off.
 * Returns false while the card's bank has not decided on the refund. No refund can be made meanwhile.
 */
export async function bookEarlierRefund(ctx: Ctx, id: string): Promise<boolean> {
  const [first] = await orderOf(ctx.db, id)
  if (first?.status !== 'refunding') return true
  const paid = { reference: id, paymentIntent: first.payment_intent! }
  const made = await ctx.integrations.card.findRefund(paid)
  if (made?.state === 'succeeded') await inTx(ctx, (tx) => bookRefund(tx, id, made.id, ctx.time))
  return made?.state !== 'pending'
}

/**
 * Step: returns the price of a settled purchase that went to the platform alone: the balance part now,
 * the card part by a job. A repeat finds nothing to do.
 */
export async function giveBack(tx: Tx, id: string, at: Date) {
  const [purchase] = await orderOf(tx, id)
  const { buyer, card_amount } = purchase!
  const action = card_amount > 0 ? 'owe' : 'return'
  const moved = await transitionAll(tx, purchaseTransitions, [id], { action, by: 'platform', at })
  if (moved.length === 0) return
  const ledger = await lockBalances(tx, [buyer])
  await post(tx, ledger, [feeReturned(purchase!), ...releaseTransfers(purchase!)], at)
  if (card_amount > 0) await enqueue(tx, refundPurchase, { id }, { key: `refund ${id}` })
}

const feeReturned = ({ id, buyer, platform_fee }: Settling): Transfer => ({
  debit: { kind: 'fees' },
  credit: { account_id: buyer, kind: 'hold' },
  amount: platform_fee,
  reason: 'fee_return',
  subject_id: id,
})

/** Marks an order as refunded by `refund_id` and posts the money that left, once. */
export async function bookRefund(tx: Tx, order_id: string, refund_id: string, time: () => Date) {
  const order = await lockOrder(tx, order_id)
  const at = time()
  const moved = await endRefund(tx, order, refund_id, at)
  if (moved.length === 0) return
  const ledger = await lockBalances(tx, [order[0]!.buyer])
  await post(tx, ledger, order.map(returned), at)
}

/** Marks purchases as refunded by `refund_id`, and returns the ids of those that were not yet. */
export function endRefund(tx: Tx, order: { id: string }[], refund_id: string, at: Date) {
  const ids = order.map(({ id }) => id)
  const set = { refund_id, refund_failed_at: null }
  return transitionAll(tx, purchaseTransitions, ids, { action: 'refund', by: 'card', at, set })
}

async function refundAtProvider(ctx: Ctx, reference: string, paymentIntent: string) {
  try {
    return await ctx.integrations.card.refund({ reference, paymentIntent })
  } catch (error) {
    if (!(error instanceof PaymentDisputed)) throw error
    return undefined
  }
}

/** Stores a refused refund once, for an operator. The provider would refuse it again. */
async function keepFailure(ctx: Ctx, id: string, refund_id: string) {
  const failure = { refund_id, refund_failed_at: ctx.time().toISOString() }
  const { numUpdatedRows } = await inTx(ctx, (tx) =>
    tx
      .updateTable('purchase')
      .set(failure)
      .where('order_id', '=', id)
      .where('status', '=', 'refunding')
      .where('refund_failed_at', 'is', null)
      .executeTakeFirst(),
  )
  if (numUpdatedRows > 0n) log('error', 'a refund failed', { subject: id, code: refund_id })
}

/**
 * Books a refund that failed days after it had succeeded, for example because the card was closed: the
 * provider has the money again, and it is owed to the buyer as before. If the card's bank took the payment
 * by a dispute meanwhile, the buyer has been paid, and the money is the platform's, which paid the dispute.
 */
export async function bounce(ctx: Ctx, { refund_id }: { refund_id: string }) {
  const { card } = ctx.integrations
  const told = await card.getRefund(refund_id)
  if (told.state !== 'failed' || !told.payment_intent) return
  const paidOn = await card.checkoutPaidBy(told.payment_intent)
  if (!paidOn || !isOurs(paidOn)) return
  await inTx(ctx, async (tx) => {
    const order = await lockOrder(tx, paidOn.reference!) // a later refund may replace this one
    if (order.some(isUnderWay)) throw new Error(`refund ${refund_id} is not posted yet`)
    const ids = order.flatMap((one) => (one.refund_id === refund_id ? one.id : []))
    const at = ctx.time()
    if (await replaceByDispute(tx, order, refund_id)) {
      await post(tx, await lockBalances(tx, []), order.map(returnedToPlatform), at)
      return
    }
    const set = { refund_failed_at: at.toISOString() }
    const step = { action: 'bounce', by: 'card', at, set } as const
    const moved = await transitionAll(tx, purchaseTransitions, ids, step)
    if (moved.length === 0) return
    const { buyer, order_id } = order[0]!
    await post(tx, await lockBalances(tx, [buyer]), order.map(bounced), at)
    log('error', 'a refund failed', { subject: order_id, code: refund_id })
  })
}

/**
 * Enters the dispute that took the whole payment of a refunded order in place of its failed refund. Returns
 * true if there is one, once.
 */
async function replaceByDispute(tx: Tx, order: Settling[], refund_id: string): Promise<boolean> {
  const paid = order.reduce((sum, { card_amount }) => sum + card_amount, 0)
  const dispute = tx
    .selectFrom('dispute')
    .select('id')
    .where('order_id', '=', order[0]!.order_id)
    .where('status', '=', 'lost')
    .where('amount', '=', paid)
    .limit(1)
  const { numUpdatedRows } = await tx
    .updateTable('purchase')
    .set((of) => ({ refund_id: of.cast<string>(dispute, 'text') }))
    .where('order_id', '=', order[0]!.order_id)
    .where('status', '=', 'refunded')
    .where('refund_id', '=', refund_id)
    .where((of) => of.exists(dispute))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Enqueues the booked refunds that failed since, as after a lost webhook: their yen are owed again. */
export async function findFailedRefunds({ db, now, integrations: { card } }: Ctx) {
  const span = { from: addSeconds(now, -FAILS_WITHIN_SECONDS), to: now }
  const failed = await Array.fromAsync(card.listFailedRefunds(span), ({ id }) => id)
  const booked = await db
    .selectFrom('purchase')
    .select('refund_id')
    .where('status', '=', 'refunded')
    .where(sql<boolean>`refund_id = any(${failed}::text[])`)
    .distinct()
    .execute()
  for (const { refund_id } of booked)
    await enqueue(db, lookAtRefund, { refund_id: refund_id! }, { key: `refund ${refund_id}` })
}

/** Returns true if the refund is not booked yet, so that the job runs again later. */
const isUnderWay = (of: { status: string; refund_failed_at: string | null }) =>
  of.status === 'refunding' && of.refund_failed_at === null

/** Enqueues every refund that is still owed, however its last job ended. */
export async function sweepRefunds({ db }: Ctx) {
  const owed = await db
    .selectFrom('purchase')
    .select('order_id as id')
    .where('status', '=', 'refunding')
    .distinct()
    .execute()
  for (const { id } of owed) await enqueue(db, refundPurchase, { id }, { key: `refund ${id}` })
}

type Failed = ReplyOf<typeof listFailedRefunds>['items'][number]

/** Lists the orders whose refund was refused, oldest first. */
export async function listFailed({ db }: Ctx): Promise<{ items: Failed[] }> {
  const { rows: items } = await sql<Failed>`
    select first.id as order_id, first.refund_id, first.refund_failed_at as failed_at,
      buyer.username as buyer_username, buyer.email as buyer_email, asset.title, first.number,
      together.copies, together.amount
    from purchase first join asset using (kid) join account buyer on buyer.id = first.buyer
    cross join lateral (
      select count(*) as copies, sum(card_amount)::bigint as amount
      from purchase other where other.order_id = first.id
    ) together
    where first.id = first.order_id and first.status = 'refunding'
      and first.refund_failed_at is not null
    order by first.refund_failed_at, first.id
  `.execute(db)
  return { items }
}

const returned = ({ id, buyer, card_amount }: Settling): Transfer => ({
  debit: { account_id: buyer, kind: 'hold' },
  credit: { kind: 'card' },
  amount: card_amount,
  reason: 'refund',
  subject_id: id,
})
const returnedToPlatform = ({ id, card_amount }: Settling): Transfer => ({
  debit: { kind: 'card' },
  credit: { kind: 'fees' },
  amount: card_amount,
  reason: 'refund_failed',
  subject_id: id,
})
const bounced = ({ id, buyer, card_amount }: Settling): Transfer => ({
  debit: { kind: 'card' },
  credit: { account_id: buyer, kind: 'hold' },
  amount: card_amount,
  reason: 'refund_failed',
  subject_id: id,
})
