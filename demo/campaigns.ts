import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listCampaigns, updateCampaign } from '#src/catalog/campaign/campaign.shared.ts'
import type { DemoClient } from './client.ts'
import type { PublishedTitle } from './trade.ts'
import type { WorkKey } from './works/works.ts'

/** The titles of a campaign; `hero` is a picture in `demo/art`. */
interface DemoCampaign {
  works: WorkKey[]
  hero: string
}

/** The two campaigns that every installation has, by their address. */
export const campaigns: Record<string, DemoCampaign> = {
  'airport-anifes': { works: ['nemuro', 'plough', 'lighthouse', 'typhoon'], hero: 'plough-wide' },
  august_my_heaven: { works: ['swimmer', 'tide', 'kites', 'wave'], hero: 'wave-wide' },
}

/** Puts the published ones of the titles on the campaigns' pages, below a picture. */
export async function fillCampaigns(
  client: DemoClient,
  published: ReadonlyMap<WorkKey, PublishedTitle>,
) {
  const { items } = await client.call('sora', listCampaigns, { limit: 100 })
  for (const { id, slug, kids } of items) {
    const { works = [], hero } = campaigns[slug] ?? {}
    const chosen = works.flatMap((work) => published.get(work)?.kid ?? [])
    if (!hero || kids.length > 0 || chosen.length === 0) continue
    const hero_image = await readFile(join(import.meta.dirname, 'art', `${hero}.webp`), 'base64')
    await client.call('sora', updateCampaign, { id, kids: chosen, hero_image })
  }
}
