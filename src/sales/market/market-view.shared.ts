import { type AssetFilters, mediaTypes, PAGE_SIZE, sorts } from '#src/catalog/asset/asset.shared.ts'

/** The offers that people can filter by. Auctions and trades exist in the API only. */
const offers = ['sale', 'rental'] as const
const formats = ['image', 'video'] as const
const PAGE_MAX = 100_000

/** The reader's filters, order and page of a list of titles, all of them kept in the URL. */
export interface MarketView {
  /** The path of the list. */
  path: '/' | '/created'
  media_type?: (typeof mediaTypes)[number] | undefined
  listing_type?: (typeof offers)[number] | undefined
  asset_type?: (typeof formats)[number] | undefined
  sort_by: (typeof sorts)[number]
  price_min?: number | undefined
  price_max?: number | undefined
  q?: string | undefined
  /** The page, counted from 0. */
  page: number
  /** Set while the filters are hidden. */
  filters?: 'hidden' | undefined
}

/** Reads a view from the URL's query. Ignores invalid values. */
export function readView(search: URLSearchParams, path: MarketView['path'] = '/'): MarketView {
  return {
    path,
    media_type: oneOf(mediaTypes, search.get('media_type')),
    listing_type: oneOf(offers, search.get('listing_type')),
    asset_type: oneOf(formats, search.get('asset_type')),
    sort_by: oneOf(sorts, search.get('sort_by')) ?? 'newest',
    price_min: wholeNumber(search.get('price_min')),
    price_max: wholeNumber(search.get('price_max')),
    q: search.get('q')?.trim().slice(0, 80) || undefined,
    page: Math.min(wholeNumber(search.get('page')) ?? 0, PAGE_MAX),
    filters: oneOf(['hidden'] as const, search.get('filters')),
  }
}

const oneOf = <T extends string>(all: readonly T[], value: string | null) =>
  all.find((one) => one === value)

const wholeNumber = (value: string | null) =>
  value !== null && /^\d{1,9}$/.test(value) ? Number(value) : undefined

/** Returns the query for the view's page, with `PAGE_SIZE` titles. */
export function filtersOf(view: MarketView): AssetFilters {
  const { media_type, listing_type, asset_type, sort_by, price_min, price_max, q, page } = view
  const chosen = { media_type, listing_type, asset_type, sort_by, price_min, price_max, q }
  return { ...chosen, offset: page * PAGE_SIZE, limit: PAGE_SIZE }
}

/** Returns the URL of a changed view. It starts at the first page unless `change` names one. */
export function addressOf(view: MarketView, change: Partial<MarketView> = {}): string {
  const { path, ...next } = { ...view, page: 0, ...change }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(next)) {
    const isDefault =
      value === undefined || value === 0 || (name === 'sort_by' && value === 'newest')
    if (!isDefault) search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

/** Returns true if any filter is set. */
export const isNarrowed = ({
  media_type,
  listing_type,
  asset_type,
  price_min,
  price_max,
  q,
}: MarketView) =>
  [media_type, listing_type, asset_type, price_min, price_max, q].some((one) => one !== undefined)
