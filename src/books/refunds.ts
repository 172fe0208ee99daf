import { sql } from 'kysely'
import type { Tx } from '#core/db.ts'
import type { Card, Dispute, Refunded } from '../outside/card.ts'
import type { Difference } from './invariants.ts'

/** What the provider says of payments after they were made. */
export interface Afterwards {
  refunded: Refunded[]
  disputes: Dispute[]
}

/** What went back to cards, and which payments were disputed, from one moment until before another. */
export async function afterwards(
  card: Card,
  period: { from: Date; to: Date },
): Promise<Afterwards> {
  const refunded = await Array.fromAsync(card.listRefunded(period))
  const disputes = await Array.fromAsync(card.listDisputes(period))
  return { refunded, disputes }
}

type Row = Record<string, unknown>

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
      select coalesce(order_id, subject_id) as subject_id, sum(amount)::bigint as posted
      from ledger_transfer transfer
      join ledger_account card on card.id = transfer.credit and card.kind = 'card'
      left join purchase on purchase.id = subject_id
      where at >= ${since}::timestamptz and at < ${until}::timestamptz
        or order_id in (select subject_id from refund)
      group by coalesce(order_id, subject_id)
    )
    select subject_id, coalesce(refunded, 0) as refunded, coalesce(posted, 0) as posted
    from refund full join posting using (subject_id)
    where refunded is distinct from posted
    order by subject_id limit 100
  `.execute(tx)
  return rows
}

/** Disputes of payments of ours that were neither won nor only asked about, with the purchase. */
export async function openDisputes(tx: Tx, disputes: Dispute[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select purchase.id as subject_id, dispute.id as dispute, amount, reason, dispute.status
    from jsonb_to_recordset(${JSON.stringify(disputes)}::jsonb)
      as dispute (id text, payment_intent text, amount bigint, reason text, status text)
    join purchase using (payment_intent)
    where purchase.id = order_id and dispute.status not in ('won', 'warning_closed', 'prevented')
    order by dispute.id limit 100
  `.execute(tx)
  return rows
}

/** The sentences of the comparison that do not hold, each with its rows. */
export const differencesOf = (found: Record<string, Row[]>): Difference[] =>
  Object.entries(found).flatMap(([sentence, rows]) => (rows.length > 0 ? [{ sentence, rows }] : []))
