import type { Tx } from '#core/database/db.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { transferSerials } from '#src/catalog/serial/transfer.ts'
import { endTraded } from '#src/sales/listing/listing.ts'
import { spoilTradesWith } from '#src/sales/trade-offer/end-offers.ts'
import type { LockedCopy } from './copies.ts'

/** A copy that changes hands in a trade. `subject_id` is the id of the trade. */
export interface Gift {
  copy: LockedCopy
  from: string
  to: string
  subject_id: string
}

/**
 * Step: moves the copies of trades to their new owners, records it, and ends the listings and other
 * open trades of these copies. The caller has locked people and copies.
 */
export async function exchange(tx: Tx, gifts: readonly Gift[], at: Date) {
  const ids = gifts.map(({ copy }) => copy.asset_token_id)
  await spoilTradesWith(tx, ids, at)
  const listings = gifts.flatMap(({ copy }) => copy.listing_id ?? [])
  await endTraded(tx, listings, at)
  const transfers = gifts.map(({ copy, to }) => ({ asset_token_id: copy.asset_token_id, to }))
  await transferSerials(tx, transfers, at)
  const changes = gifts.map(({ copy: { asset_token_id, kid, number }, ...gift }) => ({
    ...gift,
    asset_token_id,
    kid,
    number,
    kind: 'trade' as const,
  }))
  await record(tx, changes, at)
}
