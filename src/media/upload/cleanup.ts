import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { inTx } from '#core/database/db.ts'
import { transitionAll } from '#core/database/events.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { isRunning, permanentlyFailed } from '#core/job-queue.ts'
import { enqueue, enqueueAll, job } from '#core/jobs.ts'
import { WITHDRAWN_KEPT_DAYS } from '#src/catalog/asset/asset.shared.ts'
import { deleteDraft, removeWithdrawnBefore } from '#src/catalog/asset/asset-lifecycle.ts'
import { extraPrefix, removeExtrasOfTitle } from '#src/media/extras/extras.ts'
import { deleteContentKeys } from '#src/media/playback/content-keys.ts'
import { deleteNextTrailer } from './trailer.ts'
import { uploadTransitions } from './upload.shared.ts'
import { mintUpload } from './mint.ts'
import { failUpload, filesOf, keptUntil, partJob, processUpload, removeUpload } from './upload.ts'

export const expireUploads = job<object>('upload.tend')
export const sweepUploads = job<object>('upload.sweep')
export const removeWithdrawn = job<object>('upload.remove_withdrawn')
export const deleteRemovedFiles = job<{ kid: string }>('upload.clear_removed')

const STRAY_KEPT_SECONDS = DAY_SECONDS
const AT_ONCE = 500
const STOPPING_MS = 2_000

/**
 * Ends uploads that their creators did not go on with in time. Marks those as failed whose processing
 * failed at every attempt.
 */
export async function expire(ctx: Ctx) {
  await inTx(ctx, async (tx) => {
    const old = await tx
      .selectFrom('upload')
      .select('id')
      .where('status', 'in', ['uploading', 'failed', 'cut'])
      .where(keptUntil, '<', ctx.now.toISOString())
      .execute()
    const ids = old.map(({ id }) => id)
    const ended = await transitionAll(tx, uploadTransitions, ids, {
      action: 'abandon',
      by: 'clock',
      at: ctx.time(),
    })
    await enqueueAll(
      tx,
      removeUpload,
      ended.map((id) => ({ id })),
    )
  })
  const failed = await Promise.all(
    [processUpload, mintUpload, partJob].map((kind) =>
      permanentlyFailed<{ id: string }>(ctx.db, kind),
    ),
  )
  for (const { id } of failed.flat())
    await failUpload(ctx, id, { code: 'processing_failed', params: {} })
}

/**
 * Deletes the files of an aborted upload, then its row and the draft or trailer made from it. Waits
 * for the worker that may still process it, because that one would store more files.
 */
export async function removeAborted(ctx: Ctx, { id }: { id: string }) {
  const { storage } = ctx.integrations
  if (await isWorkedOn(ctx, id)) {
    const at = new Date(Date.now() + STOPPING_MS) // by the wall clock, as the job queue
    return enqueue(ctx.db, removeUpload, { id }, { key: `clear ${id}`, at })
  }
  const upload = await ctx.db
    .selectFrom('upload')
    .select(['kid', 'of'])
    .where('id', '=', id)
    .where('status', '=', 'aborted')
    .executeTakeFirst()
  if (!upload) return
  const { kid, of } = upload
  const made: Partial<Record<string, string[]>> = {
    title: [`media/${kid}/`, `display/${kid}/`],
    extra: [extraPrefix(kid, id)],
  }
  for (const { storage_key, multipart_id } of await filesOf(ctx.db, [id]))
    if (multipart_id) await storage.abortMultipart(storage_key, multipart_id)
  for (const prefix of [`uploads/${id}/`, ...(made[of] ?? [])]) await storage.removeAll(prefix)
  await inTx(ctx, async (tx) => {
    const gone = await tx.deleteFrom('upload').where('id', '=', id).returning('id').execute()
    if (gone.length === 0) return // another worker deleted it; what is made now belongs to another upload
    if (of === 'trailer') return deleteNextTrailer(tx, ctx, kid)
    if (of === 'extra') return // its row is deleted with that of the upload
    await tx.deleteFrom('rendition').where('kid', '=', kid).execute()
    await deleteContentKeys(tx, kid)
    await deleteDraft(tx, kid)
  })
}

const isWorkedOn = async ({ db }: Ctx, id: string) =>
  (await isRunning(db, processUpload, { id })) || (await isRunning(db, partJob, { id }))

/** Deletes what no upload refers to any more, because a process died or a file arrived too late. */
export async function sweep(ctx: Ctx) {
  await requeueAborted(ctx)
  await abortOrphanedMultiparts(ctx)
  await deleteOrphanedFiles(ctx)
}

/** Queues aborted uploads again whose job gave up because storage was away for too long. */
async function requeueAborted(ctx: Ctx) {
  const left = await ctx.db
    .selectFrom('upload')
    .select('id')
    .where('status', '=', 'aborted')
    .execute()
  await inTx(ctx, async (tx) => {
    for (const { id } of left) await enqueue(tx, removeUpload, { id }, { key: `clear ${id}` })
  })
}

/** Aborts multipart uploads that have no row: the process died before writing it, or while sending a file. */
async function abortOrphanedMultiparts(ctx: Ctx) {
  const { storage } = ctx.integrations
  const old = addSeconds(ctx.now, -STRAY_KEPT_SECONDS)
  for await (const { key, uploadId, startedAt } of storage.listMultiparts()) {
    if (startedAt > old) continue // its row may not be committed yet, or the file still be sent
    const row = await ctx.db
      .selectFrom('upload_file')
      .select('id')
      .where('multipart_id', '=', uploadId)
      .executeTakeFirst()
    if (!row) await storage.abortMultipart(key, uploadId)
  }
}

/**
 * Deletes the files of deleted uploads: a signed URL stays valid for a while after the upload
 * ended. New uploads are safe, because URLs are returned only after their row is committed.
 */
async function deleteOrphanedFiles(ctx: Ctx) {
  const { storage } = ctx.integrations
  const seen = new Set<string>()
  for await (const { key } of storage.list('uploads/')) {
    seen.add(key.split('/')[1]!)
    if (seen.size === AT_ONCE) await deleteWithoutUpload(ctx, seen)
  }
  await deleteWithoutUpload(ctx, seen)
}

async function deleteWithoutUpload(ctx: Ctx, seen: Set<string>) {
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

/**
 * Removes titles that were withdrawn `WITHDRAWN_KEPT_DAYS` ago, also for their creators, and queues
 * the deletion of their files.
 */
export async function removeWithdrawnTitles(ctx: Ctx) {
  const old = addSeconds(ctx.now, -WITHDRAWN_KEPT_DAYS * DAY_SECONDS)
  await inTx(ctx, async (tx) => {
    const removed = await removeWithdrawnBefore(tx, old, ctx.now)
    await enqueueAll(tx, deleteRemovedFiles, removed)
  })
}

/** Deletes a removed title's files from storage. Its copies and their records stay for ever. */
export async function deleteTitleFiles(ctx: Ctx, { kid }: { kid: string }) {
  const { storage } = ctx.integrations
  const uploads = await ctx.db.selectFrom('upload').select('id').where('kid', '=', kid).execute()
  const prefixes = uploads.map(({ id }) => `uploads/${id}/`)
  for (const prefix of [...prefixes, `media/${kid}/`, `display/${kid}/`, extraPrefix(kid)])
    await storage.removeAll(prefix)
  await inTx(ctx, async (tx) => {
    await removeExtrasOfTitle(tx, kid, ctx.time())
    await tx.deleteFrom('rendition').where('kid', '=', kid).execute()
    await deleteContentKeys(tx, kid)
  })
}
