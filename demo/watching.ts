import { isRefusal } from '#core/errors.ts'
import { listOwnedAssets } from '#src/catalog/asset/asset.shared.ts'
import { putPosition } from '#src/media/playback/position.shared.ts'
import type { DemoClient } from './client.ts'

const SHARE = 0.4

/** Leaves two collectors in the middle of a title each, so that their collections offer to go on. */
export async function leaveInTheMiddle(client: DemoClient) {
  for (const who of ['ren', 'aoi'] as const) {
    const { items } = await client.call(who, listOwnedAssets, { limit: 100 })
    const film = items.find(
      ({ media_type, owned_copies_count: own, my_rented_out_copies_count: lent }) =>
        media_type === 'video' && own > lent,
    )
    if (!film?.duration_seconds) continue
    const place = { kid: film.kid, seconds: film.duration_seconds * SHARE }
    await client.call(who, putPosition, place).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
    })
  }
}
