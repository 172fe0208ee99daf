import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { insertWithEvent, transition } from '#core/database/events.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { job, enqueue } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import { lockPayouts } from '#src/finance/payout/payout-money.ts'
import { lockBalances } from '#src/ledger/ledger.ts'
import type { Deal } from '#src/sales/deal/deal.shared.ts'
import { delistCopies } from '#src/sales/listing/delist.ts'
import { type Dispute as CardDispute, stateOf } from '#src/integrations/card.ts'
import {
  copiesOf,
  lockedCopiesOf,
  lockOrder,
  lockPeople,
  orderOf,
} from '#src/sales/purchase/offers.ts'
import { lookAtDispute, takeIn } from '#src/sales/purchase/pay.ts'
import { bookEarlierRefund, refundPurchase } from '#src/sales/purchase/refund.ts'
import { release } from '#src/sales/purchase/release.ts'
import { freezeSerials, lockSerials } from '#src/catalog/serial/transfer.ts'
import { disputeTransitions } from './dispute.shared.ts'
import { type Disputed, heldCopies, loadStandings, peopleOf } from './claims.ts'
import { postPlatformCost, lose, unfreeze } from './lose.ts'
import { tellAll } from './dispute-mail.ts'
import { regain } from './regain.ts'

export const lookForDisputes = job<object>('dispute.look_for_disputes')

const BACK_SECONDS = 7 * DAY_SECONDS // how far back the job searches for disputes without a webhook

/**
 * Brings our record of a dispute to its current state at the card provider. Repeated, late or
 * reordered webhooks give the same result. Records the disputed payment first if its webhook has not
 * arrived, and a refund that left before. Banks can reverse decisions, so a report that was overtaken
 * by another job is discarded and fetched again.
 */
export async function followDispute(ctx: Ctx, { dispute_id }: { dispute_id: string }) {
  for (;;) {
    const before = await storedDispute(ctx.db, dispute_id)
    const reported = await ctx.integrations.card.getDispute(dispute_id)
    if (!reported || stateOf(reported) === 'none') return
    const checkout = await ctx.integrations.card.checkoutPaidBy(reported.payment_intent)
    if (!checkout || !(await takeIn(ctx, checkout))) return
    if (!(await bookEarlierRefund(ctx, checkout.reference!))) return // the recurring job asks again
    const since = { order_id: checkout.reference!, version: before?.version }
    if (await inTx(ctx, (tx) => applyReport(tx, reported, since, ctx.time))) break
  }
  failpoint('dispute.followed')
}

/** Enqueues a job for every open dispute, and for those whose state at the provider differs. */
export async function findDisputes(ctx: Ctx) {
  const span = { from: addSeconds(ctx.now, -BACK_SECONDS), to: addSeconds(ctx.now, 300) }
  const listed = await Array.fromAsync(ctx.integrations.card.listDisputes(span))
  const stored = await ctx.db
    .selectFrom('dispute')
    .select(['provider_id', 'status', 'closed_at'])
    .where((or) =>
      or.or([or('status', '=', 'open'), or('opened_at', '>=', span.from.toISOString())]),
    )
    .execute()
  const statuses = new Map(stored.map((one) => [one.provider_id, one.status]))
  const changed = listed.filter((one) => statuses.get(one.id) !== stateOf(one))
  const undecided = stored.filter(({ status }) => status === 'open')
  const ids = [...changed.map(({ id }) => id), ...undecided.map((one) => one.provider_id)]
  for (const dispute_id of new Set(ids))
    await enqueue(ctx.db, lookAtDispute, { dispute_id }, { key: `dispute ${dispute_id}` })
}

/**
 * Applies the provider's report to the stored dispute. Returns false if the row changed since
 * `version` was read.
 */
async function applyReport(
  tx: Tx,
  reported: CardDispute,
  { order_id, version }: { order_id: string; version: string | undefined },
  time: () => Date,
): Promise<boolean> {
  const { copies, at } = await lockCopies(tx, order_id, time)
  const now = stateOf(reported)
  const before = await storedDispute(tx, reported.id)
  if (before?.version !== version) return false
  const dispute = before ?? (await openDispute(tx, reported, copies, at))
  failpoint('dispute.opened')
  if ((now !== 'won' && now !== 'lost') || dispute.status === now) return true
  const { id, amount, fee } = dispute
  const set = { closed_at: at.toISOString(), amount: reported.amount, fee: reported.fee }
  await transition(tx, disputeTransitions, id, {
    action: now === 'won' ? 'win' : 'lose',
    by: 'card',
    at,
    set,
  })
  await postPlatformCost(tx, copies, { amount: reported.fee - fee, reason: 'dispute_fee' }, at)
  if (now === 'won' && dispute.status === 'lost') {
    const outcome = await regain(tx, { id, amount }, copies, at)
    await tellAll(tx, { id, copies: outcome, status: 'regained', at })
  } else if (now === 'won') {
    await win(tx, copies)
    await tellAll(tx, { id, copies, status: now, at })
  } else {
    if (dispute.status === 'won') await freezeCopies(tx, heldOf(copies), at)
    const end = await lose(tx, { id, amount: reported.amount }, copies, at)
    await tellAll(tx, { id, copies, status: end, at })
  }
  return true
}

