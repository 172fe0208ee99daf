import { addSeconds } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { transitionAll, type StepOf } from '#core/database/events.ts'
import { failpoint } from '#core/failpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import { once } from '#core/http/idempotency.ts'
import { lockBalances, post } from '#src/ledger/ledger.ts'
import type { Checkout } from '#src/integrations/card.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { copiesOf, orderOf } from './offers.ts'
import { payFor } from './pay.ts'
import { type cancelPurchase, purchaseTransitions } from './purchase.shared.ts'
import { releaseTransfers } from './settle.ts'

export const closeCheckout = job<{ checkout_id: string }>('purchase.close_checkout')
export const expireHolds = job<object>('purchase.expire_holds')

const GRACE_SECONDS = 600 // how long a hold waits for a provider that does not answer
const AT_ONCE = 20

type Release = StepOf<typeof purchaseTransitions, 'cancel' | 'abandon' | 'expire'>

/**
 * Lets the held copies of an order go, gives the held balance back and has the page closed, if the
 * order may still take that step.
 */
export async function release(tx: Tx, id: string, step: Release): Promise<boolean> {
  const order = await orderOf(tx, id)
  await lockSerials(tx, copiesOf(order))
  const ids = order.map((purchase) => purchase.id)
  if ((await transitionAll(tx, purchaseTransitions, ids, step)).length === 0) return false
  const released = await orderOf(tx, id)
  const { checkout_id, buyer } = released[0]!
  if (checkout_id) await enqueue(tx, closeCheckout, { checkout_id })
  const ledger = await lockBalances(tx, [buyer])
  await post(tx, ledger, released.flatMap(releaseTransfers), step.at)
  return true
}

/** The buyer turns back: the whole order is let go. A payment that comes all the same is refunded. */
export async function cancel(ctx: Ctx, body: BodyOf<typeof cancelPurchase>) {
  const { account_id } = currentPerson(ctx)
  const reply = await once(ctx, body, async (tx) => {
    const newest = await tx
      .selectFrom('purchase')
      .select(['id', 'order_id'])
      .where('buyer', '=', account_id)
      .where('kid', '=', body.kid)
      .where('number', '=', body.serial_number)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!newest) fail('not_found')
    const buyer = { by: 'buyer', account: account_id, at: ctx.now } as const
    await release(tx, newest.order_id, { action: 'cancel', ...buyer })
    const order = await orderOf(tx, newest.order_id)
    const { id, status } = order.find((one) => one.id === newest.id)!
    if (status === 'settled' || status === 'reserved') fail('purchase_closed')
    return { purchase_id: id, status, order_copies: order.length }
  })
  failpoint('purchase.canceled')
  return reply
}

/** Closes the provider's page of a purchase that is over, so that nobody pays for nothing. */
export async function close(ctx: Ctx, { checkout_id }: { checkout_id: string }) {
  const checkout = await ctx.integrations.card.expireCheckout(checkout_id)
  if (checkout.paid) await payFor(ctx, checkout)
}

/**
 * Ends holds whose time is over. The provider's page is closed first, so that a payment made in the
 * last second still counts; a provider that stays silent delays the end by ten minutes at most.
 */
export async function expire(ctx: Ctx) {
  for (let isGoingOn = true; isGoingOn && !ctx.signal?.aborted;) {
    const due = await dueHolds(ctx)
    const ended = await Promise.all(due.map((hold) => endHold(ctx, hold)))
    isGoingOn = due.length === AT_ONCE && ended.includes(true)
  }
}

/** The holds that should have ended first; as many of them as are ended at once. */
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

/** Whether it has ended; one that has not is tried again the next time. */
async function endHold(ctx: Ctx, { id, checkout_id, held_until }: Hold): Promise<boolean> {
  try {
    const checkout = checkout_id ? await lastWord(ctx, checkout_id) : undefined
    const silent = checkout_id !== null && !checkout
    const overdue = addSeconds(new Date(held_until), GRACE_SECONDS) <= ctx.now
    if (checkout?.paid) await payFor(ctx, checkout)
    else if (!silent || overdue)
      await inTx(ctx, (tx) => release(tx, id, { action: 'expire', by: 'clock', at: ctx.now }))
    else return false
    return true
  } catch (error) {
    log('error', 'a hold could not be ended', { subject: id, error }) // the others end all the same
    return false
  }
}

/** The checkout, closed or paid; `undefined` where the provider does not say. */
async function lastWord(ctx: Ctx, checkout_id: string): Promise<Checkout | undefined> {
  try {
    return await ctx.integrations.card.expireCheckout(checkout_id)
  } catch (error) {
    log('warn', 'card provider does not say', { subject: checkout_id, error })
    return undefined
  }
}
