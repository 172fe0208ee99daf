import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import type { ErrorCode, ErrorParams } from '#core/errors.ts'
import type { CopyDealKind } from '#src/sales/deal/deal.ts'
import { copyDealKinds } from '#src/sales/deal/deals.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { isTradingOn } from '#src/platform/settings/features.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import type { ListingType } from './listing.shared.ts'

/** A copy as read under its lock, with its live listing. */
export interface Copy {
  asset_token_id: string
  kid: string
  number: number
  owner: string
  creator: string
  brand_id: string | null
  royalty_rate_bp: number | null
  rental_royalty_rate_bp: number | null
  min_sellable_price: number | null
  secondary_sale_enabled: boolean
  secondary_rental_enabled: boolean
  trade_enabled: boolean
  lending_enabled: boolean
  published_at: string | null
  withdrawn_at: string | null
  is_public: boolean
  downloaded_at: string | null
  frozen_at: string | null
  linked_wallet_id: string | null
  listing_id: string | null
  listing_kind: string | null
  /** True while it is open to trade and trading is switched off, which keeps nobody from other deals. */
  is_idle: boolean
  being_purchased: boolean
  is_rented: boolean
  is_reserved: boolean
  /** True while its owner offers it in a trade. */
  is_offered: boolean
}

/** The facts that a new listing takes from its copy, and the listing that ends if it is idle. */
export type ListedCopy = Pick<
  Copy,
  'asset_token_id' | 'kid' | 'royalty_rate_bp' | 'rental_royalty_rate_bp'
> &
  Partial<Pick<Copy, 'listing_id' | 'is_idle'>>

/** The reason for refusing one copy; undefined if the request is allowed. */
export type RefusalReason = { code: ErrorCode; params?: ErrorParams } | undefined

/**
 * A seller's request to list a copy at `price` yen, or without a price for trade. `reprice` also
 * accepts a copy listed already.
 */
export interface ListingRequest {
  kind: ListingType
  price: number | null
  seller: string
  reprice: boolean
}

/** Copies as read under their locks, and the time to date by what is decided about them. */
interface LockedCopies {
  copies: Map<string, Copy>
  at: Date
}

/**
 * Matches a copy that somebody is paying for, or whose distribution is being paid for. The fee of a
 * distribution names only its first copy. `listing` is the copy's live listing, which may be missing.
 */
export const isBeingPaidFor = (of: 'serial' | 'listing') => sql`
  (coalesce(listing.status = 'preparing' and listing.kind = 'free_distribution', false)
    or exists (select from purchase
      where purchase.asset_token_id = ${sql.ref(of)}.asset_token_id and purchase.status = 'reserved'))`

/** Locks the copies, then reads them in a new statement: rows read while waiting would be stale. */
export async function lockCopies(tx: Tx, ids: string[], time: () => Date): Promise<LockedCopies> {
  const at = await lockSerials(tx, ids, time)
  const { rows } = await sql<Copy>`
    select serial.asset_token_id, serial.kid, serial.number, serial.owner, asset.creator, asset.brand_id,
      asset.royalty_rate_bp, asset.rental_royalty_rate_bp, asset.min_sellable_price,
      asset.secondary_sale_enabled, asset.secondary_rental_enabled, asset.trade_enabled,
      asset.lending_enabled,
      asset.published_at, asset.withdrawn_at, asset.is_public,
      serial.downloaded_at, serial.frozen_at, serial.linked_wallet_id, listing.id as listing_id,
      listing.kind as listing_kind,
      coalesce(listing.kind = 'trade' and not ${isTradingOn}, false) as is_idle,
      ${isBeingPaidFor('serial')} as being_purchased,
      exists (select from rental where rental.asset_token_id = serial.asset_token_id
        and ${isRunningAt(at)}) as is_rented,
      exists (select from coupon where coupon.asset_token_id = serial.asset_token_id
        and status in ('valid', 'occupied')) as is_reserved,
      exists (select from trade_offer where submitted = serial.asset_token_id
        and status = 'awaiting_acceptance') as is_offered
    from serial join asset using (kid)
    left join listing on listing.asset_token_id = serial.asset_token_id
      and listing.status in ('preparing', 'open')
    where serial.asset_token_id = any(${ids}::uuid[])
  `.execute(tx)
  return { copies: new Map(rows.map((row) => [row.asset_token_id, row])), at }
}

