import { addSeconds } from '#core/clock.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { transitionAll, type StepOf } from '#core/database/events.ts'
import { failpoint } from '#core/failpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import { earlierReply, once } from '#core/http/idempotency.ts'
import { lockBalances, post } from '#src/ledger/ledger.ts'
import type { Checkout } from '#src/integrations/card.ts'
import { releaseGifts } from '#src/catalog/gift/gift.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { lockedCopiesOf, orderOf } from './offers.ts'
import { byDeal } from '#src/sales/deal/deals.ts'
import { delistBatches } from '#src/sales/listing/delist.ts'
import { payFor } from './pay.ts'
import { type cancelPurchase, purchaseTransitions } from './purchase.shared.ts'
import { releaseTransfers } from './settle.ts'

export const closeCheckout = job<{ checkout_id: string }>('purchase.close_checkout')
export const expireHolds = job<object>('purchase.expire_holds')

const GRACE_SECONDS = 600 // how long a hold outlasts its end while the provider does not answer
const AT_ONCE = 20

type Release = Undated<StepOf<typeof purchaseTransitions, 'cancel' | 'abandon' | 'expire'>>
type Undated<Step> = Step extends unknown ? Omit<Step, 'at'> : never

/**
 * Releases an order if it may still take `step`: frees its copies, returns the held balance and enqueues
 * the closing of its checkout. Returns false if the order has moved on.
 */
export async function release(
  tx: Tx,
  id: string,
  step: Release,
  time: () => Date,
): Promise<boolean> {
  const order = await orderOf(tx, id)
  const at = await lockSerials(tx, await lockedCopiesOf(tx, order), time)
  const ids = order.map((purchase) => purchase.id)
  const released_ids = await transitionAll(tx, purchaseTransitions, ids, { ...step, at })
  if (released_ids.length === 0) return false
  const released = await orderOf(tx, id)
  const { checkout_id, buyer } = released[0]!
  if (checkout_id) await enqueue(tx, closeCheckout, { checkout_id })
  await releaseGifts(tx, released_ids, at)
  const ledger = await lockBalances(tx, [buyer])
  for (const [kind, some] of byDeal(released)) {
    await kind.release?.(tx, some, at)
    if (kind.is_of_batch) await delistBatches(tx, some, at)
  }
  await post(tx, ledger, released.flatMap(releaseTransfers), at)
  return true
}

/**
 * Cancels the caller's order of a copy: the one that they name, or the newest. An order that the provider
 * knows as paid is settled instead: `purchase_closed`. If it does not answer, a payment that still
 * arrives is refunded.
 */
export async function cancel(ctx: Ctx, body: BodyOf<typeof cancelPurchase>) {
  const { account_id } = currentPerson(ctx)
  const asked = await purchaseToCancel(ctx.db, account_id, body)
  if (asked) await bookUnlessAnswered(ctx, body, asked.order_id)
  const reply = await once(ctx, body, async (tx) => {
    const found = (await purchaseToCancel(tx, account_id, body)) ?? fail('not_found')
    const buyer = { by: 'buyer', account: account_id } as const
    await release(tx, found.order_id, { action: 'cancel', ...buyer }, ctx.time)
    const order = await orderOf(tx, found.order_id)
    const { id, status } = order.find((one) => one.id === found.id)!
    if (status === 'settled' || status === 'reserved') fail('purchase_closed')
    return { purchase_id: id, status, order_copies: order.length }
  })
  failpoint('purchase.canceled')
  return reply
}

/** Returns a person's newest purchase of a copy, or that of the order which the purchase names. */
const purchaseToCancel = (
  db: Db | Tx,
  buyer: string,
  { kid, serial_number, purchase_id }: BodyOf<typeof cancelPurchase>,
) =>
  db
    .selectFrom('purchase')
    .select(['id', 'order_id'])
    .where('buyer', '=', buyer)
    .where('kid', '=', kid)
    .where('number', '=', serial_number)
    .$if(purchase_id !== undefined, (query) =>
      query.where('order_id', 'in', (of) =>
        of
          .selectFrom('purchase as named')
          .select('named.order_id')
          .where('named.id', '=', purchase_id!),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Books the payment of an order as `bookPaymentOf` does, unless the request is a repeat that was
 * answered: `order_id` may then be a later order. The caller has read it before, so a repeat that finds
 * a later order finds the reply, too.
 */
export async function bookUnlessAnswered(ctx: Ctx, body: unknown, order_id: string) {
  if (!(await earlierReply(ctx, body))) await bookPaymentOf(ctx, order_id)
}

/**
 * Closes the checkout of an unpaid order before its buyer cancels, and books the payment if there is
 * one: its webhook may be late.
 */
async function bookPaymentOf(ctx: Ctx, order_id: string) {
  const { checkout_id, status } = (await orderOf(ctx.db, order_id))[0]!
  if (!checkout_id || status !== 'reserved') return
  const { card } = ctx.integrations
  const ask = () => card.expireCheckout(checkout_id)
  const checkout = await lastWord(checkout_id, () => card.circuit.run(ctx.now, ask))
  if (checkout?.paid) await payFor(ctx, checkout)
}

/** Closes the checkout of an ended order, so that nobody can pay for a copy they will not get. */
export async function close(ctx: Ctx, { checkout_id }: { checkout_id: string }) {
  const checkout = await ctx.integrations.card.expireCheckout(checkout_id)
  if (checkout.paid) await payFor(ctx, checkout)
}

/**
 * Ends holds whose time is over. Closes the checkout first, so that a payment of the last second still
 * counts. A provider that does not answer delays the end by at most ten minutes.
 */
export async function expire(ctx: Ctx) {
  for (let isGoingOn = true; isGoingOn && !ctx.signal?.aborted;) {
    const due = await dueHolds(ctx)
    const ended = await Promise.all(due.map((hold) => endHold(ctx, hold)))
    isGoingOn = due.length === AT_ONCE && ended.includes(true)
  }
}

/** Reads the holds that are due, the earliest first, as many as are ended at once. */
const dueHolds = ({ db, now }: Ctx) =>
  db
    .selectFrom('purchase')
    .select(['order_id as id', 'checkout_id', 'held_until'])
    .where('status', '=', 'reserved')
    .whereRef('order_id', '=', 'id')
    .where('held_until', '<=', now.toISOString())
    .orderBy('held_until')
    .limit(AT_ONCE)
    .execute()

type Hold = { id: string; checkout_id: string | null; held_until: string }

/** Ends one hold. Returns false if it has to be tried again. */
async function endHold(ctx: Ctx, { id, checkout_id, held_until }: Hold): Promise<boolean> {
  try {
    const { card } = ctx.integrations
    const checkout = checkout_id
      ? await lastWord(checkout_id, () => card.expireCheckout(checkout_id))
      : undefined
    const silent = checkout_id !== null && !checkout
    const overdue = addSeconds(new Date(held_until), GRACE_SECONDS) <= ctx.now
    if (checkout?.paid) await payFor(ctx, checkout)
    else if (!silent || overdue)
      await inTx(ctx, (tx) => release(tx, id, { action: 'expire', by: 'clock' }, ctx.time))
    else return false
    return true
  } catch (error) {
    log('error', 'a hold could not be ended', { subject: id, error }) // the other holds still end
    return false
  }
}

/** Returns the checkout that `ask` has closed or found paid; undefined if the provider does not answer. */
async function lastWord(checkout_id: string, ask: () => Promise<Checkout>) {
  try {
    return await ask()
  } catch (error) {
    log('warn', 'card provider does not close a checkout', { subject: checkout_id, error })
    return undefined
  }
}
