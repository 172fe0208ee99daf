import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listBrands } from '#src/catalog/brand/brand.shared.ts'
import { createGroup, listGroups } from '#src/catalog/group/group.shared.ts'
import { type BrandKey, brands } from './brands.ts'
import type { Host } from './host.ts'
import type { Out } from './trade.ts'
import type { WorkKey } from './works/works.ts'

/** Titles that a brand of the demo world shows together; `cover` is a picture in `demo/art`. */
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

/** Brings a group together from those of its titles that are out; one that is there stays. */
export async function openGroup(host: Host, group: DemoGroup, out: Map<WorkKey, Out>) {
  const { brand, name, description, works, days, cover } = group
  const { owner } = brands[brand]
  const sorted_contents = works.flatMap((work) => out.get(work)?.kid ?? [])
  const [{ items }, own] = await Promise.all([
    host.ask(undefined, listBrands, { account: brand }),
    host.ask(owner, listGroups, { limit: 100 }),
  ])
  if (!items[0] || sorted_contents.length === 0) return
  if (own.items.some((one) => one.name === name)) return
  const art = join(import.meta.dirname, 'art')
  const picture = cover && (await readFile(join(art, `${cover}.webp`), 'base64'))
  await host.ask(
    owner,
    createGroup,
    {
      name,
      description,
      brand_id: items[0].id,
      sorted_contents,
      ...(picture && { cover: picture }),
    },
    { at: host.daysAgo(days) },
  )
}
