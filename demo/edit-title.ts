import { getCreatedAsset } from '#src/catalog/asset/asset.shared.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { putChapters } from '#src/media/playback/playback.shared.ts'
import { copyAsset } from '#src/catalog/serial/serial.shared.ts'
import { brands } from './brands.ts'
import type { DemoClient } from './client.ts'
import type { PublishedTitle } from './trade.ts'
import { type WorkKey, works } from './works/works.ts'

/**
 * Applies the creator's later changes to a published title: its chapters, its further copies, its
 * withdrawal.
 */
export async function editTitle(
  client: DemoClient,
  key: WorkKey,
  { kid }: PublishedTitle,
): Promise<void> {
  const { brand, chapters, further, withdrawn } = works.get(key)!
  const { owner } = brands[brand]
  if (chapters) {
    const named = Object.entries(chapters).map(([at, name]) => ({ at_seconds: Number(at), name }))
    await client.call(owner, putChapters, { kid, chapters: named })
  }
  if (withdrawn !== undefined)
    await client.call(owner, withdrawAsset, { kid }, { at: client.daysAgo(withdrawn) })
  if (!further) return
  const { asset_type } = await client.call(owner, getCreatedAsset, { id: kid })
  if (asset_type === 'unknown') return
  const { copies: copies_count, days, title, text: description } = further
  await client.call(
    owner,
    copyAsset,
    { kid, title, description, copies_count, asset_type },
    { at: client.daysAgo(days), key: `demo further ${key}` },
  )
}
