import { type AssetFilters, mediaTypes, sorts } from '#src/catalog/asset/asset.shared.ts'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import type { Search } from './saved-search.shared.ts'

/** The offers that people can filter by; by trade while trading is on. Auctions exist in the API only. */
export const offers = ['sale', 'rental', 'trade'] as const
export const formats = ['image', 'video'] as const
export const WORDS_MAX = 80 // UTF-16 units
export const PRICE_MAX = 999_999_999 // yen
const PAGE_MAX = 100_000

/** The reader's filters, order and page of a list of titles, all of them kept in the URL. */
export type MarketView = Search & {
  /** The path of the list. */
  path: '/' | '/created'
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
    on_sale: oneOf(['now'] as const, search.get('on_sale')),
    asset_type: oneOf(formats, search.get('asset_type')),
    sort_by: oneOf(sorts, search.get('sort_by')) ?? 'newest',
    price_min: numberOf(search.get('price_min')),
    price_max: numberOf(search.get('price_max')),
    q: search.get('q')?.trim().slice(0, WORDS_MAX) || undefined,
    page: Math.min(numberOf(search.get('page')) ?? 0, PAGE_MAX),
    filters: oneOf(['hidden'] as const, search.get('filters')),
  }
}

const oneOf = <T extends string>(all: readonly T[], value: string | null) =>
  all.find((one) => one === value)

/** Reads a whole number of the URL, which a form without scripts sends as typed. */
const numberOf = (value: string | null) => wholeNumber(value ?? '') // up to `PRICE_MAX`

/** Returns the words, facets and order of a view: what a saved search keeps. */
export function searchOf(view: MarketView): Search {
  const { media_type, listing_type, on_sale, asset_type, sort_by, price_min, price_max, q } = view
  return { media_type, listing_type, on_sale, asset_type, sort_by, price_min, price_max, q }
}

/** Returns the first page of a search in the marketplace. */
export const viewOf = (search: Search): MarketView => ({ path: '/', page: 0, ...search })

/** Returns the query for the view's page, with `PAGE_SIZE` titles. */
export function filtersOf(view: MarketView): AssetFilters {
  return { ...searchOf(view), offset: view.page * PAGE_SIZE, limit: PAGE_SIZE }
}

/** Returns the URL of a changed view. It starts at the first page unless `change` names one. */
export function addressOf(view: MarketView, change: Partial<MarketView> = {}): string {
  const { path, ...next } = { ...view, page: 0, ...change }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(next)) {
    const isDefault = (name === 'page' && value === 0) || (name === 'sort_by' && value === 'newest')
    if (value !== undefined && !isDefault) search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

/** Returns a text that is the same for searches that find the same titles. It is empty without a filter. */
export function keyOf({ q, ...search }: Search): string {
  const words = q?.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ')
  const address = addressOf(viewOf({ ...search, q: words, sort_by: 'newest' }))
  const key = new URLSearchParams(address.slice(address.indexOf('?') + 1))
  key.sort()
  return address === '/' ? '' : key.toString()
}

/** Returns true if any filter is set. */
export const isNarrowed = (view: MarketView) => keyOf(searchOf(view)) !== ''
