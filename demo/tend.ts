import { getCreatedAsset } from '#src/catalog/asset/asset.shared.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { putChapters } from '#src/media/playback/playback.shared.ts'
import { copyAsset } from '#src/catalog/serial/serial.shared.ts'
import { brands } from './brands.ts'
import type { Host } from './host.ts'
import type { Out } from './trade.ts'
import { type WorkKey, works } from './works/works.ts'

/** What creators did to a title after it came out: chapters named, more copies issued, taken back. */
export async function tendTitle(host: Host, key: WorkKey, { kid }: Out): Promise<void> {
  const { brand, chapters, further, withdrawn } = works.get(key)!
  const { owner } = brands[brand]
  if (chapters) {
    const named = Object.entries(chapters).map(([at, name]) => ({ at_seconds: Number(at), name }))
    await host.ask(owner, putChapters, { kid, chapters: named })
  }
  if (withdrawn !== undefined)
    await host.ask(owner, withdrawAsset, { kid }, { at: host.daysAgo(withdrawn) })
  if (!further) return
  const { asset_type } = await host.ask(owner, getCreatedAsset, { id: kid })
  if (asset_type === 'unknown') return
  const { copies: copies_count, days, title, text: description } = further
  await host.ask(
    owner,
    copyAsset,
    { kid, title, description, copies_count, asset_type },
    { at: host.daysAgo(days), key: `demo further ${key}` },
  )
}
