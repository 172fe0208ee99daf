import type { DealKind } from './deal.ts'
import { neverDisputed } from './never-disputed.ts'

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

  ...neverDisputed,
}
