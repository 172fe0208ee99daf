import type { RouterContextProvider } from 'react-router'
import { ask, refusedPage } from '#core/http/ask.ts'
import { type Asset, listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { type Brand, listBrands } from './brand.shared.ts'

const LIST_MAX = 100 // the largest page of a list
type Context = Readonly<RouterContextProvider>

/**
 * Loads all of the creator's own titles: a brand's form takes out the titles that it does not show.
 */
export const loadOwnAssets = (context: Context): Promise<Asset[]> =>
  loadAllPages((offset) => ask(context, listCreatedAssets, { limit: LIST_MAX, offset }))

/** Loads all of the creator's own brands, newest first. */
export const loadOwnBrands = (context: Context): Promise<Brand[]> =>
  loadAllPages((offset) => ask(context, listBrands, { limit: LIST_MAX, offset }))

/** Loads a brand of the creator's `own`. Refuses another's as `forbidden`, or as `not_found` if it is hidden. */
export async function loadOwnBrand(
  context: Context,
  account: string,
  own?: Brand[],
): Promise<Brand> {
  const [brand] = (await ask(context, listBrands, { account })).items
  const found = (own ?? (await loadOwnBrands(context))).find(({ id }) => id === brand?.id)
  if (!found) throw refusedPage(brand ? 'forbidden' : 'not_found')
  return found
}

/** Loads a list page by page. */
export async function loadAllPages<T>(
  loadPage: (offset: number) => Promise<{ items: T[]; total: number }>,
) {
  const all: T[] = []
  for (;;) {
    const { items, total } = await loadPage(all.length)
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}
