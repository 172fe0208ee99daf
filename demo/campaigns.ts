import { listCampaigns, updateCampaign } from '#src/catalog/campaign/campaign.shared.ts'
import type { DemoClient } from './client.ts'
import type { PublishedTitle } from './trade.ts'
import type { WorkKey } from './works/works.ts'

/** The titles of the two campaigns that every installation has, by their address. */
export const campaigns: Record<string, WorkKey[]> = {
  'airport-anifes': ['nemuro', 'plough', 'lighthouse', 'typhoon'],
  august_my_heaven: ['swimmer', 'tide', 'kites', 'wave'],
}

/** Puts the published ones of the titles on the campaigns' pages. */
export async function fillCampaigns(
  client: DemoClient,
  published: ReadonlyMap<WorkKey, PublishedTitle>,
) {
  const { items } = await client.call('sora', listCampaigns, { limit: 100 })
  for (const { id, slug, kids } of items) {
    const chosen = (campaigns[slug] ?? []).flatMap((work) => published.get(work)?.kid ?? [])
    if (kids.length === 0 && chosen.length > 0)
      await client.call('sora', updateCampaign, { id, kids: chosen })
  }
}