/** The rules of a title for listings: its permission to owners, and its royalty rate. */
const titleRules: Record<
  ListingType,
  {
    secondaryFault: (copy: Copy) => ErrorCode | undefined
    royaltyRate: CopyDealKind['royaltyRate']
  }
> = {
  ...copyDealKinds,
  trade: {
    secondaryFault: ({ trade_enabled }) => (trade_enabled ? undefined : 'trade_disabled'),
    royaltyRate: copyDealKinds.sale.royaltyRate,
  },
}

type TitleState = Pick<Copy, 'published_at' | 'withdrawn_at' | 'is_public'>

/** Returns why a title is not open to deals: its files are prepared, it was withdrawn or is hidden. */
export function titleRefusal(title: TitleState): ErrorCode | undefined {
  if (!title.published_at) return title.withdrawn_at ? 'title_not_out' : 'serial_preparing'
  return title.is_public ? undefined : 'title_hidden'
}

/** Returns the reason why a copy cannot be listed, or undefined. */
export function listingRefusal(copy: Copy | undefined, request: ListingRequest): RefusalReason {
  const { kind, price, seller, reprice } = request
  if (copy?.owner !== seller) return { code: 'not_owner' }
  const ofTitle = titleRefusal(copy)
  if (ofTitle) return { code: ofTitle }
  if (!copy.brand_id) return { code: 'not_in_brand' }
  const minimum = copy.min_sellable_price
  if (royaltyOf(copy, request) === null || minimum === null)
    return { code: 'royalty_or_minimum_missing' }
  if (copy.is_rented) return { code: 'serial_rented' }
  if (copy.listing_id && !copy.is_idle && !(reprice && copy.listing_kind === kind))
    return { code: 'already_listed' }
  if (copy.is_offered && kind !== 'trade') return { code: 'serial_offered_in_trade' }
  if (copy.being_purchased) return { code: 'serial_being_purchased' }
  if (copy.is_reserved) return { code: 'serial_reserved' }
  if (copy.frozen_at) return { code: 'serial_frozen' }
  if (copy.downloaded_at) return { code: 'serial_downloaded' }
  if (copy.linked_wallet_id) return { code: 'serial_in_wallet' }
  const disabled = copy.creator === seller ? undefined : titleRules[kind].secondaryFault(copy)
  if (disabled) return { code: disabled }
  const isTooLow = price !== null && price < minimum
  return isTooLow ? { code: 'price_below_minimum', params: { minimum } } : undefined
}

/** Returns the reason why an owner cannot give a copy away, or undefined. */
export function giveRefusal(copy: Copy | undefined, owner: string): RefusalReason {
  if (copy?.owner !== owner) return { code: 'not_owner' }
  const { number } = copy
  const no = (code: ErrorCode) => ({ code, params: { number } })
  const ofTitle = titleRefusal(copy)
  if (ofTitle) return no(ofTitle)
  if (copy.is_reserved) return no('serial_reserved')
  if (copy.is_rented) return no('serial_rented')
  if (copy.listing_id && !copy.is_idle) return no('already_listed')
  if (copy.is_offered) return no('serial_offered_in_trade')
  if (copy.being_purchased) return no('serial_being_purchased')
  if (copy.frozen_at) return no('serial_frozen')
  if (copy.linked_wallet_id) return no('serial_in_wallet')
  return copy.downloaded_at ? no('serial_downloaded') : undefined
}

/** Returns the royalty rate that a new listing keeps, in basis points. */
export const keptRate = (copy: ListedCopy, kind: ListingType) => titleRules[kind].royaltyRate(copy)

/** Returns the royalty rate in basis points. A creator's own listings need that of sales only. */
const royaltyOf = (copy: Copy, { kind, seller }: ListingRequest) =>
  copy.creator === seller ? copy.royalty_rate_bp : keptRate(copy, kind)

/** Returns the reason why a copy cannot be delisted, or undefined. */
export function delistRefusal(copy: Copy | undefined, seller: string): RefusalReason {
  if (copy?.owner !== seller) return { code: 'not_owner' }
  if (!copy.listing_id) return { code: 'not_listed' }
  if (copy.is_rented) return { code: 'serial_rented' }
  return copy.being_purchased ? { code: 'serial_being_purchased' } : undefined
}
