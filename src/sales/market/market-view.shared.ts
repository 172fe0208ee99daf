import { type AssetFilters, mediaTypes, PAGE_SIZE, sorts } from '#src/catalog/asset/asset.shared.ts'

const offers = ['sale', 'rental', 'auction', 'trade'] as const
const PAGE_MAX = 100_000

/** What a reader has chosen to see of a list of titles: all of it is in the address. */
export interface MarketView {
  /** The list's own address. */
  path: '/' | '/created'
  media_type?: (typeof mediaTypes)[number] | undefined
  listing_type?: (typeof offers)[number] | undefined
  asset_type?: 'image' | 'video' | undefined
  sort_by: (typeof sorts)[number]
  price_min?: number | undefined
  price_max?: number | undefined
  q?: string | undefined
  /** From 0. */
  page: number
  /** The filters are put away. */
  filters?: 'hidden' | undefined
}

/** Reads an address; what it says wrongly counts as not said. */
export function readView(search: URLSearchParams, path: MarketView['path'] = '/'): MarketView {
  return {
    path,
    media_type: oneOf(mediaTypes, search.get('media_type')),
    listing_type: oneOf(offers, search.get('listing_type')),
    asset_type: oneOf(['image', 'video'] as const, search.get('asset_type')),
    sort_by: oneOf(sorts, search.get('sort_by')) ?? 'newest',
    price_min: wholeNumber(search.get('price_min')),
    price_max: wholeNumber(search.get('price_max')),
    q: search.get('q')?.trim().slice(0, 80) || undefined,
    page: Math.min(wholeNumber(search.get('page')) ?? 0, PAGE_MAX),
    filters: oneOf(['hidden'] as const, search.get('filters')),
  }
}

const oneOf = <T extends string>(all: readonly T[], said: string | null) =>
  all.find((one) => one === said)

const wholeNumber = (said: string | null) =>
  said !== null && /^\d{1,9}$/.test(said) ? Number(said) : undefined

/** What to ask for: 16 a page, the first page is 0. */
export function filtersOf(view: MarketView): AssetFilters {
  const { media_type, listing_type, asset_type, sort_by, price_min, price_max, q, page } = view
  const chosen = { media_type, listing_type, asset_type, sort_by, price_min, price_max, q }
  return { ...chosen, offset: page * PAGE_SIZE, limit: PAGE_SIZE }
}

/** The address of this view with something changed. Another choice begins at its first page. */
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

/** Whether something is chosen that narrows the list. */
export const isNarrowed = ({
  media_type,
  listing_type,
  asset_type,
  price_min,
  price_max,
  q,
}: MarketView) =>
  [media_type, listing_type, asset_type, price_min, price_max, q].some((one) => one !== undefined)
