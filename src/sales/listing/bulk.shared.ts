/** How many copies go into one call: few enough that people see it get on. */
const PART = 100

/** From one number to another, both included. */
export type Range = readonly [from: number, to: number]

/**
 * Reads "12-30, 45, 100-" as people type it, also in full width: a range with an open end reaches to
 * the edition's. `undefined` where any part of it is neither a number nor a range.
 */
export function typedRanges(typed: string, first: number, last: number): Range[] | undefined {
  const plain = typed
    .normalize('NFKC')
    .replaceAll(/[‐-―−〜~ー]/g, '-')
    .replaceAll(/\s*-\s*/g, '-')
  const parts = plain.split(/[\s,、;]+/).filter(Boolean)
  const ranges = parts.map((part): Range | undefined => {
    const [, from, dash, to] = /^(\d{0,9})(-?)(\d{0,9})$/.exec(part) ?? []
    if (dash === undefined || (!from && !to)) return undefined
    const ends = [Number(from || first), Number(dash ? to || last : from)]
    return [Math.min(...ends), Math.max(...ends)]
  })
  const read = ranges.filter((range) => range !== undefined)
  return parts.length > 0 && read.length === parts.length ? read : undefined
}

/** Whether any of the ranges takes a number in. */
export const isWithin = (number: number, ranges: readonly Range[]) =>
  ranges.some(([from, to]) => from <= number && number <= to)

/** The same calls in parts of a hundred copies, or `size`, without those that were answered for. */
export function inParts<Call extends { asset_token_ids: string[] }>(
  calls: readonly Call[],
  answered: ReadonlySet<string>,
  size = PART,
): Call[] {
  return calls.flatMap((call) => {
    const ids = call.asset_token_ids.filter((id) => !answered.has(id))
    return Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ({
      ...call,
      asset_token_ids: ids.slice(i * size, (i + 1) * size),
    }))
  })
}

/** The calls that put copies on offer, one for each of their prices in yen. */
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

interface Lent {
  asset_token_id: string
  rent_price: number | null
  rental_period_seconds: number | null
}

/** The calls that offer copies for rent again, one for each of their terms. */
export function byTerms(copies: readonly Lent[]) {
  const termsOf = (copy: Lent) => `${copy.rent_price} ${copy.rental_period_seconds}`
  return Array.from(Map.groupBy(copies, termsOf).values(), (alike) => ({
    listing_type: 'rental' as const,
    rent_price: alike[0]!.rent_price!,
    rental_period_seconds: alike[0]!.rental_period_seconds!,
    asset_token_ids: alike.map(({ asset_token_id }) => asset_token_id),
  }))
}
