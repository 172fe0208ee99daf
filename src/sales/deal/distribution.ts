import { sql } from 'kysely'
import {
  payDistributions,
  releaseDistributions,
  revokeDistributions,
} from '#src/catalog/distribution/distribution.ts'
import type { DealKind, Settling } from './deal.ts'

const idsOf = (purchases: Settling[]) => purchases.map(({ id }) => id)

/**
 * The fee of a free distribution: the creator pays the platform once for all copies. The purchase
 * names the creator as both sides, and the first copy.
 */
export const distribution: DealKind = {
  transfers_copy: false,
  is_of_batch: true,
  reason: 'distribution_fee',
  fee_reason: 'distribution_fee',
  provenance: null,
  statement: { earned: 'distribution', paid: 'distribution' },

  settle: (tx, purchases, at) => payDistributions(tx, idsOf(purchases), at),
  release: (tx, purchases, at) => releaseDistributions(tx, idsOf(purchases), at),
  checkoutNote: (_, lang) =>
    lang === 'ja' ? '（無料配布の手数料）' : ', fee for the free distribution',

  dispute: {
    held: sql`not exists (select from distribution join distribution_copy given
      on given.distribution_id = distribution.id
      where purchase_id = purchase.id and claimed_by is not null)`,
    undone: sql`exists (select from distribution
      where purchase_id = purchase.id and status = 'revoked')`,
    back: sql`false`,
  },
  undo: (tx, purchases, { at }) => revokeDistributions(tx, idsOf(purchases), at),
  async redo() {
    // Its copies may be on sale by now: the creator distributes them anew.
  },
}
