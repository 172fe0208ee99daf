import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Db, inSnapshot, inTx, type Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#core/durations.shared.ts'
import { job, enqueue } from '#core/jobs.ts'
import type { Card, Checkout, Refunded } from '#src/integrations/card.ts'
import { isOurs } from '#src/sales/purchase/offers.ts'
import { lookAtCheckout, lookAtDispute } from '#src/sales/purchase/pay.ts'
import { purchaseTransitions } from '#src/sales/purchase/purchase.shared.ts'
import { differs, isDue, saveCheck, newestCheck, NO_DISPUTES } from './checks.ts'
import { openDisputes, unknownDisputes, unmatchedDisputes } from './disputes.ts'
import { type Reversals, loadReversals, differencesOf, unmatchedRefunds } from './refunds.ts'

export const reconcileBooks = job<{ at_once?: boolean }>('books.reconcile')
export const lookForPayments = job<object>('books.look_for_payments')

const EVERY_SECONDS = DAY_SECONDS - HOUR_SECONDS // less the longest delay of the previous job
const RETRY_SECONDS = HOUR_SECONDS // after a difference
/** The time after the hold ends until the payment page is paid or closed and processed. */
const PAGE_OPEN_SECONDS = HOUR_SECONDS
const HELD_MAX_SECONDS = DAY_SECONDS // as the settings allow
const OVERLAP_SECONDS = DAY_SECONDS
const REFUND_LATE_SECONDS = DAY_SECONDS // until the posting of a refund
const SKEW_SECONDS = 300 // between the provider's clock and the database's

interface Period {
  from: Date
  to: Date
}

/**
 * Finds paid checkouts whose purchase is not settled, as after a lost webhook, and enqueues them. Runs
 * every few minutes, and asks the provider only if a purchase waits for a payment.
 */
export async function findPayments(ctx: Ctx) {
  const oldest = addSeconds(ctx.now, -HELD_MAX_SECONDS - PAGE_OPEN_SECONDS).toISOString()
  const { since } = await ctx.db
    .selectFrom('purchase')
    .select((eb) => eb.fn.min('created_at').as('since'))
    .where('status', 'in', payable)
    .where(sql<boolean>`card_amount > 0`) // as its index says
    .where('created_at', '>=', oldest)
    .where('held_until', '>=', addSeconds(ctx.now, -PAGE_OPEN_SECONDS).toISOString())
    .executeTakeFirstOrThrow()
  if (!since) return
  const period = {
    from: addSeconds(new Date(since), -SKEW_SECONDS),
    to: addSeconds(ctx.now, SKEW_SECONDS),
  }
  const paid = await paidCheckouts(ctx.integrations.card, period)
  await enqueueCheckouts(ctx.db, paid)
}

/**
 * Compares captures, refunds and disputes with the card provider: daily, hourly while something
 * differs, or with `at_once`.
 */
export async function reconcile(ctx: Ctx, { at_once = false }: { at_once?: boolean }) {
  const newest = await newestCheck(ctx.db, 'card')
  const wait = newest && !differs(newest) ? EVERY_SECONDS : RETRY_SECONDS
  if (!at_once && !isDue(newest, wait, ctx.now)) return

  const { from, to } = await nextPeriod(ctx)
  const paid = await paidCheckouts(ctx.integrations.card, { from, to })
  const begin = new Date(Math.max(0, from.getTime() - REFUND_LATE_SECONDS * 1_000))
  const since = await loadReversals(ctx, { from: begin, to })
  const differences = await inSnapshot(ctx, (tx) => compare(tx, paid, since, { from, to }))
  await inTx(ctx, async (tx) => {
    await enqueueCheckouts(tx, paid)
    for (const dispute_id of await unknownDisputes(tx, since.disputes))
      await enqueue(tx, lookAtDispute, { dispute_id }, { key: `dispute ${dispute_id}` })
    const period = { period_from: from.toISOString(), period_to: to.toISOString() }
    const checked_at = ctx.now.toISOString()
    await saveCheck(tx, { kind: 'card', checked_at, ...period, differences })
  })
}

/** Compares a period. Postings near its edges are left to the next run, since the clocks may differ. */
async function compare(
  tx: Tx,
  paid: Checkout[],
  { refunded, disputes }: Reversals,
  { from, to }: Period,
) {
  const edges = {
    since: addSeconds(from, SKEW_SECONDS).toISOString(),
    until: addSeconds(to, -SKEW_SECONDS).toISOString(),
  }
  return differencesOf({
    'every yen captured by card is in exactly one posting, and the other way round':
      await unmatchedCaptures(tx, paid, refunded, edges),
    'every yen that went back to a card was posted, and the other way round':
      await unmatchedRefunds(tx, refunded, edges),
    'every yen that a dispute took was posted, and the other way round': await unmatchedDisputes(
      tx,
      disputes,
    ),
    [NO_DISPUTES]: await openDisputes(tx, disputes),
  })
}

