import type { Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { priceRefusal } from '#src/platform/settings/price-bounds.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import {
  type Copy,
  type ListingRequest,
  listingRefusal,
  lockCopies,
  type RefusalReason,
} from './listing-rules.ts'
import type { listSerialsForSale } from './listing.shared.ts'

/** The columns of a listing that say at what price and on what terms copies are offered. */
export interface ListingTerms {
  sale_price?: number
  rent_price?: number
  rental_period_seconds?: number
  start_within_seconds?: number | null
}

/** A request to list copies, with its terms. */
export interface TermsRequest extends ListingRequest {
  terms: ListingTerms
  /** True if the creator agrees to end holders' rental listings. */
  endSecondary: boolean
}

/** The copies as read under their locks, a reason for each refused one, and listings that end. */
export interface ListingDecision {
  copies: Map<string, Copy>
  reasons: RefusalReason[]
  others: string[]
  /** The time of the decision, read under the locks. */
  at: Date
}

/** The rules of listing copies in one way. */
export interface ListingKind {
  /** Returns the columns of the listing; refuses what the settings do not allow. */
  terms: (body: BodyOf<typeof listSerialsForSale>, settings: Settings) => ListingTerms
  /** Locks what has to be locked and decides about each copy. */
  decide: (
    tx: Tx,
    ids: string[],
    request: TermsRequest,
    time: () => Date,
  ) => Promise<ListingDecision>
}

/** Returns a requested price in yen. Refuses `input_invalid` and `price_out_of_bounds`. */
export function requestedPrice(
  body: BodyOf<typeof listSerialsForSale>,
  field: 'sale_price' | 'rent_price',
  settings: Settings,
): number {
  const price = body[field] ?? fail('input_invalid', { field })
  const refusal = priceRefusal(price, settings)
  return refusal ? fail(refusal.code, refusal.params) : price
}

/** Lists copies for sale. Needs nothing but a price. */
export const saleListing: ListingKind = {
  terms: (body, settings) => ({ sale_price: requestedPrice(body, 'sale_price', settings) }),
  decide: decideEach,
}

/** Opens copies to trade. Nobody pays for them, so there is no price. */
export const tradeListing: ListingKind = {
  terms(_, settings) {
    requireOn(settings, 'trade_enabled')
    return {}
  },
  decide: decideEach,
}

async function decideEach(
  tx: Tx,
  ids: string[],
  request: TermsRequest,
  time: () => Date,
): Promise<ListingDecision> {
  const { copies, at } = await lockCopies(tx, ids, time)
  const reasons = ids.map((id) => listingRefusal(copies.get(id), request))
  return { copies, reasons, others: [], at }
}
