import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import type { ErrorCode } from '#core/errors.ts'
import {
  allowlistColumns,
  type AcquisitionTerms,
  joinReservedCopy,
} from '#src/catalog/allowlist/acquisition.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import { rateOnOffer } from '#src/sales/deal/deals.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'

/** A copy as read under its lock, with the terms on which somebody may acquire it. */
export interface LockedCopy extends AcquisitionTerms {
  asset_token_id: string
  number: number
  /** The title's rate, or the one that the listing for trade keeps, if it is lower. */
  royalty_rate_bp: number | null
  /** The listing by which it is open to trade. */
  listing_id: string | null
  /** The refusal that keeps its owner from giving it away in a trade. */
  blocked_by: ErrorCode | null
}

/**
 * Selects the refusal that keeps an owner from giving a copy away in a trade, or null. Reads `serial`
 * and `asset`.
 */
export const blockedBy = (at: Date): RawBuilder<unknown> => sql`
  case
    when asset.withdrawn_at is not null then 'title_not_out'
    when asset.published_at is null then 'serial_preparing'
    when not asset.is_public then 'title_hidden'
    when exists (select from rental where rental.asset_token_id = serial.asset_token_id
      and ${isRunningAt(at)}) then 'serial_rented'
    when exists (select from purchase where purchase.asset_token_id = serial.asset_token_id
      and purchase.status = 'reserved') then 'serial_being_purchased'
    when exists (select from listing where listing.asset_token_id = serial.asset_token_id
      and listing.status in ('preparing', 'open') and listing.kind <> 'trade') then 'already_listed'
    when exists (select from coupon where coupon.asset_token_id = serial.asset_token_id
      and coupon.status in ('valid', 'occupied')) then 'serial_reserved'
    when serial.frozen_at is not null then 'serial_frozen'
    when serial.downloaded_at is not null then 'serial_downloaded'
    when serial.linked_wallet_id is not null then 'serial_in_wallet'
    when serial.owner <> asset.creator and not asset.trade_enabled then 'trade_disabled'
  end`

/** Joins the listing `open_to_trade` by which a copy is open to trade. */
export const joinTradeListing = sql`
  left join listing open_to_trade on open_to_trade.asset_token_id = serial.asset_token_id
    and open_to_trade.kid = serial.kid
    and open_to_trade.kind = 'trade' and open_to_trade.status in ('preparing', 'open')`

/**
 * Locks the copies, then reads them in a new statement: rows read while waiting would be stale. `at` is
 * the time by which to date what follows. Administrators trade nothing, also what they offered before.
 */
export async function lockTradeCopies(
  tx: Tx,
  ids: string[],
  time: () => Date,
): Promise<{ copies: Map<string, LockedCopy>; at: Date }> {
  const at = await lockSerials(tx, ids, time)
  const { rows } = await sql<LockedCopy>`
    select serial.asset_token_id, serial.kid, serial.number, serial.owner, creator,
      ${rateOnOffer('royalty_rate_bp', 'open_to_trade')}, sale_starting_at, sale_ending_at, only_japan_accessible, holding_limit, ${allowlistColumns},
      open_to_trade.id as listing_id,
      case when holder.role = 'ADMIN' then 'forbidden' else ${blockedBy(at)} end as blocked_by
    from serial join asset using (kid) join account holder on holder.id = serial.owner
    ${joinReservedCopy}
    ${joinTradeListing}
    where serial.asset_token_id = any(${ids}::uuid[])
  `.execute(tx)
  return { copies: new Map(rows.map((row) => [row.asset_token_id, row])), at }
}
