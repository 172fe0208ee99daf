import { begin } from '#src/catalog/rental-period/rental-period.ts'
import type { DealKind } from './deal.ts'
import { neverDisputed } from './never-disputed.ts'

/** A rental for 0 yen by a person whom the copy's creator has named. It runs and ends like any rental. */
export const freeRental: DealKind = {
  transfers_copy: false,
  is_of_batch: false,
  reason: 'free_rental', // of no transfer: nothing is paid
  fee_reason: 'fee',
  provenance: 'rental',
  statement: { earned: 'rental', paid: 'rental' },

  settle: begin,
  checkoutNote: () => '',

  ...neverDisputed,
}
