import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { type Dispute, stateOf } from '#src/integrations/card.ts'
import type { Row } from './invariants.ts'

/**
 * Returns the disputed orders whose posted yen differ from what the bank took and the provider charged. Of
 * disputes that the provider did not report, what is stored counts.
 */
export async function unmatchedDisputes(tx: Tx, disputes: Dispute[]): Promise<Row[]> {
  const taken = disputes.map((one) => ({ ...one, state: stateOf(one) }))
  const { rows } = await sql<Row>`
    with reported as (
      select * from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb)
        as dispute (id text, payment_intent text, amount bigint, fee bigint, state text)
    ), disputed as (
      select purchase.id, reported.id as dispute, reported.amount, fee, state
      from reported join purchase using (payment_intent) where purchase.id = order_id
    ), counted as (
      select * from disputed
      union all select order_id, provider_id, amount, fee, status from dispute
        where order_id in (select id from disputed)
          and provider_id not in (select dispute from disputed)
    )
    select purchase.id as subject_id, array_agg(dispute order by dispute) as disputes, taken, posted
    from (
      select id, dispute, sum(case state when 'lost' then amount + fee when 'won' then fee
        else 0 end) over (partition by id)::bigint as taken
      from counted
    ) purchase cross join lateral (
      select coalesce(sum(case card.id when credit then amount else -amount end), 0)::bigint as posted
      from ledger_transfer transfer
      join ledger_account card on card.id in (debit, credit) and card.kind = 'card'
      where reason in ('dispute', 'dispute_fee')
        and subject_id in (select id from purchase copy where copy.order_id = purchase.id)
    ) posting
    where taken <> posted group by purchase.id, taken, posted
    order by purchase.id limit 100
  `.execute(tx)
  return rows
}

/** Returns the ids of disputes whose state at the provider differs from the stored one. */
export async function unknownDisputes(tx: Tx, disputes: Dispute[]): Promise<string[]> {
  const reported = disputes.map((one) => ({ id: one.id, state: stateOf(one) }))
  const { rows } = await sql<{ id: string }>`
    select reported.id
    from jsonb_to_recordset(${JSON.stringify(reported)}::jsonb) as reported (id text, state text)
    left join dispute on provider_id = reported.id
    where state <> 'none' and dispute.status is distinct from state
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the disputes of our payments with their purchases, except those won, prevented or closed as inquiries. */
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
