import { listListedAssets } from '#src/catalog/asset/asset.shared.ts'
import { addFavourite, followBrand } from '#src/catalog/follow/follow.shared.ts'
import { listBrands } from '#src/catalog/brand/brand.shared.ts'
import type { DemoClient } from './client.ts'

const people = ['ren', 'aoi', 'nami', 'kazuo'] as const
const FAVOURITES = 3

/** Lets collectors keep favourite titles and one number, and follow the brands of the newest titles. */
export async function follow(client: DemoClient) {
  const { items } = await client.call('ren', listListedAssets, { limit: 12 })
  for (const [i, who] of people.entries()) {
    const kept = items.slice(i, i + FAVOURITES)
    for (const { kid } of kept) await client.call(who, addFavourite, { kid })
    const [first] = kept
    if (!first) continue
    await client.call(who, addFavourite, { kid: first.kid, number: first.first_number })
    const brands = new Set(kept.flatMap(({ brand }) => brand?.account ?? []))
    for (const account of brands) {
      const { items: found } = await client.call(who, listBrands, { account })
      if (found[0]) await client.call(who, followBrand, { brand_id: found[0].id })
    }
  }
}
