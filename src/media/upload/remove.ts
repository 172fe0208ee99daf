import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { job, enqueueAll } from '#core/jobs.ts'
import { WITHDRAWN_KEPT_DAYS } from '#src/catalog/asset/asset.shared.ts'
import { removeWithdrawnBefore } from '#src/catalog/asset/asset-lifecycle.ts'
import { dropContentKeys } from '#src/media/playback/content-keys.ts'

export const removeWithdrawn = job('upload.remove_withdrawn')
export const clearRemoved = job<{ kid: string }>('upload.clear_removed')

/** Titles withdrawn long enough ago are gone for their creators too; their files follow. */
export async function remove(ctx: Ctx) {
  const old = addSeconds(ctx.now, -WITHDRAWN_KEPT_DAYS * 24 * 3_600)
  await inTx(ctx, async (tx) => {
    const removed = await removeWithdrawnBefore(tx, old, ctx.now)
    await enqueueAll(tx, clearRemoved, removed)
  })
}

/** Takes a removed title's files out of storage. Its copies and their records stay for ever. */
export async function clearTitle(ctx: Ctx, { kid }: { kid: string }) {
  const { storage } = ctx.integrations
  const uploads = await ctx.db.selectFrom('upload').select('id').where('kid', '=', kid).execute()
  const prefixes = uploads.map(({ id }) => `uploads/${id}/`)
  for (const prefix of [...prefixes, `media/${kid}/`, `display/${kid}/`])
    await storage.removeAll(prefix)
  await inTx(ctx, async (tx) => {
    await tx.deleteFrom('rendition').where('kid', '=', kid).execute()
    await dropContentKeys(tx, kid)
  })
}
