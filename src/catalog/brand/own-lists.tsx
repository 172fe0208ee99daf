import type { RouterContextProvider } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { type Asset, listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { type Brand, listBrands } from './brand.shared.ts'

const LIST_MAX = 100 // the most that a list gives at once
type Context = Readonly<RouterContextProvider>

/** In a loader: all of one's titles, since what a brand's form does not show it would take out. */
export const loadOwnAssets = (context: Context): Promise<Asset[]> =>
  whole((offset) => ask(context, listCreatedAssets, { limit: LIST_MAX, offset }))

/** In a loader: all of one's brands, newest first, to choose among. */
export const loadOwnBrands = (context: Context): Promise<Brand[]> =>
  whole((offset) => ask(context, listBrands, { limit: LIST_MAX, offset }))

async function whole<T>(part: (offset: number) => Promise<{ items: T[]; total: number }>) {
  const all: T[] = []
  for (;;) {
    const { items, total } = await part(all.length)
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}