/**
 * Locks an order and returns its copies with their standing. Takes the locks in the platform's order:
 * people, copies, payouts, ledger accounts. Locks sellers and creators too, so that their payouts and
 * purchases wait for the decision. Includes the orders of people who are paying for one of these copies, so
 * that their release one after the other locks nothing new. Returns the time to date by what follows, too.
 */
async function lockCopies(
  tx: Tx,
  order_id: string,
  time: () => Date,
): Promise<{ copies: Disputed[]; at: Date }> {
  const order = await orderOf(tx, order_id)
  const holds = await holdsOf(tx, copiesOf(order))
  const people = [...peopleOf(order), ...holds.map(({ buyer }) => buyer)]
  await lockPeople(tx, people)
  const at = await lockSerials(tx, await lockedCopiesOf(tx, [...order, ...holds]), time)
  const locked = await lockOrder(tx, order_id)
  await lockPayouts(tx, sql`account_id = any(${peopleOf(order)}::uuid[])`)
  await lockBalances(tx, people)
  const standings = await loadStandings(tx, order_id)
  return { copies: locked.map((copy) => ({ ...copy, ...standings.get(copy.id)! })), at }
}

/** A purchase of an order that is being paid for. */
interface Hold {
  order_id: string
  buyer: string
  asset_token_id: string
  listing_id: string
  deal: Deal
}

/** Returns all copies of the reserved orders that include one of these copies. */
async function holdsOf(tx: Tx, asset_token_ids: string[]) {
  const { rows } = await sql<Hold>`
    select order_id, buyer, asset_token_id, listing_id, deal from purchase where order_id in
      (select order_id from purchase
       where asset_token_id = any(${asset_token_ids}::uuid[]) and status = 'reserved')
  `.execute(tx)
  return rows
}

/** Returns the stored dispute. `version` changes with every update of the row. */
const storedDispute = (db: Db | Tx, provider_id: string) =>
  db
    .selectFrom('dispute')
    .select(['id', 'status', 'amount', 'fee', sql<string>`xmin::text`.as('version')])
    .where('provider_id', '=', provider_id)
    .executeTakeFirst()

/** Stores a new dispute and freezes the copies that the buyer still owns. */
async function openDispute(tx: Tx, reported: CardDispute, copies: Disputed[], at: Date) {
  const id = randomUUID()
  const { id: provider_id, amount, reason } = reported
  const row = { id, provider_id, order_id: copies[0]!.order_id, amount, reason, fee: 0 }
  const opened = { ...row, opened_at: at.toISOString() }
  await insertWithEvent(tx, disputeTransitions, [opened], { action: 'open', by: 'card', at })
  log('warn', 'a payment is disputed', { subject: row.order_id, code: provider_id })
  await freezeCopies(tx, heldOf(copies), at)
  if (stateOf(reported) === 'open') await tellAll(tx, { id, copies, status: 'open', at })
  return { id, status: 'open', amount, fee: 0 }
}

/** Freezes copies: cancels the orders of people paying for them and takes them off sale. */
async function freezeCopies(tx: Tx, ids: string[], at: Date) {
  if (ids.length === 0) return
  const holds = await holdsOf(tx, ids)
  for (const order_id of new Set(holds.map((hold) => hold.order_id)))
    await release(tx, order_id, { action: 'abandon', by: 'platform' }, () => at)
  await delistCopies(tx, ids, at)
  await freezeSerials(tx, ids, at)
}

/** Unfreezes the copies, and enqueues the refund of a payment that came too late. */
async function win(tx: Tx, copies: Disputed[]) {
  await unfreeze(tx, copies)
  const { order_id: id, status } = copies[0]!
  if (status === 'refunding') await enqueue(tx, refundPurchase, { id }, { key: `refund ${id}` })
}

const heldOf = (copies: Disputed[]) => copiesOf(heldCopies(copies))
