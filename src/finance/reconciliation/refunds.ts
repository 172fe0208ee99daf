import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import type { Dispute, Refunded } from '#src/integrations/card.ts'
import type { Difference, Row } from './invariants.ts'

/** For how long after it decided a bank may still decide anew. */
const ANEW_SECONDS = 120 * 86_400

/** What the provider says of payments after they were made. */
export interface Reversals {
  refunded: Refunded[]
  disputes: Dispute[]
}

/**
 * What went back to cards, and which payments were disputed, from one moment until before another;
 * with older disputes that are still open by our books, or were decided not long ago.
 */
export async function loadReversals(
  { db, integrations: { card } }: Ctx,
  period: { from: Date; to: Date },
): Promise<Reversals> {
  const refunded = await Array.fromAsync(card.listRefunded(period))
  const listed = await Array.fromAsync(card.listDisputes(period))
  const anew = addSeconds(period.from, -ANEW_SECONDS)
  const known = await db
    .selectFrom('dispute')
    .select('provider_id')
    .where((or) => or.or([or('status', '=', 'open'), or('closed_at', '>=', anew.toISOString())]))
    .execute()
  const told = new Set(listed.map(({ id }) => id))
  const older = known.filter(({ provider_id }) => !told.has(provider_id))
  const asked = await Array.fromAsync(older, ({ provider_id }) => card.getDispute(provider_id))
  return { refunded, disputes: [...listed, ...asked.filter((one) => one !== undefined)] }
}

/**
 * What went back and what was posted of it, for each order where they are not the same: as where
 * somebody refunded at the provider's own desk. `since`, `until`: of the postings that must have
 * been asked for. A payment that no purchase knows is told of as a capture, not here.
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

/** Orders whose money is owed to a card that did not take it, with the provider's refund. */
export async function failedRefunds(tx: Tx): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select order_id as subject_id, refund_id as refund, sum(card_amount)::bigint as amount
    from purchase where status = 'refunding' and refund_failed_at is not null
    group by order_id, refund_id order by order_id limit 100
  `.execute(tx)
  return rows
}

/** The sentences of the comparison that do not hold, each with its rows. */
export const differencesOf = (found: Record<string, Row[]>): Difference[] =>
  Object.entries(found).flatMap(([sentence, rows]) => (rows.length > 0 ? [{ sentence, rows }] : []))
