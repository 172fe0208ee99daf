import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { inTx } from '#core/database/db.ts'
import { transitionAll } from '#core/database/events.ts'
import { enqueue, enqueueAll, job, permanentlyFailed } from '#core/jobs.ts'
import { WITHDRAWN_KEPT_DAYS } from '#src/catalog/asset/asset.shared.ts'
import { deleteDraft, removeWithdrawnBefore } from '#src/catalog/asset/asset-lifecycle.ts'
import { deleteContentKeys } from '#src/media/playback/content-keys.ts'
import { clearStaleFolders } from './local-files.ts'
import { deleteNextTrailer } from './trailer.ts'
import { uploadTransitions } from './upload.shared.ts'
import { failUpload, filesOf, processUpload, removeUpload } from './upload.ts'

export const expireUploads = job<object>('upload.tend')
export const sweepUploads = job<object>('upload.sweep')
export const removeWithdrawn = job<object>('upload.remove_withdrawn')
export const deleteRemovedFiles = job<{ kid: string }>('upload.clear_removed')

const KEPT_SECONDS = 24 * 3_600
const AT_ONCE = 500

/** Ends what nobody went on with for a day, and what could not be processed however often tried. */
export async function expire(ctx: Ctx) {
  await inTx(ctx, async (tx) => {
    const old = await tx
      .selectFrom('upload')
      .select('id')
      .where('status', 'in', ['uploading', 'failed'])
      .where(
        sql`coalesce(completed_at, created_at)`,
        '<',
        addSeconds(ctx.now, -KEPT_SECONDS).toISOString(),
      )
      .execute()
    const ids = old.map(({ id }) => id)
    const ended = await transitionAll(tx, uploadTransitions, ids, {
      action: 'abandon',
      by: 'clock',
      at: ctx.now,
    })
    await enqueueAll(
      tx,
      removeUpload,
      ended.map((id) => ({ id })),
    )
  })
  for (const { id } of await permanentlyFailed(ctx.db, processUpload))
    await failUpload(ctx, id, { code: 'processing_failed', params: {} })
}

/** Takes an ended upload's files out of storage, and then forgets the title or trailer it was to be. */
export async function removeAborted(ctx: Ctx, { id }: { id: string }) {
  const { storage } = ctx.integrations
  const upload = await ctx.db
    .selectFrom('upload')
    .select(['kid', 'of'])
    .where('id', '=', id)
    .where('status', '=', 'aborted')
    .executeTakeFirst()
  if (!upload) return
  const { kid, of } = upload
  const made = of === 'title' ? [`media/${kid}/`, `display/${kid}/`] : []
  for (const { storage_key, multipart_id } of await filesOf(ctx.db, [id]))
    if (multipart_id) await storage.abortMultipart(storage_key, multipart_id)
  for (const prefix of [`uploads/${id}/`, ...made]) await storage.removeAll(prefix)
  await inTx(ctx, async (tx) => {
    const gone = await tx.deleteFrom('upload').where('id', '=', id).returning('id').execute()
    if (gone.length === 0) return // by another worker; what is made now is another upload's
    if (of === 'trailer') return deleteNextTrailer(tx, kid)
    await tx.deleteFrom('rendition').where('kid', '=', kid).execute()
    await deleteContentKeys(tx, kid)
    await deleteDraft(tx, kid)
  })
}

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
    for (const { id } of left) await enqueue(tx, removeUpload, { id }, { key: `clear ${id}` })
  })
}

/** Uploads in chunks that storage knows and no row names: the process died between the two. */
async function sweepParts(ctx: Ctx) {
  const { storage } = ctx.integrations
  const old = addSeconds(ctx.now, -KEPT_SECONDS)
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

/** Titles withdrawn long enough ago are gone for their creators too; their files follow. */
export async function removeWithdrawnTitles(ctx: Ctx) {
  const old = addSeconds(ctx.now, -WITHDRAWN_KEPT_DAYS * 24 * 3_600)
  await inTx(ctx, async (tx) => {
    const removed = await removeWithdrawnBefore(tx, old, ctx.now)
    await enqueueAll(tx, deleteRemovedFiles, removed)
  })
}

/** Takes a removed title's files out of storage. Its copies and their records stay for ever. */
export async function deleteTitleFiles(ctx: Ctx, { kid }: { kid: string }) {
  const { storage } = ctx.integrations
  const uploads = await ctx.db.selectFrom('upload').select('id').where('kid', '=', kid).execute()
  const prefixes = uploads.map(({ id }) => `uploads/${id}/`)
  for (const prefix of [...prefixes, `media/${kid}/`, `display/${kid}/`])
    await storage.removeAll(prefix)
  await inTx(ctx, async (tx) => {
    await tx.deleteFrom('rendition').where('kid', '=', kid).execute()
    await deleteContentKeys(tx, kid)
  })
}
