import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { parts } from '#core/http/paging.shared.ts'
import { mediaTypes, sorts } from '#src/catalog/asset/asset.shared.ts'
import { plainName } from '#core/plain-name.shared.ts'
import { formats, offers, PRICE_MAX, WORDS_MAX } from './market-view.shared.ts'

export const SEARCHES_MAX = 50 // of one person
export const SEARCH_NAME_MAX = 100

const price = z.int().min(0).max(PRICE_MAX)

/** The words, facets and order of a search of the marketplace, as in the address of its page. */
const search = z.strictObject({
  q: z.string().trim().min(1).max(WORDS_MAX).optional(),
  media_type: z.enum(mediaTypes).optional(),
  listing_type: z.enum(offers).optional(),
  on_sale: z.literal('now').optional(),
  asset_type: z.enum(formats).optional(),
  price_min: price.optional(),
  price_max: price.optional(),
  sort_by: z.enum(sorts).default('newest'),
})
search.register(z.globalRegistry, { id: 'Search' })
export type Search = z.output<typeof search>

const savedSearch = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  search,
  /** True if its person is told of new titles. */
  alerts: z.boolean(),
  created_at: z.iso.datetime(),
})
savedSearch.register(z.globalRegistry, { id: 'SavedSearch' })
export type SavedSearch = z.output<typeof savedSearch>

const name = plainName(SEARCH_NAME_MAX)

/** Lists the caller's saved searches, newest first. */
export const listSavedSearches = endpoint('GET', '/saved_searches', {
  query: z.strictObject(parts),
  reply: z.strictObject({ items: z.array(savedSearch) }),
})

/**
 * Saves a search under a name. A person has each search once, in whatever order and case it is written: a
 * repeat returns the one they have.
 */
export const saveSearch = endpoint('POST', '/saved_searches', {
  body: z.strictObject({ name, search, alerts: z.boolean().default(true) }),
  reply: savedSearch,
})

/** Renames a saved search, or switches its alerts on or off. */
export const updateSavedSearch = endpoint('PATCH', '/saved_searches/{id}', {
  body: z.strictObject({ id: z.uuid(), name: name.optional(), alerts: z.boolean().optional() }),
  reply: savedSearch,
})

/** Removes a saved search. A repeat finds it removed. */
export const removeSavedSearch = endpoint('DELETE', '/saved_searches/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.strictObject({ id: z.uuid() }),
})
