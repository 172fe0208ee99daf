import type { RouterContextProvider } from 'react-router'
import { ask } from '#core/ask.ts'
import { type Asset, listCreatedAssets } from '#src/asset/asset.shape.ts'

const PAGE = 100 // the most that a list gives at once

/** In a loader: all of one's titles, since what a brand's form does not show it would take out. */
export async function ownTitles(context: Readonly<RouterContextProvider>): Promise<Asset[]> {
  const titles: Asset[] = []
  for (;;) {
    const next = { limit: PAGE, offset: titles.length }
    const { items, total } = await ask(context, listCreatedAssets, next)
    titles.push(...items)
    if (items.length === 0 || titles.length >= total) return titles
  }
}
