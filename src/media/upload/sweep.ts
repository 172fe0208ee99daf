import { after } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { enqueue } from '#core/jobs.ts'
import { clearStaleFolders } from './sources.ts'
import { KEPT_SECONDS } from './tend.ts'
import { clearUpload } from './upload.ts'

const AT_ONCE = 500

/** Clears away what no upload leads to any more, wherever a process died or a file came too late. */
export async function sweep(ctx: Ctx) {
  await clearStaleFolders(ctx)
  await clearAgain(ctx)
  await sweepParts(ctx)
  await sweepObjects(ctx)
}

/** Ended uploads that are still there: storage was away for longer than their job tried. */
async function clearAgain(ctx: Ctx) {
  const left = await ctx.db
    .selectFrom('upload')
    .select('id')
    .where('status', '=', 'aborted')
    .execute()
  await inTx(ctx, async (tx) => {
    for (const { id } of left) await enqueue(tx, clearUpload, { id }, { key: `clear ${id}` })
  })
}

/** Uploads in chunks that storage knows and no row names: the process died between the two. */
async function sweepParts(ctx: Ctx) {
  const { storage } = ctx.integrations
  const old = after(ctx.now, -KEPT_SECONDS)
  for await (const { key, uploadId, startedAt } of storage.listMultiparts('uploads/')) {
    if (startedAt > old) continue // its row may only be on its way
    const row = await ctx.db
      .selectFrom('upload_file')
      .select('id')
      .where('multipart_id', '=', uploadId)
      .executeTakeFirst()
    if (!row) await storage.abortMultipart(key, uploadId)
  }
}

/**
 * Files of uploads that there are no more: an address stays good for a while after its upload was
 * dropped. None can belong to one that is only beginning: addresses are told when the row is there.
 */
async function sweepObjects(ctx: Ctx) {
  const { storage } = ctx.integrations
  const seen = new Set<string>()
  for await (const { key } of storage.list('uploads/')) {
    seen.add(key.split('/')[1]!)
    if (seen.size === AT_ONCE) await removeUnknown(ctx, seen)
  }
  await removeUnknown(ctx, seen)
}

async function removeUnknown(ctx: Ctx, seen: Set<string>) {
  if (seen.size === 0) return
  const known = await ctx.db
    .selectFrom('upload')
    .select('id')
    .where('id', 'in', [...seen])
    .execute()
  for (const { id } of known) seen.delete(id)
  for (const id of seen) await ctx.integrations.storage.removeAll(`uploads/${id}/`)
  seen.clear()
}
