import type { RouterContextProvider } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { loadOwnAssets, loadOwnBrands } from '#src/catalog/brand/own-lists.tsx'
import { listGroups } from './group.shared.ts'

const LIST_MAX = 100 // the largest page of a list

/** Loads what a group's form offers: the creator's brands and titles, and their other groups. */
export async function loadGroupChoices(context: Readonly<RouterContextProvider>) {
  const [brands, groups, titles] = await Promise.all([
    loadOwnBrands(context),
    ask(context, listGroups, { limit: LIST_MAX }),
    loadOwnAssets(context),
  ])
  return { brands, groups: groups.items, titles }
}
export type GroupChoices = Awaited<ReturnType<typeof loadGroupChoices>>
