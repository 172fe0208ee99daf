import { deepEqual } from 'node:assert/strict'
import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import type { RunningApp } from './people.ts'

/** Returns the records of a copy, the oldest first. */
export const recordsOf = ({ app }: Pick<RunningApp, 'app'>, asset_token_id: string) =>
  app.db
    .selectFrom('provenance_event')
    .selectAll()
    .where('asset_token_id', '=', asset_token_id)
    .orderBy('n')
    .execute()

/**
 * Asserts that each copy went from owner to owner without a gap: every transfer in its records starts
 * at the person to whom the one before went, and the last one went to its owner.
 */
export async function assertOwnersFollow(db: Db) {
  const { rows } = await sql`
    with step as (
      select asset_token_id, n, leaf ->> 'from' as giver, leaf ->> 'to' as taker
      from (select asset_token_id, n, kind, convert_from(leaf, 'UTF8')::jsonb as leaf
        from provenance_event) record
      where kind not in ('rental', 'loan', 'screening', 'download', 'download_deleted', 'download_unused')
    ), chain as (
      select step.*, lag(taker) over copy as giver_before, lead(n) over copy is null as is_last
      from step window copy as (partition by asset_token_id order by n)
    )
    select asset_token_id, n, giver, giver_before, taker
    from chain join serial using (asset_token_id) join account on account.id = owner
    left join linked_wallet on linked_wallet.id = linked_wallet_id
    where giver is distinct from giver_before
      or (is_last and taker <> coalesce(linked_wallet.address, wallet_address))
  `.execute(db)
  deepEqual(rows, [])
}

/**
 * Asserts that no copy is in two deals: for sale, for rent or rented, open to trade, given away, held by
 * a buyer, or kept for a coupon.
 */
export async function assertOneDealEach(db: Db) {
  const { rows } = await sql`
    select asset_token_id, jsonb_agg(distinct kind || ' ' || deal_id) as deals from (
      select asset_token_id, id as deal_id, 'listing' as kind from listing
        where status in ('preparing', 'open')
      union all select asset_token_id, listing_id, 'purchase' from purchase
        where status = 'reserved'
      union all select rental.asset_token_id, listing_id, 'rental' from rental
        join purchase using (id) where rental.status = 'active'
      union all select asset_token_id, id, 'loan' from rental where loan_id is not null and status = 'active'
      union all select asset_token_id, id, 'coupon' from coupon
        where status in ('valid', 'occupied')
      union all select asset_token_id, listing_id, 'gift' from gift
        where status in ('scheduled', 'open')
      union all select asset_token_id, asset_token_id, 'download' from serial
        where downloaded_at is not null
      union all select asset_token_id, asset_token_id, 'wallet' from serial
        where linked_wallet_id is not null
      union all select gives, listing_id, 'proposal' from trade_proposal_side where ended_at is null
    ) deal where asset_token_id is not null
    group by asset_token_id having count(distinct deal_id) > 1
  `.execute(db)
  deepEqual(rows, [])
}
