import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Db, Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { Dispute, Refunded } from '#src/integrations/card.ts'
import { FAILS_WITHIN_SECONDS } from '#src/sales/purchase/refund.ts'
import type { Difference, Row } from './invariants.ts'

/** The time after a decision in which a bank may still reverse it. */
const REVERSAL_SECONDS = 120 * DAY_SECONDS

/** The provider's reports on payments after their capture. */
export interface Reversals {
  refunded: Refunded[]
  disputes: Dispute[]
}

/**
 * Fetches the refunds and disputes of a period from the provider. Adds older refunds that were posted in the
 * period or failed later, and older disputes that are open in the database or were decided recently enough
 * to be reversed.
 */
export async function loadReversals(
  ctx: Ctx,
  period: { from: Date; to: Date },
): Promise<Reversals> {
  const { db, integrations } = ctx
  const { card } = integrations
  const refunded = await Array.fromAsync(card.listRefunded(period))
  for (const payment_intent of await refundedEarlier(db, refunded, period))
    refunded.push(...(await Array.fromAsync(card.listRefunded({ payment_intent }))))
  for (const payment_intent of await failedLater(ctx, refunded, period.to))
    refunded.push(...(await Array.fromAsync(card.listRefunded({ payment_intent }))))
  const listed = await Array.fromAsync(card.listDisputes(period))
  const reversible = addSeconds(period.from, -REVERSAL_SECONDS)
  const known = await db
    .selectFrom('dispute')
    .select('provider_id')
    .where((or) =>
      or.or([or('status', '=', 'open'), or('closed_at', '>=', reversible.toISOString())]),
    )
    .execute()
  const listedIds = new Set(listed.map(({ id }) => id))
  const older = known.filter(({ provider_id }) => !listedIds.has(provider_id))
  const fetched = await Array.fromAsync(older, ({ provider_id }) => card.getDispute(provider_id))
  return { refunded, disputes: [...listed, ...fetched.filter((one) => one !== undefined)] }
}

/** Returns the payments with a refund posted in a period in which the provider reports none of them. */
async function refundedEarlier(
  db: Db,
  refunded: Refunded[],
  { from, to }: { from: Date; to: Date },
): Promise<string[]> {
  const known = refunded.map(({ payment_intent }) => payment_intent)
  const { rows } = await sql<{ payment_intent: string }>`
    select distinct first.payment_intent
    from ledger_transfer transfer
    join ledger_account card on card.id = transfer.credit and card.kind = 'card'
    join purchase on purchase.id = subject_id join purchase first on first.id = purchase.order_id
    where reason not in ('dispute', 'dispute_fee') and at >= ${from.toISOString()}::timestamptz
      and at < ${to.toISOString()}::timestamptz
      and first.payment_intent is not null and first.payment_intent <> all(${known}::text[])
  `.execute(db)
  return rows.map((row) => row.payment_intent)
}

/** Returns the other payments of settled orders with a posted refund of which the provider reports a failure. */
async function failedLater(
  { db, integrations: { card } }: Ctx,
  refunded: Refunded[],
  to: Date,
): Promise<string[]> {
  const known = refunded.map(({ payment_intent }) => payment_intent)
  const span = { from: addSeconds(to, -FAILS_WITHIN_SECONDS), to }
  const failed = await Array.fromAsync(card.listFailedRefunds(span), (one) => one.payment_intent)
  const { rows } = await sql<{ payment_intent: string }>`
    select payment_intent from purchase
    where id = order_id and status = 'settled' and payment_intent = any(${failed}::text[])
      and payment_intent <> all(${known}::text[])
      and exists (select from ledger_transfer where subject_id = purchase.id and reason = 'refund')
  `.execute(db)
  return rows.map((row) => row.payment_intent)
}

/**
 * Returns the orders for which refunded and posted yen differ, as after a refund in the provider's
 * dashboard. Every posting from `since` until before `until` must have its refund. Payments without a
 * purchase are reported as captures, not here.
 */
export async function unmatchedRefunds(
  tx: Tx,
  refunded: Refunded[],
  { since, until }: { since: string; until: string },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with refund as (
      select purchase.id as subject_id, sum(refunded)::bigint as refunded
      from jsonb_to_recordset(${JSON.stringify(refunded)}::jsonb)
        as refund (payment_intent text, refunded bigint)
      join purchase using (payment_intent) where purchase.id = order_id group by purchase.id
    ), posting as (
      select coalesce(order_id, subject_id) as subject_id,
        sum(case card.id when transfer.credit then amount else -amount end)::bigint as posted
      from ledger_transfer transfer
      join ledger_account card on card.id in (debit, credit) and card.kind = 'card'
      left join purchase on purchase.id = subject_id
      where (card.id = transfer.credit and reason not in ('dispute', 'dispute_fee')
          and at >= ${since}::timestamptz and at < ${until}::timestamptz)
        or (order_id in (select subject_id from refund) and (reason = 'refund_failed'
          or card.id = transfer.credit and reason not in ('dispute', 'dispute_fee')))
      group by coalesce(order_id, subject_id)
    )
    select subject_id, coalesce(refunded, 0) as refunded, coalesce(posted, 0) as posted
    from refund full join posting using (subject_id)
    where refunded is distinct from posted
    order by subject_id limit 100
  `.execute(tx)
  return rows
}

/** Returns the orders whose refund was rejected by the card's bank, with the provider's refund id. */
export async function failedRefunds(tx: Tx): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select order_id as subject_id, refund_id as refund, sum(card_amount)::bigint as amount
    from purchase where status = 'refunding' and refund_failed_at is not null
    group by order_id, refund_id order by order_id limit 100
  `.execute(tx)
  return rows
}

/** Returns the sentences that have rows, that is, those that do not hold. */
export const differencesOf = (found: Record<string, Row[]>): Difference[] =>
  Object.entries(found).flatMap(([sentence, rows]) => (rows.length > 0 ? [{ sentence, rows }] : []))
