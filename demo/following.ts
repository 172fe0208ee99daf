import { listListedAssets } from '#src/catalog/asset/asset.shared.ts'
import {
  addFavourite,
  addPriceAlert,
  addReminder,
  followBrand,
} from '#src/catalog/follow/follow.shared.ts'
import { listBrands } from '#src/catalog/brand/brand.shared.ts'
import { saveSearch } from '#src/sales/market/saved-search.shared.ts'
import type { DemoClient } from './client.ts'

const people = ['ren', 'aoi', 'nami', 'kazuo'] as const
const FAVOURITES = 3
const LOWER = 200 // yen below the lowest price
const searches = [
  { name: 'Films to rent', search: { media_type: 'video', listing_type: 'rental' } },
  { name: 'Music · ¥1,500 or less', search: { media_type: 'audio', price_max: 1_500 } },
] as const

/**
 * Lets collectors keep favourite titles and one number, follow the brands of the newest titles, wait for
 * the next opening and for a lower price, and save searches.
 */
export async function follow(client: DemoClient) {
  const { items } = await client.call('ren', listListedAssets, { limit: 12 })
  const soon = await client.call('ren', listListedAssets, { selection: 'opening_soon', limit: 1 })
  for (const [i, who] of people.entries()) {
    for (const { kid } of soon.items) await client.call(who, addReminder, { kid })
    for (const search of searches) await client.call(who, saveSearch, search)
    const kept = items.slice(i, i + FAVOURITES)
    for (const { kid } of kept) await client.call(who, addFavourite, { kid })
    const [first] = kept
    if (!first) continue
    await client.call(who, addFavourite, { kid: first.kid, number: first.first_number })
    const lower = kept.find(({ min_sale_price: price }) => price !== null && price > LOWER)
    if (lower) {
      const price = lower.min_sale_price! - LOWER
      await client.call(who, addPriceAlert, { kid: lower.kid, price })
    }
    const brands = new Set(kept.flatMap(({ brand }) => brand?.account ?? []))
    for (const account of brands) {
      const { items: found } = await client.call(who, listBrands, { account })
      if (found[0]) await client.call(who, followBrand, { brand_id: found[0].id })
    }
  }
}
