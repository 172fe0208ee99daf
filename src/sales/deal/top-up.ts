import { sql } from 'kysely'
import type { DealKind } from './deal.ts'

/**
 * The yen that one side of a trade pays besides its copy. The trade moves the copies. It is paid from
 * balance only, so no bank can dispute it.
 */
export const topUp: DealKind = {
  transfers_copy: false,
  is_of_batch: false,
  reason: 'top_up',
  fee_reason: 'fee',
  provenance: null,
  statement: { earned: 'trade', paid: 'trade' },

  async settle() {
    // The copies change hands by the trade.
  },
  checkoutNote: () => '',

  dispute: { held: sql`false`, undone: sql`false`, back: sql`false` },
  undo: neverDisputed,
  redo: neverDisputed,
}

async function neverDisputed() {
  throw new Error('a top-up is paid from balance and cannot be disputed')
}