/**
 * Returns the period to compare. It starts a day before the end of the last comparison, or at its start
 * if that found a difference. The first comparison covers all time. The last hour is left out, since
 * its checkouts may still be paid.
 */
async function nextPeriod({ db, now }: Ctx): Promise<Period> {
  const to = addSeconds(now, -PAGE_OPEN_SECONDS)
  const last = await newestCheck(db, 'card')
  if (!last) return { from: new Date(0), to }
  if (differs(last)) return { from: new Date(last.period_from!), to }
  return { from: addSeconds(new Date(last.period_to!), -OVERLAP_SECONDS), to }
}

/** Returns the paid checkouts that name a purchase. Their webhook handler reports all others. */
async function paidCheckouts(card: Card, period: Period): Promise<Checkout[]> {
  const paid: Checkout[] = []
  for await (const checkout of card.listCheckouts(period))
    if (checkout.paid && isOurs(checkout)) paid.push(checkout)
  return paid
}

/**
 * Returns the orders for which captured and posted yen differ. A payment without a posting stops being
 * a difference once it is refunded at the provider.
 */
async function unmatchedCaptures(
  tx: Tx,
  paid: Checkout[],
  refunded: Refunded[],
  { since, until }: { since: string; until: string },
) {
  const { rows } = await sql<Record<string, unknown>>`
    with payment as (
      select reference as subject_id, array_agg(id order by id) as checkouts, count(*) as payments,
        coalesce(sum(amount) filter (where currency = 'jpy'), 0)::bigint as captured,
        coalesce(sum(amount - coalesce(refunded, 0)), 0) as kept
      from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb)
        as checkout (id text, reference uuid, amount bigint, currency text, payment_intent text)
      left join jsonb_to_recordset(${JSON.stringify(refunded)}::jsonb)
        as refund (payment_intent text, refunded bigint) using (payment_intent)
      group by reference
    ), capture as (
      select transfer.id, order_id, subject_id, amount
      from ledger_transfer transfer left join purchase on purchase.id = subject_id
      where ${isCapture}
        and transfer.at >= ${since}::timestamptz - interval '1 hour' -- a posting follows its purchase
        and coalesce(purchase.created_at, transfer.at) >= ${since}::timestamptz
        and coalesce(purchase.created_at, transfer.at) < ${until}::timestamptz
      union
      select transfer.id, order_id, transfer.subject_id, amount
      from payment join purchase on order_id = payment.subject_id
      join ledger_transfer transfer on transfer.subject_id = purchase.id
      where ${isCapture}
    ), posting_of_copy as (
      select coalesce(order_id, subject_id) as order_id, count(*) as postings, sum(amount) as posted
      from capture group by order_id, subject_id
    ), posting as (
      select order_id as subject_id, max(postings) as postings, sum(posted)::bigint as posted
      from posting_of_copy group by order_id
    )
    select subject_id, coalesce(checkouts, '{}') as checkouts, coalesce(captured, 0) as captured,
      coalesce(postings, 0) as postings, coalesce(posted, 0) as posted
    from payment full join posting using (subject_id)
    where (payments, captured) is distinct from (postings, posted)
      and (postings is not null or kept <> 0)
    order by subject_id limit 100
  `.execute(tx)
  return rows
}

const isCapture = sql`
  transfer.debit = (select id from ledger_account where kind = 'card' and account_id is null)
  and transfer.reason not in ('dispute', 'dispute_fee', 'refund_failed')`

const payable = purchaseTransitions.steps
  .filter(([, action]) => action === 'pay')
  .map(([from]) => from)

/** Enqueues the checkouts whose purchases still wait for their payment. */
async function enqueueCheckouts(db: Db | Tx, paid: Checkout[]) {
  const { rows } = await sql<{ checkout_id: string }>`
    select checkout.id as checkout_id
    from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb)
      as checkout (id text, reference uuid, amount bigint, currency text)
    join purchase on order_id = checkout.reference
    where status = any(${payable}) and currency = 'jpy'
    group by checkout.id, checkout.amount having sum(card_amount) = checkout.amount
  `.execute(db)
  for (const { checkout_id } of rows)
    await enqueue(db, lookAtCheckout, { checkout_id }, { key: `look ${checkout_id}` })
}
