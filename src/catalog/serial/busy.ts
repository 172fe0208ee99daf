import { type RawBuilder, sql } from 'kysely'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import type { BusyCode } from './busy.shared.ts'

/**
 * SQL for the refusal of a `serial` that is in a deal at `at`, or null. Its owner can then neither download
 * nor move it.
 */
export function busyWith(at: Date): RawBuilder<BusyCode | null> {
  const live = sql`listing.asset_token_id = serial.asset_token_id and listing.status in ('preparing', 'open')`
  return sql`
    case
      when exists (select from rental where rental.asset_token_id = serial.asset_token_id
        and ${isRunningAt(at)}) then 'serial_rented'
      when exists (select from purchase where purchase.asset_token_id = serial.asset_token_id
        and purchase.status = 'reserved') then 'serial_being_purchased'
      when exists (select from listing where ${live} and listing.kind in ('sale', 'rental', 'free_rental'))
        then 'already_listed'
      when exists (select from listing where ${live}) then 'serial_in_deal'
      when exists (select from coupon where coupon.asset_token_id = serial.asset_token_id
        and coupon.status in ('valid', 'occupied')) then 'serial_reserved'
      when exists (select from trade_offer where submitted = serial.asset_token_id
        and trade_offer.status = 'awaiting_acceptance') then 'serial_offered_in_trade'
      when serial.frozen_at is not null then 'serial_frozen'
    end`
}
