import type { Tx } from '#core/database/db.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { transferSerials } from '#src/catalog/serial/transfer.ts'
import { endTraded } from '#src/sales/listing/listing.ts'
import { spoilTradesWith } from '#src/sales/trade-offer/end-offers.ts'
import type { LockedCopy } from './copies.ts'

/** A copy that changes hands in a trade. `subject_id` is the id of the trade. */
export interface Handover {
  copy: LockedCopy
  from: string
  to: string
  subject_id: string
}

/**
 * Step: moves the copies of trades to their new owners, records it, and ends the listings and other
 * open trades of these copies. The caller has locked people and copies.
 */
export async function exchange(tx: Tx, handovers: readonly Handover[], at: Date) {
  const ids = handovers.map(({ copy }) => copy.asset_token_id)
  await spoilTradesWith(tx, ids, at)
  const listings = handovers.flatMap(({ copy }) => copy.listing_id ?? [])
  await endTraded(tx, listings, at)
  const transfers = handovers.map(({ copy, to }) => ({ asset_token_id: copy.asset_token_id, to }))
  await transferSerials(tx, transfers, at)
  const changes = handovers.map(({ copy: { asset_token_id, kid, number }, ...handover }) => ({
    ...handover,
    asset_token_id,
    kid,
    number,
    kind: 'trade' as const,
  }))
  await record(tx, changes, at)
}
