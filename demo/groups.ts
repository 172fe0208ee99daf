import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listBrands } from '#src/catalog/brand/brand.shared.ts'
import { createGroup, listGroups } from '#src/catalog/group/group.shared.ts'
import { type BrandKey, brands } from './brands.ts'
import type { DemoClient } from './client.ts'
import type { PublishedTitle } from './trade.ts'
import type { WorkKey } from './works/works.ts'

/** A group of titles of a demo brand; `cover` is a picture in `demo/art`. */
export interface DemoGroup {
  brand: BrandKey
  name: string
  description: string
  works: WorkKey[]
  days: number
  cover?: string
}

export const groups: DemoGroup[] = [
  {
    brand: 'kita-eiga',
    name: 'Winter Set',
    description:
      'Three films made between the first snow and the last. They were shot in this order, and we like to show them so.',
    works: ['plough', 'otaru', 'nemuro'],
    days: 20,
    cover: 'nemuro-wide',
  },
  {
    brand: 'atelier-shida',
    name: 'From the Ice House',
    description: 'What left the printing table in one year, in the order in which it dried.',
    works: ['noren', 'fern', 'stones', 'ginkgo'],
    days: 9,
  },
  {
    brand: 'ruth-adeyemi',
    name: 'Two for the Small Hours',
    description: 'The rain and the hall, at one price. Draw, and hear whichever comes.',
    works: ['ledger', 'hush'],
    days: 11,
  },
]

/** Creates a group of those of its titles that are published. An existing group is kept. */
export async function ensureGroup(
  client: DemoClient,
  group: DemoGroup,
  published: Map<WorkKey, PublishedTitle>,
) {
  const { brand, name, description, works, days, cover } = group
  const { owner } = brands[brand]
  const sorted_contents = works.flatMap((work) => published.get(work)?.kid ?? [])
  const [{ items }, own] = await Promise.all([
    client.call(undefined, listBrands, { account: brand }),
    client.call(owner, listGroups, { limit: 100 }),
  ])
  if (!items[0] || sorted_contents.length === 0) return
  if (own.items.some((one) => one.name === name)) return
  const art = join(import.meta.dirname, 'art')
  const picture = cover && (await readFile(join(art, `${cover}.webp`), 'base64'))
  await client.call(
    owner,
    createGroup,
    {
      name,
      description,
      brand_id: items[0].id,
      sorted_contents,
      ...(picture && { cover: picture }),
    },
    { at: client.daysAgo(days) },
  )
}
