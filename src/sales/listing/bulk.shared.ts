import type { InputOf } from '#core/http/endpoint.ts'
import type { RentalClock } from '#src/catalog/rental-period/rental-period.shared.ts'
import type { CopyDeal } from '#src/sales/deal/deal.shared.ts'
import type { listSerialsForSale } from './listing.shared.ts'

/** The number of copies per call: few enough that the seller sees progress. */
const CHUNK = 100

/** Splits calls into chunks of `size` copies and leaves out the copies in `answered`. */
export function inChunks<Call extends { asset_token_ids: string[] }>(
  calls: readonly Call[],
  answered: ReadonlySet<string>,
  size = CHUNK,
): Call[] {
  return calls.flatMap((call) => {
    const ids = call.asset_token_ids.filter((id) => !answered.has(id))
    return Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ({
      ...call,
      asset_token_ids: ids.slice(i * size, (i + 1) * size),
    }))
  })
}

/** Groups copies into calls that list them for sale, one call per price in yen. */
export function byPrice<Copy extends { asset_token_id: string }>(
  copies: readonly Copy[],
  priceOf: (copy: Copy) => number,
) {
  return Array.from(Map.groupBy(copies, priceOf), ([sale_price, alike]) => ({
    listing_type: 'sale' as const,
    sale_price,
    asset_token_ids: alike.map(({ asset_token_id }) => asset_token_id),
  }))
}

interface Listed {
  asset_token_id: string
  sale_price: number | null
  rent_price: number | null
  rental_period_seconds: number | null
  rental_clock?: RentalClock | null | undefined
}

/** Groups copies into calls that list them again as they were, by kind of deal. */
export const relistCalls: Record<
  CopyDeal,
  (copies: readonly Listed[]) => InputOf<typeof listSerialsForSale>[]
> = {
  sale: (copies) => byPrice(copies, ({ sale_price }) => sale_price!),
  rental: byTerms,
}

/** Groups copies into calls that list them for rent, one call per price, period and clock. */
function byTerms(copies: readonly Listed[]) {
  const termsOf = ({ rent_price, rental_period_seconds, rental_clock }: Listed) =>
    `${rent_price} ${rental_period_seconds} ${rental_clock}`
  return Array.from(Map.groupBy(copies, termsOf).values(), (alike) => ({
    listing_type: 'rental' as const,
    rent_price: alike[0]!.rent_price!,
    rental_period_seconds: alike[0]!.rental_period_seconds!,
    rental_clock: alike[0]!.rental_clock ?? undefined,
    asset_token_ids: alike.map(({ asset_token_id }) => asset_token_id),
  }))
}
